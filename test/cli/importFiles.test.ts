import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { buildProgram } from '../support/build.js';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';
import { restorePoint } from '../support/restorePoint.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { row, workbook } from '../support/workbook.js';
import { zip } from '../support/zip.js';

await buildProgram();

const DIST = join(PACKAGE_ROOT, 'dist', 'src');
const NEM12 = readFileSync(join(import.meta.dirname, '../import/files/nem/Example_NEM12_actual_interval.csv'));
const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const asset = (n: number): string => `a${String(n).padStart(23, '0')}`;
const ASSETS = `_id,companyId,siteName,floorArea\n${asset(1)},${COMPANY},Hall,12.5\n${asset(2)},${COMPANY},Barn,3\n`;
const ACCOUNTS = `_id,companyId,assetId,type,meterPointNumber\n${ACCOUNT},${COMPANY},${asset(1)},electricity,VABD000163\n`;
/** A workbook of the two assets, with another sheet. */
const BOOK = workbook({
  sheets: {
    Sites: row(1, ['_id', 'companyId', 'siteName', 'floorArea']) + row(3, [asset(1), COMPANY, 'Hall', 12.5]),
    Others: row(1, ['_id', 'companyId', 'siteName', 'floorArea']) + row(2, [asset(2), COMPANY, 'Barn', 3]),
  },
});
const timeless = (text: string): string => text.replace(/ in \d+\.\d s:/g, ' in … s:');
const NONE = { updated: 0, unchanged: 0, rejected: 0 };

describe('udg import of archives, workbooks and other encodings, on the embedded database', () => {
  let base: string;
  let folder: string;
  let database: Database;
  let restore: () => Promise<void>;
  /** Restores the two assets and the account. */
  let restoreMeter: () => Promise<void>;

  const udg = (args: readonly string[], input?: string | Uint8Array): Promise<Ran> =>
    runCommand(args, { database, cwd: folder, input });
  const told = async (args: readonly string[], input?: string | Uint8Array): Promise<object> => {
    const { status, stdout, stderr } = await udg(args, input);
    return { status, stdout: timeless(stdout), stderr };
  };
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  /** File, resource and counts of each imported file. */
  const summaries = async (args: readonly string[], input?: string | Uint8Array): Promise<unknown> =>
    (JSON.parse((await udg([...args, '--json'], input)).stdout) as readonly Record<string, unknown>[]).map(
      ({ file, resource, inserted }) => [file, resource, inserted],
    );

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'udg-'));
    database = await openTestDatabase('pglite');
    restore = await restorePoint(database, 'empty');
    for (const [name, csv] of [
      ['assets', ASSETS],
      ['accounts', ACCOUNTS],
    ] as const) {
      expect(await importText(database, name, csv)).toMatchObject({ rejected: 0 });
    }
    restoreMeter = await restorePoint(database, 'meter');
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(base, 'test-'));
    await restore();
    await database.knex('imports').delete();
  });
  afterAll(async () => {
    await database.close();
    rmSync(base, { recursive: true, force: true });
  });

  const EXPORT = zip({
    ...{
      'meters/actual.csv': { content: NEM12 },
      'accounts.csv': ACCOUNTS,
      'in/assets.csv.gz': { content: gzipSync(ASSETS) },
    },
    ...{ 'companies.ndjson': `{"_id":"${COMPANY}","name":"Acme"}\n`, LICENSE: 'MIT', '__MACOSX/assets.csv': 'x' },
  });

  it('reads an archive like a folder: in order of dependency, with the name of each member, also in the journal', async () => {
    write('export.zip', EXPORT);
    expect(await told(['import', 'export.zip', '--company', COMPANY])).toEqual({
      status: 0,
      stdout: [
        'companies: 1 row read in … s: 1 inserted, 0 updated, 0 unchanged.',
        'assets: 2 rows read in … s: 2 inserted, 0 updated, 0 unchanged.',
        'accounts: 1 row read in … s: 1 inserted, 0 updated, 0 unchanged.',
        'non-cumulative: 96 rows read in … s: 48 inserted, 0 updated, 0 unchanged, 48 skipped. Recalculated 2 account-days.',
        '',
      ].join('\n'),
      stderr: [
        'Skipped, because they are not data files: export.zip/LICENSE.',
        'Skipped: NMI VABD000163 channel Q1 (kVArh): 48 rows',
        '',
      ].join('\n'),
    });
    expect((await udg(['imports'])).stdout).toContain('export.zip/meters/actual.csv');
    // The same from standard input: only the name of the file differs.
    expect(await summaries(['import', '-', '--company', COMPANY], EXPORT)).toEqual([
      ['-/companies.ndjson', 'companies', 0],
      ['-/in/assets.csv.gz', 'assets', 0],
      ['-/accounts.csv', 'accounts', 0],
      ['-/meters/actual.csv', 'non-cumulative', 0],
    ]);
  });

  it('names the member that contains a bad row and skips later members; --rejects writes plain rows', async () => {
    write('export.zip', zip({ 'assets.csv': ASSETS.replace('12.5', 'wide'), 'accounts.csv': ACCOUNTS }));
    expect(await told(['import', 'export.zip'])).toEqual({
      status: 1,
      stdout: 'assets: 1 of 2 rows is bad, so nothing was applied.\n',
      stderr:
        'export.zip/assets.csv:2: floorArea: must be a finite number such as 12.5, got "wide"\nNot imported: export.zip/accounts.csv.\n',
    });
    expect(await told(['import', 'export.zip', '--rejects', 'export.zip'])).toMatchObject({
      status: 1,
      stderr: 'export.zip is a file of this import: write the rejected rows to another file.\n',
    });
    expect((await udg(['import', 'assets', 'export.zip', '--rejects', 'bad.ndjson'])).status).toBe(1);
    expect(readFileSync(join(folder, 'bad.ndjson'), 'utf8')).toMatch(/^\{"file":"export.zip\/assets.csv","line":2,/);
  });

  const SECOND = ACCOUNTS + `${'b'.repeat(24)},${COMPANY},,gas,\n`.repeat(300);
  const PACKED = deflateRawSync(Buffer.from(SECOND));
  const EMPTY = Buffer.alloc(70_000_000);
  const ZEROS = { content: '', packed: deflateRawSync(EMPTY), size: EMPTY.length, crc: crc32(EMPTY) };
  it.each([
    ['another check sum', { content: SECOND, crc: 1 }, 'checksum'],
    ['a part of its bytes', { content: SECOND, packed: PACKED.subarray(0, PACKED.length / 2) }, 'is damaged'],
    ['bytes that are no Deflate', { content: SECOND, packed: Buffer.alloc(40, 255) }, 'is damaged'],
    ['more bytes than it says', { content: SECOND, size: 100 }, 'too many bytes'],
    ['fewer bytes than it says', { content: SECOND, size: SECOND.length + 9 }, 'not enough bytes'],
    ['a password', { content: SECOND, flags: 1 }, 'is encrypted; unpack it with its password first'],
    [
      'a method of packing that is not read',
      { content: SECOND, method: 12 },
      'has the unsupported compression method 12',
    ],
    ['zeros of more than 200 times its size', ZEROS, 'unpacks to more than 200 times'],
  ])('applies nothing of an archive if its second file has %s', async (_, member, message) => {
    for (const [name, members] of [
      ['first.zip', { 'assets.csv': ASSETS, 'accounts.csv': member }],
      ['last.zip', { 'accounts.csv': member, 'assets.csv': ASSETS }],
    ] as const) {
      write(name, zip(members));
      const { status, stdout, stderr } = await udg(['import', name]);
      expect({ status, stdout, stderr }).toEqual({
        ...{ status: 1, stdout: '' },
        stderr: expect.stringContaining(message) as string,
      });
    }
    // A folder has it among good files.
    write('in/assets.csv', ASSETS);
    write('in/b.zip', zip({ 'accounts.csv': member }));
    expect(await udg(['import', 'in'])).toMatchObject({ status: 1, stdout: '' });
    expect(await database.knex('assets').first()).toBeUndefined();
  });

  it('exits with 1 if a file has only skipped rows, also in a preview, and with 0 if one row is not skipped', async () => {
    await restoreMeter();
    const header = 'MPAN,start,kWh,Register';
    const said = [
      '--account',
      ACCOUNT,
      '--timezone',
      'UTC',
      '--map',
      'meter=MPAN,start=start,value=kWh,where=Register=Import',
    ];
    const rows = (registers: readonly string[]): string =>
      [header, ...registers.map((name, index) => `VABD000163,2024-01-01 0${index}:00,1,${name}`)].join('\n');
    for (const registers of [
      ['Export', 'Export', 'Export'],
      ['A', 'B'],
      ['', '', ''],
      ['kVArh', 'kVArh'],
      ['E', 'E', 'E', 'E'],
    ]) {
      write('export.csv', rows(registers));
      const { status, stdout } = await udg(['import', 'export.csv', ...said]);
      expect({ status, stdout }).toEqual({
        status: 1,
        stdout: `non-cumulative: all of ${registers.length} rows were skipped, so nothing was imported.\n`,
      });
      expect((await udg(['import', 'export.csv', ...said, '--preview'])).status).toBe(1);
    }
    write('both.csv', rows(['Export', 'Import', 'Import', 'Export']));
    expect(await udg(['import', 'both.csv', ...said])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('2 inserted, 0 updated, 0 unchanged, 2 skipped') as string,
    });
  });

  it('rejects a damaged or empty archive with a message before it imports anything', async () => {
    write('in/assets.csv', ASSETS);
    write('in/x.zip', EXPORT.subarray(0, 500));
    expect(await told(['import', 'in'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'in/x.zip: the archive has no end: it is truncated or damaged.\n',
    });
    write('none.zip', zip({ LICENSE: 'MIT', 'export.zip': { content: EXPORT } }));
    expect(await told(['import', 'none.zip'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'none.zip has no data files (.csv, .ndjson or .xml, also with .gz; .xlsx or .zip). ' +
        'Skipped: none.zip/LICENSE, none.zip/export.zip (an archive within an archive).\n',
    });
    write('nested.zip', zip({ 'assets.csv': { content: EXPORT } }));
    expect(await told(['import', 'nested.zip'])).toMatchObject({
      status: 1,
      stderr: 'nested.zip/assets.csv: the file is an archive within an archive; unpack it first.\n',
    });
  });

  it('reads the first sheet of a workbook, or the named one; errors name the rows of the sheet', async () => {
    write('assets.xlsx', BOOK);
    expect(await told(['import', 'assets.xlsx'])).toEqual({
      status: 0,
      stdout: 'assets: 1 row read in … s: 1 inserted, 0 updated, 0 unchanged.\n',
      stderr:
        'Note: the import read only the sheet "Sites" of the workbook; to read another, give --sheet ("Others")\n',
    });
    expect(await told(['import', 'assets', '-', '--sheet', 'others'], BOOK)).toEqual({
      status: 0,
      stdout: 'assets: 1 row read in … s: 1 inserted, 0 updated, 0 unchanged.\n',
      stderr: '',
    });
    expect(await told(['import', 'assets.xlsx', '--sheet', '3'])).toMatchObject({
      status: 1,
      stderr: 'assets.xlsx: the workbook has no sheet "3"; its sheets are "Sites", "Others".\n',
    });
    const bad = '<row r="9"><c t="inlineStr"><is><t>x</t></is></c><c t="e"><v>#N/A</v></c></row>';
    write(
      'bad.zip',
      zip({ 'assets.xlsx': { content: workbook({ sheets: { A: row(2, ['_id', 'companyId', 'siteName']) + bad } }) } }),
    );
    expect(await told(['import', 'bad.zip'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^bad\.zip\/assets\.xlsx:9: _id: .*"x"\n/) as string,
    });
  });

  it('reads dates of a workbook as the cells display them', async () => {
    await restoreMeter();
    const cells = (day: number): string =>
      `<row><c t="inlineStr"><is><t>VABD000163</t></is></c><c s="1"><v>${day}</v></c>${'<c><v>0.5</v></c>'.repeat(48)}</row>`;
    const times = Array.from({ length: 48 }, (_, n) => `<c s="2"><v>${n / 48}</v></c>`).join('');
    const header = `<row><c t="inlineStr"><is><t>nmi</t></is></c><c t="inlineStr"><is><t>date</t></is></c>${times}</row>`;
    const book = workbook({ sheets: { A: header + cells(45322) + cells(45323) }, formats: ['dd/mm/yyyy', 'h:mm'] });
    write('days.xlsx', book);
    expect(await told(['import', 'days.xlsx', '--company', COMPANY, '--timezone', '+10:00'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('96 rows read in … s: 96 inserted') as string,
      stderr: '',
    });
  });

  it('imports a sheet of bills as invoices, also next to other files of a folder', async () => {
    await restoreMeter();
    const texts = (...cells: readonly string[]): string =>
      cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
    const bill = (number: string, from: number, to: number): string =>
      `<row>${texts(number, 'VABD000163')}<c s="1"><v>${from}</v></c><c s="1"><v>${to}</v></c><c><v>500.5</v></c><c><v>120</v></c></row>`;
    const rows =
      `<row>${texts('Invoice No', 'NMI', 'From', 'To', 'kWh', 'Total')}</row>` +
      bill('B1', 45292, 45322) +
      bill('B2', 45323, 45351);
    write('bills/bills.xlsx', workbook({ sheets: { Bills: rows }, formats: ['dd/mm/yyyy'] }));
    expect(await told(['import', 'bills', '--company', COMPANY])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('invoices: 2 rows read in … s: 2 inserted') as string,
    });
  });

  it('rejects options that do not apply to the file, and names them', async () => {
    write('assets.csv', ASSETS);
    write('assets.xlsx', BOOK);
    expect(await told(['import', 'assets.csv', '--sheet', '1'])).toMatchObject({
      status: 1,
      stderr: 'assets.csv: the file is not a workbook, so --sheet does not apply.\n',
    });
    expect(await told(['import', 'assets.xlsx', '--encoding', 'latin1'])).toMatchObject({
      status: 1,
      stderr: 'assets.xlsx: the file is a workbook, so --encoding does not apply.\n',
    });
    const { status, stderr } = await udg(['import', 'assets.csv', '--encoding', 'ebcdic']);
    expect(status).toBe(2);
    expect(stderr).toContain('There is no encoding ebcdic; supported encodings include utf-8, windows-1252,');
  });

  it('reads another encoding by --encoding or by the byte order mark', async () => {
    const text = ASSETS.replace('Hall', 'Café');
    write('assets.csv', Buffer.from(text, 'latin1'));
    expect(await told(['import', 'assets.csv'])).toMatchObject({
      status: 1,
      stderr:
        'assets.csv: the file is not UTF-8 (line 2); if it has another encoding, give the encoding, for example --encoding windows-1252.\n',
    });
    expect(await summaries2(['import', 'assets.csv', '--encoding', 'windows-1252'])).toMatchObject({
      inserted: 2,
      ...NONE,
    });
    write('assets.csv', Buffer.from(`\uFEFF${text}`, 'utf16le'));
    expect(await summaries2(['import', 'assets.csv'])).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 });
  });
  const summaries2 = async (args: readonly string[]): Promise<unknown> =>
    JSON.parse((await udg([...args, '--json'])).stdout);

  it('skips and names pipes, sockets, broken links and cycles of links, and never waits for them', async () => {
    write('in/assets.csv', ASSETS);
    execFileSync('mkfifo', [join(folder, 'in', 'accounts.csv')]);
    symlinkSync('nothing.csv', join(folder, 'in', 'broken.csv'));
    symlinkSync('circle.csv', join(folder, 'in', 'circle.csv'));
    symlinkSync('/dev/zero', join(folder, 'in', 'device.csv'));
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'assets-2.csv'), ASSETS);
    symlinkSync('../elsewhere', join(folder, 'in', 'linked'));
    symlinkSync('.', join(folder, 'in', 'self'));
    const server = createServer().listen(join(folder, 'in', 'socket.csv'));
    await new Promise((resolve) => server.once('listening', resolve));
    symlinkSync('../in', join(folder, 'elsewhere', 'up'));
    try {
      expect(await told(['import', 'in'])).toEqual({
        status: 0,
        stdout: [
          'assets: 2 rows read in … s: 2 inserted, 0 updated, 0 unchanged.',
          'assets: 2 rows read in … s: 0 inserted, 0 updated, 2 unchanged. Nothing changed.',
          '',
        ].join('\n'),
        stderr: `Skipped, because they are not data files: ${[
          'in/accounts.csv (a named pipe)',
          'in/broken.csv (a broken link)',
          'in/circle.csv (a broken link)',
          'in/device.csv (a device)',
          'in/linked/up (a folder that the import has already read)',
          'in/self (a folder that the import has already read)',
          'in/socket.csv (a socket)',
        ].join(', ')}.\n`,
      });
    } finally {
      server.close();
    }
  });

  it.each([
    ['a text', Buffer.from(ASSETS)],
    ['an archive', zip({ 'assets.csv': ASSETS })],
    ['a workbook', BOOK],
  ])('reads a pipe whose path is an argument: %s', async (_, content) => {
    const pipe = join(folder, 'assets.csv');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'cat > assets.csv'], { cwd: folder });
    writer.stdin.end(content);
    const { status, stdout } = await udg(['import', 'assets', 'assets.csv']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^assets: [12] rows? read in /);
  });

  it('prints names and cells without control sequences of terminals; JSON has them unchanged', async () => {
    const name = 'assets-\u001b[31m\u0085\u202e\n.csv';
    write(`in/${name}`, ASSETS.replace('12.5', 'w\u001b]0;x\u0007ide').replace('Barn', 'B\u2028'));
    write('in/\u009bx', 'x');
    const { stdout, stderr } = await udg(['import', 'in']);
    expect(stderr).toBe(
      [
        'Skipped, because they are not data files: in/\\u009bx.',
        'in/assets-\\u001b[31m\\u0085\\u202e\\u000a.csv:2: floorArea: must be a finite number such as 12.5, got "w\\u001b]0;x\\u0007ide"',
        '',
      ].join('\n'),
    );
    expect(stdout).toBe('assets: 1 of 2 rows is bad, so nothing was applied.\n');
    const json = (await udg(['import', 'in', '--json'])).stdout;
    expect(json).not.toMatch(/[^\P{Control}\n]|\p{Bidi_Control}/u);
    expect(JSON.parse(json)).toMatchObject([{ file: `in/${name}` }]);
    expect((await udg(['imports'])).stdout).toContain('in/assets-\\u001b[31m\\u0085\\u202e\\u000a.csv');
    write('x.zip', zip({ 'assets-\u001b.csv': '{' }));
    expect((await udg(['import', 'x.zip'])).stderr).toMatch(/^x\.zip\/assets-\\u001b\.csv:1: /);
    expect((await udg(['import', 'no\u001bthing'])).stderr).toBe('There is no file no\\u001bthing.\n');
  });

  it('reads a sheet of 200,000 rows within a small memory limit', () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => row(n + 1, ['meter', n, `text ${n % 1000}`, n / 7])).join(
      '',
    );
    write('large.xlsx', workbook({ sheets: { A: rows } }));
    const script = `
      import { openArchive } from '${DIST}/import/archive/archive.js';
      import { openSheet } from '${DIST}/import/workbook/workbook.js';
      const { chunks } = await openSheet(await openArchive('large.xlsx'), null, () => undefined);
      let lines = 0;
      for await (const chunk of chunks) for (const byte of chunk) if (byte === 10) lines += 1;
      console.log(JSON.stringify({ lines, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
    write('read.mjs', script);
    // A process starts with the largest memory that its parent had: that of a shell, not of this one.
    const { stdout } = spawnSync('sh', ['-c', `'${process.execPath}' read.mjs; exit $?`], {
      encoding: 'utf8',
      cwd: folder,
    });
    const { lines, megabytes } = JSON.parse(stdout) as { readonly lines: number; readonly megabytes: number };
    expect(lines).toBe(200_000);
    expect(megabytes).toBeLessThan(250);
  });
});
