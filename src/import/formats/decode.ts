import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createUnpackBound } from '../unpackBound.js';
import { peek } from './peek.js';

/** First bytes of files that are not text. */
const BINARY: readonly (readonly [beginning: string, what: string])[] = [
  ['PK\x03\x04', 'a ZIP archive'],
  ['%PDF', 'a PDF document'],
  ['\x89PNG', 'a picture'],
  ['\xFF\xD8\xFF', 'a picture'],
  ['GIF8', 'a picture'],
  [
    '\xD0\xCF\x11\xE0',
    'an old Office document or one with a password (an Excel workbook?); save it as .xlsx without a password, or as CSV',
  ],
];
const HEAD = 4;

/**
 * Decodes bytes to text. Unpacks gzip data, which it recognises by the first two bytes, as a stream.
 * @param encodingOption the name of the encoding, as {@link encodingOf} returns it; null: the byte order mark decides,
 * else UTF-8
 * @param onEncoding receives a description of the encoding
 * @throws Error if the gzip data is truncated, damaged or a bomb, if the file is not text, or if the text is not in its
 * encoding, with the line
 */
export async function* decode(
  input: AsyncIterable<Uint8Array>,
  encodingOption: string | null,
  onEncoding: (inWords: string) => void,
): AsyncGenerator<string> {
  const packed = await peek(input, HEAD);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const { head, bytes: allBytes } = isGzip ? await peek(gunzip(packed.bytes), HEAD) : packed;
  if (head.length === 0) return;
  refuseBinary(head, isGzip);
  const { encoding, isMarked } = chooseEncoding(head, encodingOption);
  onEncoding(`${nameOf(encoding)}${isMarked ? ', from its byte order mark' : ''}`);
  yield* decodeAs(allBytes, encoding);
}

async function* decodeAs(input: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  /** The number of complete lines, and the bytes of the line after them. */
  let lines = 0;
  let openLine: Uint8Array = new Uint8Array();
  const text = (chunk: Uint8Array | null): string => {
    try {
      return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      const line = 1 + lines + invalidLine(chunk === null ? openLine : Buffer.concat([openLine, chunk]), encoding);
      const alternative = encoding === 'utf-8' ? 'windows-1252' : 'utf-8';
      const hint = `if it has another encoding, give the encoding, for example --encoding ${alternative}`;
      throw new Error(`the file is not ${nameOf(encoding)} (line ${line}); ${hint}`, { cause: error });
    }
  };
  for await (const chunk of input) {
    const decoded = text(chunk);
    for (let at = decoded.indexOf('\n'); at >= 0; at = decoded.indexOf('\n', at + 1)) lines += 1;
    openLine = openAfter(openLine, chunk, encoding);
    if (decoded !== '') yield decoded;
  }
  yield text(null);
}

function refuseBinary(head: Uint8Array, isGzip: boolean): void {
  const beginning = Buffer.from(head.subarray(0, HEAD)).toString('latin1');
  const [, what] = BINARY.find(([start]) => beginning.startsWith(start)) ?? [];
  if (what !== undefined) throw new Error(`the file ${isGzip ? 'within gzip ' : ''}is ${what}`);
}

async function* gunzip(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  const bound = createUnpackBound(() => unpacked.bytesWritten, 'the gzip data');
  // A failure of either stream ends the iteration below.
  pipeline(Readable.from(input), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      bound.add(chunk.length);
      yield chunk;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_')) throw error;
    const what = code === 'Z_BUF_ERROR' ? 'ends too early: the file is truncated' : 'is damaged';
    throw new Error(`the gzip data ${what}`, { cause: error });
  }
}

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
function chooseEncoding(
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
function nameOf(encoding: string): string {
  return encoding.startsWith('utf-') ? encoding.toUpperCase() : encoding;
}

/**
 * Returns the line of the first invalid bytes, counted from 0; the last line if all bytes are valid.
 * @param bytes bytes from the beginning of a line
 */
function invalidLine(bytes: Uint8Array, encoding: string): number {
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
function openAfter(open: Uint8Array, bytes: Uint8Array, encoding: string): Uint8Array {
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
