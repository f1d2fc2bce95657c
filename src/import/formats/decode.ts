import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const NEWLINE = 10;

/** How files begin that are no text of ours. */
const BINARY: readonly (readonly [beginning: string, what: string])[] = [
  ['PK\x03\x04', 'a ZIP archive (an Excel workbook?)'],
  ['%PDF', 'a PDF document'],
  ['\xD0\xCF\x11\xE0', 'an old Office document (an Excel workbook?)'],
  ['\xFF\xFE', 'UTF-16 text'],
  ['\xFE\xFF', 'UTF-16 text'],
];
const HEAD = 4;

/**
 * Turns bytes into text: what is gzip, told by its first two bytes, is unpacked as it comes.
 * @throws Error when the gzip data is truncated or damaged, when the file is no text, or when the text is not UTF-8, with the line
 */
export async function* decode(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let last: Uint8Array = new Uint8Array();
  try {
    for await (const chunk of unpack(input)) {
      last = chunk;
      const text = decoder.decode(chunk, { stream: true });
      line += count(chunk, chunk.length);
      if (text !== '') yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const lenient = new TextDecoder().decode(last);
    const at = line + lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD'))).split('\n').length - 1;
    const how = 'save it as UTF-8, for example with iconv -f latin1 -t utf-8';
    throw new Error(`the file is not UTF-8 (line ${at}); ${how}`, { cause: error });
  }
}

function count(chunk: Uint8Array, end: number): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0 && at < end; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

async function* unpack(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (head.length < HEAD) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  const whole = (async function* () {
    yield head;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  })();
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzip(whole);
  else if (head.length > 0) {
    refuseBinary(head);
    yield* whole;
  }
}

function refuseBinary(head: Uint8Array): void {
  const beginning = Buffer.from(head.subarray(0, HEAD)).toString('latin1');
  const [, what] = BINARY.find(([start]) => beginning.startsWith(start)) ?? [];
  if (what !== undefined) throw new Error(`the file is ${what}, not UTF-8 text`);
}

async function* gunzip(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  // A failure of either stream ends the iteration below.
  pipeline(Readable.from(input), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_')) throw error;
    const what = code === 'Z_BUF_ERROR' ? 'ends too early: the file is truncated' : 'is damaged';
    throw new Error(`the gzip data ${what}`, { cause: error });
  }
}
