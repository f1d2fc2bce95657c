import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { d0036Rows } from '../../../src/import/formats/d0036.js';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { listFolder } from '../../../src/import/folder.js';
import { account, ACCOUNT, context, rowsOf, sorted } from './support.js';

const accounts = [account(ACCOUNT, { meterPointNumber: '1200023305967' })];
const read = (text: string): ReturnType<typeof rowsOf> => rowsOf(d0036Rows, text, context(accounts));
const HEADER = 'ZHV|0000475656|D0036001|C|SSIL|X|GMTR|20240617141613||||OPER|';
const BODY = ['101|1200023305967|AI|GMTR|', '102|20240115|', ...new Array<string>(48).fill('103|A|1.0|')];
const file = (header: string, footer: string, body = BODY): string => [header, ...body, footer, ''].join('\n');

describe('the header of an industry flow', () => {
  it('decides its format', () => {
    expect(detectFormat(`${HEADER}\n101|1|AI|\n`)).toBe('d0036');
    expect(detectFormat('ZHV|0000475656|D0010002|D|UDMS|X|MRCY|20160302153151||||OPER|\r\n026|1|V|')).toBe('d0010');
    expect(detectFormat(`\uFEFF${HEADER}\n`)).toBe('d0036');
  });

  const READ = 'the import reads only D0010002 (register readings) and D0036001 (half-hours)';
  it.each([
    ['ZHV|1|D0275002|H|X|', `the file is the industry flow "D0275002"; ${READ}`],
    ['ZHV|1|D0019001|H|X|', `the file is the industry flow "D0019001"; ${READ}`],
    ['ZHV|1|D0010003|H|X|', `the file is the industry flow "D0010003"; ${READ}`],
    ['ZHV', `the file is the industry flow ""; ${READ}`],
    ['ZHV|1|toString|', `the file is the industry flow "toString"; ${READ}`],
    ['ZHD|1|D0010002|', 'the header of an industry flow must be ZHV, got ZHD'],
    [
      '026|1200023305967|V|',
      'the file begins with group 026 of an industry flow, without a header (ZHV): it is incomplete',
    ],
    [
      '101|1200023305967|AI|',
      'the file begins with group 101 of an industry flow, without a header (ZHV): it is incomplete',
    ],
  ])('%j is rejected with a message', (line, message) => {
    expect(() => detectFormat(`${line}\n`)).toThrow(message);
  });

  it('must match --format', async () => {
    await expect(read(`${HEADER.replace('D0036001', 'D0010002')}\nZPT|1|0|\n`)).rejects.toThrow(
      'the file is the industry flow "D0010002", not D0036001',
    );
    await expect(read('_id,name\n')).rejects.toThrow('the file does not begin with a header (ZHV)');
  });

  it('produces a note if it has the flag for test data', async () => {
    const rows = await read(file(HEADER.replace('OPER', 'TR06'), 'ZPT|0000475656|50||1|'));
    expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual([
      'the header marks the file as test data ("TR06"), not operational data (OPER)',
    ]);
    const none = await read(file('ZHV|0000475656|D0036001|', 'ZPT|0000475656|50||1|'));
    expect(none).toHaveLength(48);
  });
});

describe('the footer of an industry flow', () => {
  it('counts the groups between header and footer, without blank lines and a checksum', async () => {
    const { good } = sorted(await read(`\n${file(HEADER, 'ZPT|0000475656|50|12345|1|20240617141614|')}\n\n`));
    expect(good).toHaveLength(48);
    expect(sorted(await read(file(HEADER, 'ZPT|0000475656|'))).good).toHaveLength(48);
  });

  it('is required, and must state the right number of groups', async () => {
    await expect(read(file(HEADER, ''))).rejects.toThrow('the file ends without a footer (ZPT): it is incomplete');
    for (const [stated, body] of [
      ['49', BODY],
      ['50', BODY.slice(0, 20)],
      ['many', BODY],
    ] as const) {
      await expect(read(file(HEADER, `ZPT|0000475656|${stated}||1|`, body))).rejects.toThrow(
        `the footer (ZPT) states "${stated}" groups, but the file has ${body.length}: the file is incomplete or was changed; get it again`,
      );
    }
  });

  it('ends the file: a line after it is bad, and another file is rejected', async () => {
    const whole = file(HEADER, 'ZPT|0000475656|50||1|');
    const { good, bad } = sorted(await read(`${whole}103|A|1|\n`));
    expect([good.length, bad]).toEqual([48, ['53: comes after the footer (ZPT), which must be the last record']]);
    await expect(read(whole + whole)).rejects.toThrow(
      'the file has a second header (ZHV) in line 53: import each flow as a separate file',
    );
  });

  it('makes a too long line a bad row', async () => {
    const { bad } = sorted(await read(file(HEADER, 'ZPT|1|51|', [...BODY, `103|${'9'.repeat(1_100_000)}`])));
    expect(bad[0]).toBe('52: is longer than 1048576 characters');
  });
});

it('the import recognises an industry flow in a folder by the file extensions of gateways', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-flows-'));
  for (const name of ['D0036.usr', 'D0010.UFF']) writeFileSync(join(folder, name), HEADER);
  writeFileSync(join(folder, 'notes.doc'), 'notes');
  const { files, skippedFiles } = listFolder(folder);
  rmSync(folder, { recursive: true });
  expect(files.map(({ path, resource }) => [basename(path), resource])).toEqual([
    ['D0010.UFF', null],
    ['D0036.usr', null],
  ]);
  expect(skippedFiles.map((path) => basename(path))).toEqual(['notes.doc']);
});
