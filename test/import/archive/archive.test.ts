import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../src/import/archive/archive.js';
import { documentOf, listArchive } from '../../../src/import/archive/archiveFiles.js';
import { listFolder } from '../../../src/import/folder.js';
import { zip, type ZipMember } from '../../support/zip.js';
import { casesOf } from '../../support/repeated.js';

/** The content of the members of an archive, by name. */
async function contents(source: string | Buffer): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { name, read } of (await openArchive(source)).members) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of read()) chunks.push(chunk);
    all[name] = Buffer.concat(chunks).toString();
  }
  return all;
}

const GOOD = {
  'assets.csv': 'one\n',
  'in/b.csv': { content: 'two\n'.repeat(50_000) },
  'c.csv': { content: 'x', isStored: true },
};

describe('an archive', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('returns its members in any order, compressed or stored, any number of times, from a file or from memory', async () => {
    const path = join(folder, 'good.zip');
    writeFileSync(path, zip({ ...GOOD, 'folder/': '' }));
    for (const source of [path, zip(GOOD)]) {
      expect(await contents(source)).toEqual({
        'assets.csv': 'one\n',
        'in/b.csv': 'two\n'.repeat(50_000),
        'c.csv': 'x',
      });
    }
    expect(await contents(zip({}))).toEqual({});
  });

  it('lists data files, with the resource that the name of the file, its folder or the archive states', async () => {
    const members = {
      ...{
        'assets.csv': '',
        'accounts/part1.csv': '',
        'meters/a.xml': '',
        'book.xlsx': '',
        'readings-2024.ndjson.gz': '',
      },
      ...{ LICENSE: '', '__MACOSX/assets.csv': '', '.hidden/assets.csv': '', 'in/.DS_Store': '', 'more.ZIP': '' },
    };
    expect(listed(await listArchive('a/export.zip', await openArchive(zip(members))))).toEqual({
      files: [
        ['a/export.zip/assets.csv', 'assets'],
        ['a/export.zip/accounts/part1.csv', 'accounts'],
        ['a/export.zip/meters/a.xml', null],
        ['a/export.zip/book.xlsx', null],
        ['a/export.zip/readings-2024.ndjson.gz', 'readings'],
      ],
      skippedFiles: ['a/export.zip/LICENSE', 'a/export.zip/more.ZIP (an archive within an archive)'],
    });
    const one = await openArchive(zip({ 'part1.csv': '' }));
    expect(listed(await listArchive('in/invoices-2024.zip', one)).files).toEqual([
      ['in/invoices-2024.zip/part1.csv', 'invoices'],
    ]);
  });
  it.each([
    ['NEM12#01010_05030502#WBAYM#NEMMCO.V01', '100,NEM12,200505030502,WBAYM,NEMMCO\n', true],
    ['NEM12#0000000001#A#B', '"100","NEM12",202401010000,A,B\r\n', true],
    ['NEM13#2', '\uFEFF100,NEM13,202401010000,A,B\n', true],
    ['D0036001', 'ZHV|1|D0036001|C|A|X|B|20240101000000||||OPER|\n', true],
    ['D0010.dat', 'ZHV|1|D0010002|C|A|X|B|20240101000000||||OPER|\n', true],
    ['data.bin', '100,NEM12', true],
    ['LICENSE', '100 years of data\n', false],
    ['README', 'See NEM12: 100,NEM12\n', false],
    ['notes.md', '', false],
    ['prices', '100,NEM1,2\n', false],
    ['usage', 'start,kWh\n2024-01-01T00:00Z,1\n', true],
    ['in/March 2024', 'MPAN;Date;Time;kWh\n1;01/03/2024;00:30;1,5\n', true],
    ['feed', '<feed xmlns:espi="http://naesb.org/espi"></feed>', true],
    ['page', '<html></html>', false],
    ['config', '{"start":"2024-01-01","kWh":1}', false],
    ['table', 'name,value\na,1\n', false],
    ['empty', '', false],
    ['usage.dat', 'start,kWh\n2024-01-01T00:00Z,1\n', true],
    ['EXPORT.DAT', 'start;kWh\n2024-01-01T00:00Z;1\n', true],
    ['usage.tsv', 'start\tkWh\n2024-01-01T00:00Z\t1\n', true],
    ['notes.dat', 'Call the supplier.\n', false],
    ['usage.old', 'start,kWh\n2024-01-01T00:00Z,1\n', false],
  ])('recognises %j by its first bytes, in an archive and in a folder', async (name, content, isListed) => {
    const { files, skippedFiles } = listed(await listArchive('a.zip', await openArchive(zip({ [name]: content }))));
    const path = `a.zip/${name}`;
    expect({ files, skippedFiles }).toEqual(
      isListed ? { files: [[path, null]], skippedFiles: [] } : { files: [], skippedFiles: [path] },
    );
    const inFolder = mkdtempSync(join(folder, 'in'));
    const file = join(inFolder, name.split('/').at(-1) ?? '');
    writeFileSync(file, content);
    expect(listFolder(inFolder)).toEqual(
      isListed ? { files: [{ path: file, resource: null }], skippedFiles: [] } : { files: [], skippedFiles: [file] },
    );
  });

  it('lists a file without an extension that is named after its resource', async () => {
    const content = '_id,companyId\n64b000000000000000000001,5f0000000000000000000001\n';
    const { files } = listed(await listArchive('a.zip', await openArchive(zip({ assets: content }))));
    expect(files).toEqual([['a.zip/assets', 'assets']]);
  });

  const listed = ({
    files,
    skippedFiles,
  }: Awaited<ReturnType<typeof listArchive>>): {
    readonly files: unknown;
    readonly skippedFiles: readonly string[];
  } => ({
    files: files.map(({ path, resource }) => [path, resource]),
    skippedFiles,
  });

  it.each<[string, Record<string, string>, string | null]>([
    ['a workbook', { '[Content_Types].xml': '', 'xl/workbook.xml': '' }, 'workbook'],
    [
      'a binary workbook',
      { '[Content_Types].xml': '', 'xl/workbook.bin': '' },
      'a binary Excel workbook (.xlsb); save it as .xlsx or CSV',
    ],
    [
      'a text',
      { '[Content_Types].xml': '', 'word/document.xml': '' },
      'an Office document, but not a workbook; save the data as .xlsx or CSV',
    ],
    ['an OpenDocument file', { mimetype: '', 'content.xml': '' }, 'an OpenDocument file; save it as .xlsx or CSV'],
    ['none', { 'workbook.xml': '' }, null],
  ])('is recognised as a document by its content: %s', async (_, members, document) => {
    expect(documentOf(await openArchive(zip(members)))).toBe(document);
  });

  it.each<[string, readonly (readonly [string, ZipMember])[], string]>([
    [
      'an absolute name',
      [['/etc/x.csv', { content: '' }]],
      'the archive has a member "/etc/x.csv", whose path leads outside the archive; pack it again with relative paths',
    ],
    [
      'a name that leads out',
      [['a/../../x.csv', { content: '' }]],
      'the archive has a member "a/../../x.csv", whose path leads outside the archive',
    ],
    [
      'a drive',
      [['C:\\x.csv', { content: '' }]],
      'the archive has a member "C:/x.csv", whose path leads outside the archive',
    ],
    [
      'a name twice',
      [
        ['x.csv', { content: '1' }],
        ['x.csv', { content: '2' }],
      ],
      'the archive has two members with the name "x.csv": rename one',
    ],
    [
      'a member with a password',
      [['x.csv', { content: 'x', flags: 1 }]],
      'the archive has a member "x.csv" that is encrypted; unpack it with its password first',
    ],
    [
      'strong encryption',
      [['x.csv', { content: 'x', flags: 0x41 }]],
      'the archive is encrypted; unpack it with its password first',
    ],
    [
      'another method',
      [['x.csv', { content: 'x', method: 9 }]],
      'the archive has a member "x.csv" that has the unsupported compression method 9: pack it again as an ordinary ZIP archive (Deflate)',
    ],
    [
      'another check sum',
      [['x.csv', { content: 'x', crc: 1 }]],
      'the archive is damaged (a member does not match its checksum)',
    ],
    [
      'more than its header says',
      [['x.csv', { content: 'x'.repeat(1e6), size: 10 }]],
      'the archive is damaged (too many bytes in the stream. expected 10. got at least',
    ],
    [
      'less than its header says',
      [['x.csv', { content: 'x', size: 10 }]],
      'the archive is damaged (not enough bytes in the stream. expected 10. got only 1)',
    ],
    ['no Deflate', [['x.csv', { content: 'x', packed: Buffer.from('not packed') }]], 'the archive is damaged (invalid'],
  ])('with %s is rejected with a message', async (_, members, message) => {
    const source = zip(members);
    const read = async (): Promise<unknown> => {
      await listArchive('x.zip', await openArchive(source));
      return contents(source);
    };
    await expect(read()).rejects.toThrow(message);
  });

  it('with more than 10,000 members is rejected', async () => {
    const members = Array.from({ length: 10_001 }, (_, n) => [`${n}.csv`, { content: '' }] as const);
    await expect(openArchive(zip(members))).rejects.toThrow(
      'the archive has 10001 members, more than the limit of 10000: split it',
    );
  });

  it('stops unpacking beyond 200 times the size of the archive, whatever size its headers state', async () => {
    const packed = deflateRawSync(Buffer.alloc(256 * 1024 * 1024));
    const bomb = { content: '', packed, size: 256 * 1024 * 1024 };
    const message = 'the archive unpacks to more than 200 times its size, which is not plausible for data';
    await expect(contents(zip({ 'x.csv': bomb }))).rejects.toThrow(message);
    await expect(contents(zip({ 'x.csv': { ...bomb, size: 2 ** 32 - 2 } }))).rejects.toThrow(message);
    // In all: each of its members alone is within the bound.
    const small = { content: '', packed: deflateRawSync(Buffer.alloc(40e6)), size: 40e6, crc: 0 };
    const archive = await openArchive(zip({ 'a.csv': small, 'b.csv': small }));
    const drain = async (at: number): Promise<void> => {
      const member = archive.members[at];
      if (member) for await (const { length } of member.read()) expect(length).toBeGreaterThan(0);
    };
    await expect(drain(0)).rejects.toThrow('checksum');
    await expect(drain(1)).rejects.toThrow(message);
  });

  it('returns its members or a clear error if it is truncated or changed anywhere', async () => {
    const whole = zip({ ...GOOD, 'in/b.csv': 'two\n'.repeat(500), 'a64.csv': 'y' });
    const sentence = /^the archive [^]+$/;
    const attempt = async (bytes: Buffer): Promise<void> => {
      const outcome = await contents(bytes).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome.message).toMatch(sentence);
    };
    const at = fc.nat({ max: whole.length - 1 });
    await fc.assert(
      fc.asyncProperty(at, async (length) => {
        await expect(contents(whole.subarray(0, length))).rejects.toThrow(sentence);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(at, fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }), async (flips) => {
        const damaged = Buffer.from(whole);
        for (const [place, byte] of flips) damaged[place] = byte;
        await attempt(damaged);
      }),
      { numRuns: casesOf(1_000) },
    );
    // The end of the directory says where everything is, so most of what can go wrong does so there.
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 300 }), fc.constantFrom(0, 1, 127, 255), async (back, byte) => {
        const damaged = Buffer.from(whole);
        damaged[whole.length - 1 - back] = byte;
        await attempt(damaged);
      }),
      { numRuns: casesOf(500) },
    );
  });
});
