import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/import/formats/decode.js';

const read = async (...chunks: readonly Uint8Array[]): Promise<string> => {
  let text = '';
  // eslint-disable-next-line @typescript-eslint/require-await -- a source of bytes is asynchronous
  const input = (async function* () {
    yield* chunks;
  })();
  for await (const piece of decode(input, null, () => undefined)) text += piece;
  return text;
};
const bytes = (...codes: readonly number[]): Uint8Array => Uint8Array.from(codes);

describe('decode', () => {
  it('reads UTF-8 without its byte order mark, wherever the pieces break', async () => {
    const whole = Buffer.from('\uFEFFé漢😀\n');
    for (let at = 0; at <= whole.length; at += 1) {
      expect(await read(whole.subarray(0, at), whole.subarray(at))).toBe('é漢😀\n');
    }
  });

  it('unpacks gzip, of several members too, wherever the pieces break', async () => {
    const packed = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    for (const at of [0, 1, 2, 10, packed.length]) {
      expect(await read(packed.subarray(0, at), packed.subarray(at))).toBe('one\ntwo\n');
    }
  });

  it('reads nothing from nothing', async () => {
    expect(await read()).toBe('');
    expect(await read(bytes())).toBe('');
  });

  it('names the line that is not UTF-8', async () => {
    await expect(read(Buffer.from('a\nb\n'), Buffer.from('c\nd\xe9d\n', 'latin1'))).rejects.toThrow(
      'the file is not UTF-8 (line 4); save it as UTF-8, for example with iconv -f latin1 -t utf-8',
    );
    await expect(read(Buffer.from('ab'), bytes(0xe6, 0xbc))).rejects.toThrow('the file is not UTF-8 (line 1)');
  });

  it('says that gzip data is truncated, or damaged', async () => {
    const packed = gzipSync('x'.repeat(100_000));
    await expect(read(packed.subarray(0, packed.length - 9))).rejects.toThrow(
      'the gzip data ends too early: the file is truncated',
    );
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, 12, 40);
    await expect(read(damaged)).rejects.toThrow('the gzip data is damaged');
  });

  it.each([
    ['a ZIP archive (an Excel workbook?)', bytes(0x50, 0x4b, 3, 4, 20, 0)],
    ['a PDF document', Buffer.from('%PDF-1.7\n')],
    ['an old Office document (an Excel workbook?)', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
    ['UTF-16 text', Buffer.from('\uFEFF_id,name', 'utf16le')],
  ])('says that a file is %s', async (what, content) => {
    await expect(read(content)).rejects.toThrow(`the file is ${what}, not UTF-8 text`);
  });
});
