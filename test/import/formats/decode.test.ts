import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encodingOf } from '../../../src/import/formats/decode.js';

/** The text of some bytes, and the recognised encoding. */
async function readAs(said: string | null, ...chunks: readonly Uint8Array[]): Promise<readonly [string, string]> {
  let [text, encoding] = ['', ''];
  // oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous
  const input = (async function* () {
    yield* chunks;
  })();
  for await (const piece of decode(input, said, (inWords) => (encoding = inWords))) text += piece;
  return [text, encoding];
}
const read = async (...chunks: readonly Uint8Array[]): Promise<string> => (await readAs(null, ...chunks))[0];
const bytes = (...codes: readonly number[]): Uint8Array => Uint8Array.from(codes);

describe('decode', () => {
  it('reads UTF-8 without its byte order mark, at any chunk boundary', async () => {
    const whole = Buffer.from('\uFEFFé漢😀\n');
    for (let at = 0; at <= whole.length; at += 1) {
      expect(await read(whole.subarray(0, at), whole.subarray(at))).toBe('é漢😀\n');
    }
  });

  it('unpacks gzip, also with several members, at any chunk boundary', async () => {
    const packed = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    for (const at of [0, 1, 2, 10, packed.length]) {
      expect(await read(packed.subarray(0, at), packed.subarray(at))).toBe('one\ntwo\n');
    }
  });

  it('reads no text from an empty file', async () => {
    expect(await read()).toBe('');
    expect(await read(bytes())).toBe('');
  });

  it('names the line that is not UTF-8', async () => {
    await expect(read(Buffer.from('a\nb\n'), Buffer.from('c\nd\xe9d\n', 'latin1'))).rejects.toThrow(
      'the file is not UTF-8 (line 4); if it has another encoding, give the encoding, for example --encoding windows-1252',
    );
    await expect(read(Buffer.from('ab'), bytes(0xe6, 0xbc))).rejects.toThrow('the file is not UTF-8 (line 1)');
  });

  it('reports truncated or damaged gzip data', async () => {
    const packed = gzipSync('x'.repeat(100_000));
    await expect(read(packed.subarray(0, packed.length - 9))).rejects.toThrow(
      'the gzip data ends too early: the file is truncated',
    );
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, 12, 40);
    await expect(read(damaged)).rejects.toThrow('the gzip data is damaged');
  });

  it.each([
    ['a ZIP archive', bytes(0x50, 0x4b, 3, 4, 20, 0)],
    ['a PDF document', Buffer.from('%PDF-1.7\n')],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d)],
    ['a picture', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['a picture', Buffer.from('GIF89a')],
    [
      'an old Office document or one with a password (an Excel workbook?); save it as .xlsx without a password, or as CSV',
      bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1),
    ],
  ])('reports a file that is %s', async (what, content) => {
    await expect(read(content)).rejects.toThrow(`the file is ${what}`);
    await expect(read(gzipSync(content))).rejects.toThrow(`the file within gzip is ${what}`);
  });

  it('reads UTF-16 by its byte order mark or by option, at any chunk boundary', async () => {
    const little = Buffer.from('é漢😀\nb', 'utf16le');
    const big = Buffer.from(little).swap16();
    const cases: readonly (readonly [Buffer, string | null, string])[] = [
      [Buffer.concat([bytes(0xff, 0xfe), little]), null, 'UTF-16LE, from its byte order mark'],
      [Buffer.concat([bytes(0xfe, 0xff), big]), null, 'UTF-16BE, from its byte order mark'],
      [Buffer.concat([bytes(0xff, 0xfe), little]), 'utf-16le', 'UTF-16LE, from its byte order mark'],
      [little, 'utf-16le', 'UTF-16LE'],
    ];
    for (const [whole, said, inWords] of cases) {
      for (let at = 0; at <= whole.length; at += 1) {
        expect(await readAs(said, whole.subarray(0, at), whole.subarray(at))).toEqual(['é漢😀\nb', inWords]);
      }
      expect(await readAs(said, gzipSync(whole))).toEqual(['é漢😀\nb', inWords]);
    }
    const marked = bytes(0xef, 0xbb, 0xbf, 0x61);
    expect(await readAs(null, marked)).toEqual(['a', 'UTF-8, from its byte order mark']);
    expect(await readAs(null, Buffer.from('a'))).toEqual(['a', 'UTF-8']);
  });

  it('suggests --encoding for bytes that look like UTF-16, and rejects an option that contradicts the byte order mark', async () => {
    const little = Buffer.from('_id,name', 'utf16le');
    await expect(read(little)).rejects.toThrow(
      'the file looks like UTF-16 without a byte order mark: if this is right, give --encoding utf-16le',
    );
    await expect(read(Buffer.from(little).swap16())).rejects.toThrow('give --encoding utf-16be');
    await expect(readAs('windows-1252', bytes(0xff, 0xfe, 0x61, 0))).rejects.toThrow(
      'the file begins with the byte order mark of UTF-16LE, so it is not windows-1252',
    );
  });

  it.each([
    ['windows-1252', [0x80, 0x92, 0xe9], '€’é'],
    ['windows-1250', [0x8a, 0xb9], 'Šą'],
    ['iso-8859-15', [0xa4], '€'],
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['gb18030', [0xc4, 0xe3], '你'],
  ])('reads %s if --encoding names it, also byte by byte', async (encoding, codes, text) => {
    expect(await readAs(encoding, bytes(...codes, 10))).toEqual([`${text}\n`, encoding]);
    expect((await readAs(encoding, ...[...codes, 10].map((code) => bytes(code))))[0]).toBe(`${text}\n`);
  });

  it('accepts the usual names of an encoding, and no unknown name', () => {
    expect(['latin1', 'ISO-8859-1', 'cp1252', ' UTF8 ', 'sjis', 'utf-16'].map(encodingOf)).toEqual([
      ...['windows-1252', 'windows-1252', 'windows-1252', 'utf-8', 'shift_jis', 'utf-16le'],
    ]);
    expect(['utf-7', 'ebcdic', ''].map(encodingOf)).toEqual([null, null, null]);
  });

  it('names the line of bytes that are invalid in the encoding, at any chunk boundary, also compressed', async () => {
    const line = fc.stringMatching(/^[aé漢😀,]{0,12}$/u);
    const encoded = (text: string, encoding: string): Buffer =>
      Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
    const wrong = { 'utf-8': bytes(0xe6, 0xbc), 'utf-16le': bytes(0x3d, 0xd8) };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('utf-8' as const, 'utf-16le' as const),
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async (encoding, before, after, size, isPacked) => {
          const beginning = before.map((text) => `${text}\n`).join('');
          const end = `,\n${after.join('\n')}`;
          const whole = Buffer.concat([encoded(`ab${beginning}`, encoding), wrong[encoding], encoded(end, encoding)]);
          const given = isPacked ? gzipSync(whole) : whole;
          const pieces = Array.from({ length: Math.ceil(given.length / size) }, (_, n) =>
            given.subarray(n * size, (n + 1) * size),
          );
          await expect(readAs(encoding === 'utf-8' ? null : encoding, ...pieces)).rejects.toThrow(
            `the file is not ${encoding.toUpperCase()} (line ${before.length + 1}); `,
          );
        },
      ),
    );
  });

  it('stops at gzip data that unpacks to an implausible size', async () => {
    await expect(read(gzipSync(Buffer.alloc(100 * 1024 * 1024, 'a')))).rejects.toThrow(
      'the gzip data unpacks to more than 200 times its size, which is not plausible for data',
    );
  });
});
