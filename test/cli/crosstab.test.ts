import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { startServer, type TestServer } from '../support/server.js';
import { workbook } from '../support/workbook.js';

const RIVERSIDE = '5f0000000000000000000001';
const [ELECTRICITY, GAS, SALES] = [1, 2, 3].map((n) => `64c00000000000000000000${n}`);

describe('udg import of a crosstab, on PGlite', () => {
  let folder: string;
  let database: Database;
  let server: TestServer;
  let key: string;
  const udg = (...args: readonly string[]): Promise<Ran> =>
    runCommand(['import', ...args, '--company', RIVERSIDE, '--timezone', 'UTC'], { database, cwd: folder });
  const monthly = async (accountId: string | undefined, more: string): Promise<readonly (readonly unknown[])[]> => {
    const query = `accountId=${accountId ?? ''}&granularity=monthly&${more}`;
    const { status, text, body } = await server.get(`/consumption?${query}`, key);
    expect(status, text).toBe(200);
    const periods = body.data as readonly { readonly date: string; readonly consumption: number }[];
    return periods.map(({ date, consumption }) => [date, consumption]);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    database = await openTestDatabase('pglite');
    for (const name of ['companies.ndjson', 'entities.ndjson', 'assets.csv', 'accounts.csv']) {
      const path = join(PACKAGE_ROOT, 'seeds/examples/portfolio', name);
      const { status, stderr } = await runCommand(['import', path], { database });
      expect(status, stderr).toBe(0);
    }
    server = await startServer(database);
    key = await server.key({ companies: [RIVERSIDE] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('stores the consumption of each month as in the file, and changes nothing on the second import', async () => {
    const path = join(PACKAGE_ROOT, 'seeds/examples/monthly-use.csv');
    const unsaid = await udg(path);
    expect([unsaid.status, unsaid.stderr]).toEqual([
      1,
      expect.stringContaining(
        'import it with udg import readings <file> or udg import non-cumulative <file>; the first values are "1300", "1210", "1250"',
      ),
    ]);
    const first = await udg('non-cumulative', path);
    expect([first.status, first.stderr]).toEqual([
      0,
      expect.stringContaining('The column "Total" is skipped, because it is a total'),
    ]);
    expect(first.stdout).toContain('6 rows read');
    const range = 'startDate=2023-01-01&endDate=2023-03-31';
    expect(await monthly(ELECTRICITY, range)).toEqual([
      ['2023-01', 1_300],
      ['2023-02', 1_210],
      ['2023-03', 1_250],
    ]);
    expect(await monthly(GAS, range)).toEqual([
      ['2023-01', 5_300],
      ['2023-02', 4_210],
      ['2023-03', 3_250],
    ]);
    expect((await udg('non-cumulative', path)).stdout).toContain('0 inserted, 0 updated, 6 unchanged');
  });

  it('stores the differences of readings, also from a workbook, and shows them in a preview', async () => {
    // Excel's numbers of 1 January, 1 February and 1 March 2022.
    const lines = [44_562, 44_593, 44_621].map(
      (day, n) => `<c s="1"><v>${day}</v></c><c><v>${1_000 + n * 250.5}</v></c>`,
    );
    const header =
      '<c t="inlineStr"><is><t>Date</t></is></c><c t="inlineStr"><is><t>SALES office electricity</t></is></c>';
    const rows = [header, ...lines].map((cells, n) => `<row r="${n + 1}">${cells}</row>`).join('');
    writeFileSync(
      join(folder, 'readings.xlsx'),
      workbook({ sheets: { Data: rows }, formats: ['General', 'dd/mm/yyyy'] }),
    );
    const preview = await udg('readings', 'readings.xlsx', '--preview');
    expect([preview.status, preview.stderr]).toEqual([0, '']);
    for (const recognised of [
      /format +crosstab\n/,
      /layout +a column for each meter\n/,
      /values +register readings\n/,
    ]) {
      expect(preview.stdout).toMatch(recognised);
    }
    expect((await udg('readings', 'readings.xlsx')).stdout).toContain('3 inserted');
    expect(await monthly(SALES, 'startDate=2022-01-01&endDate=2022-02-28&source=reading')).toEqual([
      ['2022-01', 250.5],
      ['2022-02', 250.5],
    ]);
  });

  it('lists unknown meters with the nearest names, and bad cells, and stores nothing of the file', async () => {
    writeFileSync(join(folder, 'bad.csv'), 'Date,Head office gaz,Head office electricity\n2021-01-31,1,n/a\n');
    const { status, stderr, stdout } = await udg('readings', 'bad.csv');
    expect(status).toBe(1);
    expect(stderr + stdout).toContain('Head office gaz (nearest: Head office gas)');
    expect(stderr + stdout).toContain('must be a number of at least 0, or empty, got "n/a"');
    expect(stderr).toContain('Correct the meter number, or import this meter first: udg template writes a sheet');
    expect(stderr).not.toContain('--create-meters');
    expect(await database.knex('readings').where('submitted_at', '<', '2022-01-01')).toEqual([]);
    const created = await udg('readings', 'bad.csv', '--create-meters', '--site', 'Barn');
    expect([created.status, created.stderr]).toEqual([
      1,
      expect.stringContaining('but --create-meters needs the numbers'),
    ]);
  });
});
