const NEWLINE = 10;

/** Byte order marks and their encodings. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Common encodings, for messages. The options accept every label of the WHATWG encoding standard. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'windows-1250', 'utf-16le', 'shift_jis'] as const;

/**
 * Returns the standard name of an encoding.
 * @param label any of its labels, such as `latin1` or `cp1252`
 * @returns null if no encoding has the label
 */
export function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/**
 * Determines the encoding of a text from its byte order mark, else from the option, else UTF-8.
 * @param head its first four bytes, or all of it
 * @param option null: not given
 * @throws Error if the mark contradicts the option, or the text looks like UTF-16 without a mark
 */
export function chooseEncoding(
  head: Uint8Array,
  option: string | null,
): { readonly encoding: string; readonly isMarked: boolean } {
  const [, marked] = MARKS.find(([bytes]) => bytes.every((byte, at) => head[at] === byte)) ?? [];
  if (marked !== undefined) {
    if (option !== null && option !== marked) {
      throw new Error(`the file begins with the byte order mark of ${nameOf(marked)}, so it is not ${option}`);
    }
    return { encoding: marked, isMarked: true };
  }
  if (option !== null) return { encoding: option, isMarked: false };
  // In UTF-16, letters of Latin scripts have one zero byte.
  const zeros = Array.from(head.subarray(0, 4), (byte) => byte === 0).join();
  const guess = zeros === 'false,true,false,true' ? 'utf-16le' : zeros === 'true,false,true,false' ? 'utf-16be' : null;
  if (guess !== null) {
    throw new Error(`the file looks like UTF-16 without a byte order mark: if this is right, give --encoding ${guess}`);
  }
  return { encoding: 'utf-8', isMarked: false };
}

/** Returns the name of an encoding for messages. */
export function nameOf(encoding: string): string {
  return encoding.startsWith('utf-') ? encoding.toUpperCase() : encoding;
}

/**
 * Returns the line of the first invalid bytes, counted from 0; the last line if all bytes are valid.
 * @param bytes bytes from the beginning of a line
 */
export function invalidLine(bytes: Uint8Array, encoding: string): number {
  let line = 0;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = lineEnd(bytes, at, encoding);
    try {
      // Without `stream`, Node decodes windows-1252 as Latin-1.
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(at, end), { stream: end === bytes.length });
    } catch {
      return line;
    }
    if (end === bytes.length && !endsLine(bytes, end, encoding)) return line;
    at = end;
  }
  return line;
}

/**
 * Returns the bytes to store for {@link invalidLine}: those after the last newline. If a line is longer than a chunk,
 * returns the last bytes of the chunk, which complete a divided character.
 * @param open the result for the previous bytes
 */
export function openAfter(open: Uint8Array, bytes: Uint8Array, encoding: string): Uint8Array {
  if (!isWide(encoding)) {
    const at = bytes.lastIndexOf(NEWLINE);
    return at >= 0 ? bytes.subarray(at + 1) : lastCharacter(Buffer.concat([open, bytes]), encoding);
  }
  const all = Buffer.concat([open, bytes]);
  for (let end = all.length - (all.length % 2); end > 0; end -= 2) {
    if (endsLine(all, end, encoding)) return all.subarray(end);
  }
  return lastCharacter(all, encoding);
}

function lastCharacter(bytes: Uint8Array, encoding: string): Uint8Array {
  if (isWide(encoding)) {
    const last = bytes.subarray(-(2 + (bytes.length % 2)));
    const high = last[encoding === 'utf-16le' ? 1 : 0] ?? 0;
    // The second half of a surrogate pair ends a character.
    return (high & 0xfc) === 0xdc ? last.subarray(2) : last;
  }
  const last = bytes.subarray(-4);
  const first = encoding === 'utf-8' ? last.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
  return first < 0 ? new Uint8Array() : last.subarray(first);
}

/** Returns the position after the newline of the line that begins at `start`. */
function lineEnd(bytes: Uint8Array, start: number, encoding: string): number {
  if (!isWide(encoding)) {
    const at = bytes.indexOf(NEWLINE, start);
    return at < 0 ? bytes.length : at + 1;
  }
  let end = start + 2;
  while (end < bytes.length && !endsLine(bytes, end, encoding)) end += 2;
  return Math.min(end, bytes.length);
}

function endsLine(bytes: Uint8Array, end: number, encoding: string): boolean {
  if (!isWide(encoding)) return bytes[end - 1] === NEWLINE;
  const [high, low] = encoding === 'utf-16le' ? [bytes[end - 1], bytes[end - 2]] : [bytes[end - 2], bytes[end - 1]];
  return high === 0 && low === NEWLINE;
}

function isWide(encoding: string): boolean {
  return encoding.startsWith('utf-16');
}
