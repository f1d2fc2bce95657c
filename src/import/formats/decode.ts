import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createUnpackBound } from '../unpackBound.js';
import { invalidLine, nameOf, openAfter, chooseEncoding } from './encoding.js';
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
