import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { timesOf } from '../support/repeated.js';
import { withoutHint } from '../support/progressLines.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { makeDataDir, type Contents } from '../support/templates.js';
import { UDG } from '../support/udg.js';

const FILES = join(import.meta.dirname, '../import/files');
const NEM12 = join(FILES, 'nem', 'Example_NEM12_actual_interval.csv');
const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const asset = (n: number): string => `a${String(n).padStart(23, '0')}`;
const interval = (n: number): string => `d${String(n).padStart(23, '0')}`;
const ASSETS = `_id,companyId,siteName,floorArea\n${asset(1)},${COMPANY},Hall,12.5\n${asset(2)},${COMPANY},Barn,3\n`;
const ACCOUNTS = `_id,companyId,assetId,type,meterPointNumber\n${ACCOUNT},${COMPANY},${asset(1)},electricity,VABD000163\n`;
const half = (n: number): string =>
  `${JSON.stringify({
    ...{ _id: interval(n), accountId: ACCOUNT, type: 'electricity', unit: 'kWh', value: n },
    ...{ startTimestamp: `2024-01-0${n}T00:00:00Z`, endTimestamp: `2024-01-0${n}T00:30:00Z` },
  })}\n`;
/** Two assets and an account, imported from standard input. */
const IMPORTED: Contents = {
  name: 'imported',
  async load(database) {
    await runCommand(['import', 'assets', '-'], { database, input: ASSETS });
    expect(await runCommand(['import', 'accounts', '-'], { database, input: ACCOUNTS })).toMatchObject({ status: 0 });
  },
};
/** The number of progress lines to wait for, one every ten seconds. */
const LINES = timesOf('lines about a slow import');
/** Removes the time of a summary, its only figure that varies. */
const timeless = (text: string): string => text.replace(/ in \d+\.\d s:/g, ' in … s:');

describe('udg import, on the embedded database', () => {
  let base: string;
  let folder: string;
  let database: Database;

  const udg = (args: readonly string[], input?: string | Uint8Array): Promise<Ran> =>
    runCommand(args, { database, cwd: folder, input });
  /** Status and both outputs, without times. */
  const told = async (args: readonly string[], input?: string | Uint8Array): Promise<object> => {
    const { status, stdout, stderr } = await udg(args, input);
    return { status, stdout: timeless(stdout), stderr };
  };
  const write = (path: string, content: string | Uint8Array): string => {
    const whole = join(folder, path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, content);
    return whole;
  };
  const json = async (args: readonly string[], input?: string): Promise<unknown> =>
    JSON.parse((await udg([...args, '--json'], input)).stdout);

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'udg-'));
    await makeDataDir(join(base, 'slow'));
    slow = importSlowly();
  });
  /** Feeds an import until it has printed its progress often enough. A separate process, so other tests run meanwhile. */
  const importSlowly = (): Promise<unknown> => {
    const DATA_DIR = join(base, 'slow');
    // The import recognises a file once enough of it has arrived.
    const rows = Array.from({ length: 2_000 }, (_, n) => `${asset(n)},${COMPANY},Site,1\n`).join('');
    writeFileSync(join(base, 'rows.csv'), `_id,companyId,siteName,floorArea\n${rows}`);
    writeFileSync(join(base, 'slow.txt'), '');
    const until = `[ "$(wc -l < slow.txt)" -ge ${LINES} ] || [ $n -ge 5120 ]`;
    const row = `printf 'a%023d,${COMPANY},Site,1\\n' $n`;
    const feed = `(cat rows.csv; n=5000; until ${until}; do sleep 1; ${row}; n=$((n + 1)); done)`;
    const program = [process.execPath, ...UDG].map((part) => `'${part}'`).join(' ');
    const script = `${feed} | ${program} import assets - 2> slow.txt`;
    const child = spawn('sh', ['-c', script], {
      cwd: base,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR },
      stdio: 'ignore',
    });
    return new Promise((resolve) => child.on('exit', resolve));
  };
  let slow: Promise<unknown> | undefined;

  // Each test has a folder and a copy of the database of its own.
  beforeEach(async () => {
    folder = mkdtempSync(join(base, 'test-'));
    database = await openTestDatabase('pglite', IMPORTED);
  });
  afterEach(() => database.close());
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  describe('of a folder', () => {
    it('imports files in order of dependency, with sub-folders and gzip, meter data last, and skips a licence', async () => {
      write('in/accounts.csv', ACCOUNTS.replace(asset(1), asset(3)));
      write('in/assets/more-sites.csv', ASSETS.replace(asset(1), asset(3)));
      write('in/companies.ndjson.gz', gzipSync(`{"_id":"${COMPANY}","name":"Acme"}\n`));
      write('in/non-cumulative-2024.ndjson.gz', gzipSync(half(1) + half(2)));
      write('in/LICENSE', 'MIT');
      write('in/.hidden.csv', 'x');
      mkdirSync(join(folder, 'in', 'a-meters'));
      copyFileSync(NEM12, join(folder, 'in', 'a-meters', 'actual.csv'));
      expect(await told(['import', 'in', '--company', COMPANY])).toEqual({
        status: 0,
        stdout: [
          'companies: 1 row read in … s: 0 inserted, 1 updated, 0 unchanged.',
          'assets: 2 rows read in … s: 1 inserted, 0 updated, 1 unchanged.',
          'accounts: 1 row read in … s: 0 inserted, 1 updated, 0 unchanged.',
          'non-cumulative: 2 rows read in … s: 2 inserted, 0 updated, 0 unchanged. Recalculated 2 account-days. 1 new finding, 0 resolved.',
          'non-cumulative: 96 rows read in … s: 48 inserted, 0 updated, 0 unchanged, 48 skipped. Recalculated 2 account-days.',
          '',
        ].join('\n'),
        stderr: [
          'Skipped, because they are not data files: in/LICENSE.',
          'Skipped: NMI VABD000163 channel Q1 (kVArh): 48 rows',
          '',
        ].join('\n'),
      });
      const again = (await json(['import', 'in', '--company', COMPANY])) as readonly Record<string, unknown>[];
      expect(
        again.map(({ file, resource, read, unchanged, skipped }) => [file, resource, read, unchanged, skipped]),
      ).toEqual([
        ['in/companies.ndjson.gz', 'companies', 1, 1, 0],
        ['in/assets/more-sites.csv', 'assets', 2, 2, 0],
        ['in/accounts.csv', 'accounts', 1, 1, 0],
        ['in/non-cumulative-2024.ndjson.gz', 'non-cumulative', 2, 2, 0],
        ['in/a-meters/actual.csv', 'non-cumulative', 96, 48, 48],
      ]);
      const imports = (await udg(['imports'])).stdout.split('\n');
      expect(imports[0]).toMatch(/^import +started +resource +file +state +read +inserted +updated +deleted$/);
      expect(imports[1]).toMatch(/^12 +\S+ +non-cumulative +in\/a-meters\/actual.csv +done +96 +0 +0 +0$/);
      expect(imports[6]).toMatch(/^7 +\S+ +non-cumulative +in\/a-meters\/actual.csv +done +96 +48 +0 +0$/);
    });

    it('stops at a file with a bad row, applies none of it, and lists the files that were not imported', async () => {
      write('in/assets.csv', ASSETS.replace('Hall', 'Great Hall'));
      write('in/accounts.csv', ACCOUNTS.replace('electricity', 'steam'));
      write('in/readings.ndjson', '{}\n');
      write('in/non-cumulative.ndjson', half(1));
      expect(await told(['import', 'in'])).toMatchObject({
        status: 1,
        stdout:
          'assets: 2 rows read in … s: 0 inserted, 1 updated, 1 unchanged.\naccounts: 1 of 1 row is bad, so nothing was applied.\n',
        stderr: expect.stringMatching(
          /^in\/accounts\.csv:2: type: must be one of electricity, .*, got "steam"\nNot imported: in\/readings\.ndjson, in\/non-cumulative\.ndjson\.\n$/,
        ) as string,
      });
    });

    it('stops at a file that cannot be read, and lists the files that were not imported', async () => {
      write('in/assets.csv', ASSETS.replace('Hall', 'Great Hall'));
      write('in/readings.ndjson.gz', gzipSync('{}\n').subarray(0, 15));
      write('in/non-cumulative.ndjson', half(1));
      expect(await told(['import', 'in'])).toEqual({
        status: 1,
        stdout: 'assets: 2 rows read in … s: 0 inserted, 1 updated, 1 unchanged.\n',
        stderr:
          'in/readings.ndjson.gz: the gzip data ends too early: the file is truncated.\nNot imported: in/non-cumulative.ndjson.\n',
      });
    });

    it('names a file whose resource it cannot infer, and explains how to name the resource', async () => {
      write('in/sites.csv', ASSETS);
      expect(await told(['import', 'in'])).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'in/sites.csv: the format of the file is csv, which may hold any resource: give the resource, for example udg import assets <file>.\n',
      });
    });

    it('continues after bad rows with --rejects, and lists the files that contain the rejected rows', async () => {
      write('in/assets.csv', ASSETS.replace('12.5', 'wide'));
      write('in/non-cumulative.ndjson', half(1) + half(2).replace(ACCOUNT, interval(9)));
      expect(await told(['import', 'in', '--rejects', 'bad.ndjson'])).toEqual({
        status: 1,
        stdout: [
          'assets: 2 rows read in … s: 0 inserted, 0 updated, 1 unchanged, 1 rejected to bad.ndjson. Nothing changed.',
          'non-cumulative: 2 rows read in … s: 1 inserted, 0 updated, 0 unchanged, 1 rejected to bad.ndjson. Recalculated 1 account-day.',
          '',
        ].join('\n'),
        stderr: [
          'in/assets.csv:2: floorArea: must be a finite number such as 12.5, got "wide"',
          `in/non-cumulative.ndjson:2: accountId: there is no account ${interval(9)}`,
          '',
        ].join('\n'),
      });
      const lines = readFileSync(join(folder, 'bad.ndjson'), 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { readonly file: string }).file)).toEqual([
        'in/assets.csv',
        'in/non-cumulative.ndjson',
      ]);
    });
  });

  describe('of one file', () => {
    it('takes the resource from the name of the file', async () => {
      write('assets.csv', ASSETS);
      expect(await told(['import', 'assets.csv'])).toEqual({
        status: 0,
        stdout: 'assets: 2 rows read in … s: 0 inserted, 0 updated, 2 unchanged. Nothing changed.\n',
        stderr: '',
      });
    });

    it('recognises standard input by its content, also compressed', async () => {
      expect(await told(['import', 'assets', '-'], gzipSync(ASSETS))).toEqual({
        status: 0,
        stdout: 'assets: 2 rows read in … s: 0 inserted, 0 updated, 2 unchanged. Nothing changed.\n',
        stderr: '',
      });
      expect(await told(['import', '-', '--company', COMPANY], gzipSync(readFileSync(NEM12)))).toEqual({
        status: 0,
        stdout:
          'non-cumulative: 96 rows read in … s: 48 inserted, 0 updated, 0 unchanged, 48 skipped. Recalculated 2 account-days.\n',
        stderr: 'Skipped: NMI VABD000163 channel Q1 (kVArh): 48 rows\n',
      });
      expect(await told(['import', 'assets', '-'], '')).toEqual({
        status: 0,
        stdout: 'assets: the file holds no rows, so there is nothing to import.\n',
        stderr: '',
      });
    });

    it('with --dry-run stores nothing; the counts in its JSON add up', async () => {
      write('non-cumulative.ndjson', half(1) + half(2));
      expect(await told(['import', 'non-cumulative.ndjson', '--dry-run'])).toEqual({
        status: 0,
        stdout:
          'non-cumulative: 2 rows read in … s: 2 inserted, 0 updated, 0 unchanged. Recalculated 2 account-days. 1 new finding, 0 resolved. This was a dry run: it was rolled back.\n',
        stderr: '',
      });
      expect(await json(['import', 'non-cumulative.ndjson'])).toEqual({
        ...{ file: 'non-cumulative.ndjson', resource: 'non-cumulative', format: 'ndjson' },
        ...{ read: 2, inserted: 2, updated: 0, deleted: 0, unchanged: 0, rejected: 0, skipped: 0, recomputedDays: 2 },
        ...{ newFindings: 1, resolvedFindings: 0 },
        ...{ seconds: expect.any(Number) as number, errors: [], errorCount: 0, unmatched: [], skippedFor: [] },
        ...{ notices: [], noticed: 0, companiesWithoutKey: [COMPANY] },
        next: `npx udg keys issue --role reader --company ${COMPANY}`,
      });
    });

    it('rejects wrong options and options that do not apply to the format', async () => {
      expect(await told(['import', 'assets', '-', '--stamps', 'end'], ASSETS)).toEqual({
        status: 1,
        stdout: '',
        stderr: '-: the rows state their accounts and periods, so --stamps does not apply.\n',
      });
      expect(await udg(['import', NEM12, '--timezone', 'Europe/Lodon'])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(
          `error: option '--timezone <name>' argument 'Europe/Lodon' is invalid. It must be a time zone such as Europe/London or +10:00, got "Europe/Lodon" (did you mean Europe/London?).\n`,
        ) as string,
      });
      expect(await told(['import', 'none.csv'])).toEqual({
        status: 1,
        stdout: '',
        stderr: 'There is no file none.csv.\n',
      });
    });
  });

  describe('--rejects', () => {
    const BAD = ASSETS.replace('12.5', 'wide');

    it('writes bad rows with reasons; a corrected row can be imported; an empty file is removed', async () => {
      write('assets.csv', BAD);
      expect(await told(['import', 'assets.csv', '--rejects', 'bad.ndjson'])).toEqual({
        status: 1,
        stdout:
          'assets: 2 rows read in … s: 0 inserted, 0 updated, 1 unchanged, 1 rejected to bad.ndjson. Nothing changed.\n',
        stderr: 'assets.csv:2: floorArea: must be a finite number such as 12.5, got "wide"\n',
      });
      const text = readFileSync(join(folder, 'bad.ndjson'), 'utf8');
      expect(text).toBe(
        `{"file":"assets.csv","line":2,"errors":[{"field":"floorArea","reason":"must be a finite number such as 12.5, got \\"wide\\""}],"row":{"_id":"${asset(1)}","companyId":"${COMPANY}","siteName":"Hall","floorArea":"wide"}}\n`,
      );
      const { row } = JSON.parse(text) as { readonly row: object };
      write('assets-mended.ndjson', `${JSON.stringify({ ...row, floorArea: 99 })}\n`);
      expect(await told(['import', 'assets-mended.ndjson', '--rejects', 'bad.ndjson'])).toEqual({
        status: 0,
        stdout: 'assets: 1 row read in … s: 0 inserted, 1 updated, 0 unchanged.\n',
        stderr: '',
      });
      expect(existsSync(join(folder, 'bad.ndjson'))).toBe(false);
    });

    it('rejects the imported file under any name, and a path that it cannot write, and leaves the file unchanged', async () => {
      write('assets.csv', BAD);
      linkSync(join(folder, 'assets.csv'), join(folder, 'linked'));
      symlinkSync(join(folder, 'assets.csv'), join(folder, 'symbolic'));
      for (const path of ['./assets.csv', 'linked', 'symbolic']) {
        expect(await told(['import', 'assets.csv', '--rejects', path])).toEqual({
          status: 1,
          stdout: '',
          stderr: `${path} is a file of this import: write the rejected rows to another file.\n`,
        });
      }
      expect(readFileSync(join(folder, 'assets.csv'), 'utf8')).toBe(BAD);
      mkdirSync(join(folder, 'data'));
      for (const [path, reason] of [
        ['nowhere/bad.ndjson', 'no such file or directory'],
        ['data', 'illegal operation on a directory'],
      ] as const) {
        expect(await told(['import', 'assets.csv', '--rejects', path])).toEqual({
          status: 1,
          stdout: '',
          stderr: `The rejected rows cannot be written to ${path}: ${reason}.\n`,
        });
      }
    });

    it('reports a full disk; with room the same command writes the rows', async () => {
      write('assets.csv', BAD.replace('Barn', 'Great Barn'));
      const full = await udg(['import', 'assets.csv', '--rejects', '/dev/full']);
      expect([full.status, full.stdout, full.stderr]).toEqual([
        1,
        '',
        'The rejected rows cannot be written to /dev/full: no space left on device.\n',
      ]);
      expect(existsSync('/dev/full')).toBe(true);
      expect((await udg(['import', 'assets.csv', '--rejects', 'bad.ndjson'])).status).toBe(1);
      expect(readFileSync(join(folder, 'bad.ndjson'), 'utf8').split('\n')).toHaveLength(2);
    });

    it('leaves a path that is no regular file, such as a pipe, in place', async () => {
      write('assets.csv', ASSETS);
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const reader = spawn('cat', [pipe]);
      try {
        expect(await udg(['import', 'assets.csv', '--rejects', 'pipe'])).toMatchObject({ status: 0 });
        expect(existsSync(pipe)).toBe(true);
      } finally {
        reader.kill();
      }
    });
  });

  it('udg delete prints the numbers of deleted records, of unknown records and of records that others still reference', async () => {
    await udg(['import', 'non-cumulative', '-'], half(1) + half(2) + half(3));
    expect(await told(['delete', 'non-cumulative', '--id', interval(1), '--id', interval(9)])).toEqual({
      status: 0,
      stdout:
        'non-cumulative: 2 rows read in … s: 0 inserted, 0 updated, 1 deleted, 1 unchanged. Recalculated 1 account-day. 1 new finding, 1 resolved.\n',
      stderr: '',
    });
    expect(await told(['delete', 'accounts', '--id', ACCOUNT])).toEqual({
      status: 1,
      stdout: 'accounts: 1 of 1 cannot be deleted, so nothing was deleted.\n',
      stderr: `accounts: ${ACCOUNT} cannot be deleted: non-cumulative records still refer to it; delete them first\n`,
    });
    expect(await told(['delete', 'invoices', '--before', '2024-01-01'])).toEqual({
      status: 0,
      stdout: 'invoices: no records match, so nothing was deleted.\n',
      stderr: '',
    });
    expect(await json(['imports'])).toMatchObject([
      { resource: 'invoices', file: 'delete --before 2024-01-01T00:00:00.000Z', state: 'done' },
      { resource: 'accounts', state: 'refused', summary: { rejected: 1 } },
      { resource: 'non-cumulative', state: 'done', summary: { deleted: 1, unchanged: 1 } },
      { resource: 'non-cumulative', file: '-', state: 'done', summary: { inserted: 3 } },
      { resource: 'accounts', file: '-', state: 'done' },
      { resource: 'assets', file: '-', state: 'done' },
    ]);
  });

  it('prints progress every ten seconds if standard error is no terminal', async () => {
    expect(await slow).toBe(0);
    expect(withoutHint(readFileSync(join(base, 'slow.txt'), 'utf8'))).toMatch(
      new RegExp(`^(-: 2,0\\d\\d rows read, [\\d,]+ a second\\n){${LINES}}$`),
    );
  });
});
