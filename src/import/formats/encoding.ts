const NEWLINE = 10;

/** Byte order marks, with the encodings that they tell. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Some that people have; every label of the WHATWG's encoding standard is known. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'windows-1250', 'utf-16le', 'shift_jis'] as const;

/**
 * Returns the standard name of an encoding.
 * @param label any of its labels, such as `latin1` or `cp1252`
 * @returns null when no encoding has the label
 */
export function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/**
 * Tells how a text is encoded: by its byte order mark, else as was said, else UTF-8.
 * @param head its first four bytes, or all of it
 * @param option null: not said
 * @throws Error when the mark is of another encoding than was said, or when the text looks like UTF-16 without a mark
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
  // Letters of Latin scripts have one byte that is zero.
  const zeros = Array.from(head.subarray(0, 4), (byte) => byte === 0).join();
  const guess = zeros === 'false,true,false,true' ? 'utf-16le' : zeros === 'true,false,true,false' ? 'utf-16be' : null;
  if (guess !== null) {
    throw new Error(`the file looks like UTF-16 without a byte order mark; if it is, give --encoding ${guess}`);
  }
  return { encoding: 'utf-8', isMarked: false };
}

/** How an encoding is called in a sentence. */
export function nameOf(encoding: string): string {
  return encoding.startsWith('utf-') ? encoding.toUpperCase() : encoding;
}

/**
 * The line of the first bytes that are not of an encoding, counted from 0; that of the end when all are.
 * @param bytes from the beginning of a line
 */
export function invalidLine(bytes: Uint8Array, encoding: string): number {
  let line = 0;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = lineEnd(bytes, at, encoding);
    try {
      // Node reads windows-1252 as Latin-1 when it is not told that more may come.
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
 * Returns the bytes that {@link invalidLine} may need after some bytes. These are the bytes after the last newline.
 * When a line is longer than a piece, they are the last bytes of the piece, which complete a divided character.
 * @param open the result for the bytes before
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
    // The second half of a pair ends a character.
    return (high & 0xfc) === 0xdc ? last.subarray(2) : last;
  }
  const last = bytes.subarray(-4);
  const first = encoding === 'utf-8' ? last.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
  return first < 0 ? new Uint8Array() : last.subarray(first);
}

/** The end of the line that begins somewhere, behind its newline. */
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
