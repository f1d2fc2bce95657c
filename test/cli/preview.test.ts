import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { flow, MPAN, reading, settlementDate } from '../import/flows.js';
import { fixture } from '../import/formats/support.js';
import { runCommand } from '../support/runCommand.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const ACCOUNTS = `_id,companyId,type,meterPointNumber,meterUnits\n${ACCOUNT},${COMPANY},electricity,1012345678905,kWh\n`;
const PERIODS = Array.from({ length: 48 }, (_, index) => index + 1);
const day = (date: string, second = '0.5', meter = '1012345678905'): string =>
  `${meter},${date},${PERIODS.map((n) => (n === 2 ? second : 0.5)).join()}\n`;
const HEADER = `mpan,date,${PERIODS.join()}\n`;

describe('udg import --preview', () => {
  let folder: string;
  let database: Database;

  const udg = async (
    args: readonly string[],
    input?: string,
  ): Promise<{ status: number; lines: readonly string[]; stderr: string }> => {
    const ended = await runCommand(args, { database, cwd: folder, input });
    return { status: ended.status, lines: ended.stdout.split('\n'), stderr: ended.stderr };
  };
  const write = (path: string, content: string): void => {
    writeFileSync(join(folder, path), content);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    database = await openTestDatabase('pglite');
    mkdirSync(join(folder, 'in'));
    write('in/companies.csv', `_id,name\n${COMPANY},Acme\n`);
    write('in/accounts.csv', ACCOUNTS);
    write('in/meters.csv', HEADER + day('2024-01-30') + day('2024-02-01', '1.5'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows each file of a folder as if the files before it were imported, and stores nothing', async () => {
    const args = ['import', 'in', '--company', COMPANY, '--timezone', 'UTC'];
    const { status, lines, stderr } = await udg([...args, '--preview']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const from = lines.indexOf('in/meters.csv holds consumption in intervals (non-cumulative).');
    expect(lines.slice(from)).toEqual([
      'in/meters.csv holds consumption in intervals (non-cumulative).',
      '',
      'Recognised',
      '  format     half-hourly',
      '  encoding   UTF-8',
      '  delimiter  comma',
      '  numbers    decimal point, from "0.5" (line 2, 1)',
      '  zone       UTC',
      '',
      'First records, as they would be stored',
      '  meter          from (UTC)        to (UTC)          value  unit           estimated',
      "  1012345678905  2024-01-30 00:00  2024-01-30 00:30    0.5  the account's  no",
      "  1012345678905  2024-01-30 00:30  2024-01-30 01:00    0.5  the account's  no",
      "  1012345678905  2024-01-30 01:00  2024-01-30 01:30    0.5  the account's  no",
      "  1012345678905  2024-01-30 01:30  2024-01-30 02:00    0.5  the account's  no",
      "  1012345678905  2024-01-30 02:00  2024-01-30 02:30    0.5  the account's  no",
      '',
      'Meters',
      '  meter          records  interval  first (UTC)       last (UTC)        estimated  gaps',
      '  1012345678905       96    30 min  2024-01-30 00:00  2024-02-02 00:00  none       1',
      '',
      'Gaps, between the first and the last record',
      '  1012345678905: 1 day in all (48 intervals of 30 min): 2024-01-31 00:00 to 2024-02-01 00:00',
      '',
      'By meter and month (UTC)',
      '  meter          month    records  sum  unit',
      '  1012345678905  2024-01       48   24  kWh',
      '  1012345678905  2024-02       48   25  kWh',
      '',
      'Of 96 rows: 96 new.',
      '',
      'Nothing was imported.',
      'To import it:',
      `  udg ${args.join(' ')}`,
      '',
    ]);
    expect((await udg(['imports'])).lines).toEqual(['No imports yet.', '']);
  });

  it('names bad rows of standard input and the command that imports the other rows', async () => {
    expect((await udg(['import', 'in/companies.csv'])).status).toBe(0);
    expect((await udg(['import', 'in/accounts.csv'])).status).toBe(0);
    const bad = HEADER + day('2024-01-30', 'n/a') + day('2024-01-31') + day('2024-01-31', '1', '9') + day('2024-13-01');
    const args = ['import', 'non-cumulative', '-', '--company', COMPANY, '--timezone', 'Europe/London'];
    const { status, lines } = await udg([...args, '--preview'], bad);
    expect(status).toBe(1);
    expect(lines.slice(lines.indexOf('Meters without an account'))).toEqual([
      'Meters without an account',
      '  9: 48 rows',
      '  To create an account for this meter, add --create-meters --site "<name of the site>".',
      '',
      'Bad rows',
      '  line 2: 2: must be a number, got "n/a"',
      '  line 5: date: must be a date such as 2024-01-31, got "2024-13-01"',
      '',
      'Of 145 rows: 95 new, 50 bad.',
      '',
      'Nothing was imported.',
      'To import the good rows, and write the bad ones to a file:',
      `  udg ${args.join(' ')} --rejects bad.ndjson`,
      '',
    ]);
  });

  it('reports that a correct file has no problems', async () => {
    const good = HEADER + day('2024-01-30');
    const { lines } = await udg(['import', '-', '--preview', '--company', COMPANY, '--timezone', 'UTC'], good);
    expect(lines).toContain('Of 48 rows: 48 new.');
    expect(lines).toContain('No problems: no row is bad or skipped, and no meter has gaps.');
  });

  it('shows the registers of readings and where their values fall', async () => {
    const reading = (at: string, value: number): string => `${ACCOUNT},${at},${value},kWh\n`;
    const rows = [reading('2024-01-01T00:00:00Z', 99890), reading('2024-02-01T00:00:00Z', 2034)];
    const { lines } = await udg(
      ['import', 'readings', '-', '--preview'],
      `accountId,submittedAt,value,units\n${rows.join('')}`,
    );
    expect(lines.slice(lines.indexOf('Registers'), lines.indexOf('Nothing was imported.'))).toEqual([
      'Registers',
      '  meter          register  readings  first (UTC)       showed  last (UTC)        showed  unit  falls',
      '  1012345678905                   2  2024-01-01 00:00  99,890  2024-02-01 00:00   2,034  kWh   1',
      '',
      'Falls',
      '  A reading below the previous one leaves a gap, unless it has meterReset. Registers with such readings: 1.',
      '',
      'Of 2 rows: 2 new.',
      '',
    ]);
  });

  it('shows units and costs of invoices by account and month; the JSON has all columns', async () => {
    const header =
      '_id,accountId,status,values.startDate,values.endDate,values.totalUnits,values.units,values.totalCost';
    const invoice = (n: number, units: number): string =>
      `e0000000000000000000000${n},${ACCOUNT},captured,2024-01-01,2024-01-31,${units},kWh,12.1\n`;
    const { lines } = await udg(
      ['import', 'invoices', '-', '--preview'],
      `${header}\n${invoice(1, 0.1)}${invoice(2, 0.2)}`,
    );
    expect(lines.slice(lines.indexOf('By account and start month')).slice(0, 3)).toEqual([
      'By account and start month',
      '  meter          month (UTC)  invoices  units  unit  cost',
      '  1012345678905  2024-01             2    0.3  kWh   24.2',
    ]);
    const json =
      (await udg(['import', 'invoices', '-', '--preview', '--json'], `${header}\n${invoice(1, 0.1)}`)).lines[0] ?? '';
    expect(JSON.parse(json)).toMatchObject({
      ...{ file: '-', resource: 'invoices', read: 1, inserted: 1, recognised: { format: 'csv' } },
      preview: {
        first: [{ status: 'captured' }],
        invoices: { all: 1, shown: [{ month: '2024-01', units: 0.1, cost: 12.1 }] },
      },
    });
  });

  it('shows days, gaps, overlaps and sums of the bills of each meter', async () => {
    const bill = (n: number, from: string, to: string, sign = ''): string =>
      `${n},1012345678905,${from},${to},${sign}500,${sign}100,${sign}20,${sign}120\n`;
    const text =
      'Invoice No,MPAN,From,To,kWh,Net £,VAT £,Total £\n' +
      bill(1, '2021-01-01', '2021-01-31') +
      bill(2, '2021-03-01', '2021-03-31') +
      bill(3, '2021-03-25', '2021-04-30') +
      bill(4, '2021-03-25', '2021-04-30', '-');
    const { lines } = await udg(['import', '-', '--company', COMPANY, '--preview'], text);
    expect(lines.slice(lines.indexOf('Bills'), lines.indexOf('By account and start month'))).toEqual([
      'Bills',
      '  meter          bills  first day   last day    quantity  unit  net  tax  total  currency  gaps  overlaps',
      '  1012345678905      4  2021-01-01  2021-04-30     1,000  kWh   200   40    240               1         1',
      '',
      'Days without a bill',
      '  1012345678905: 2021-02-01 to 2021-02-28',
      '',
      'Days with several bills, not counting credit notes',
      '  1012345678905: 2021-03-25 to 2021-03-31',
      '',
    ]);
  });

  it('shows no empty tables for a file with only bad rows', async () => {
    await udg(['import', 'companies', 'in/companies.csv']);
    write('unknown.csv', HEADER + day('2024-02-02', '0.5', '77'));
    const args = ['import', 'unknown.csv', '--company', COMPANY, '--timezone', 'UTC', '--preview'];
    const { status, lines } = await udg(args);
    expect(status).toBe(1);
    expect(lines.slice(lines.indexOf('  zone       UTC') + 1)).toEqual([
      '',
      'Meters without an account',
      '  77: 48 rows',
      '  To create an account for this meter, add --create-meters --site "<name of the site>".',
      '',
      'Of 48 rows: 48 bad.',
      '',
      'Nothing was imported.',
      '',
    ]);
  });

  it('exits with 1 and reports it if all rows are skipped, as the import does', async () => {
    const kinds = ['RI', 'RE'].map((kind, index) => `${kind},${day(`2024-02-0${index + 2}`)}`).join('');
    write('reactive.csv', `MQ,${HEADER}${kinds}`);
    const args = ['import', 'reactive.csv', '--company', COMPANY, '--timezone', 'UTC', '--map', 'where=MQ=AI'];
    const { status, lines } = await udg([...args, '--preview']);
    expect([status, lines.slice(lines.indexOf('Skipped'))]).toEqual([
      1,
      [
        'Skipped',
        '  MQ "RI": 48 rows',
        '  MQ "RE": 48 rows',
        '',
        'Of 96 rows: 96 skipped.',
        'All rows are skipped, so there is nothing to import.',
        '',
        'Nothing was imported.',
        '',
      ],
    ]);
    expect(await udg(args)).toMatchObject({
      status: 1,
      lines: ['non-cumulative: all of 96 rows were skipped, so nothing was imported.', ''],
    });
  });

  it('exits with 1 for each format of meter data if all rows are skipped, as the import does', async () => {
    await udg(['import', 'in/accounts.csv']);
    const ones = Array.from({ length: 48 }, () => '1');
    const green = fixture('espi/Coastal_Single_Family_sample_greenbutton_data.xml');
    const nem13 = fixture('nem/Example_NEM13_consumption_data.csv');
    const files: readonly (readonly [string, string])[] = [
      [
        'nem12',
        `100,NEM12,202401010000,X,Y\n200,N1,Q1,,Q1,N1,,kvarh,30,\n300,20240101,${ones.join()},A,,,20240102000000,\n900\n`,
      ],
      ['nem13', nem13.replace(',E,006342.8', ',I,006342.8')],
      [
        'd0036',
        flow(
          'D0036001',
          settlementDate(
            MPAN,
            '20240301',
            ones.map((one) => `A|${one}`),
            'RI',
          ),
        ),
      ],
      ['d0010', flow('D0010002', reading({ status: 'F' }))],
      ['espi', green.replace('<flowDirection>1<', '<flowDirection>19<')],
      ['half-hourly', HEADER + `1012345678905,2024-02-01,${ones.map(() => '').join()}\n`],
      ['crosstab', 'Meter reading,2024-01-31,2024-02-29\n1012345678905,,\n'],
      ['intervals', 'MPAN,Start,kWh\n1012345678905,2024-02-01 00:00,\n1012345678905,2024-02-01 00:30,\n'],
    ];
    for (const [format, content] of files) {
      write('none', content);
      const args = ['import', 'none', '--company', COMPANY, '--timezone', 'UTC', '--format', format];
      const imported = await udg(args);
      expect([format, imported.status, imported.lines[0]]).toEqual([
        format,
        1,
        expect.stringMatching(/: all of [\d,]+ rows? were skipped, so nothing was imported\.$/),
      ]);
      const { status, lines } = await udg([...args, '--preview']);
      expect([format, status, lines.at(-4)]).toEqual([
        format,
        1,
        'All rows are skipped, so there is nothing to import.',
      ]);
    }
  });

  it('shows the first ten errors of a file and their count, as the import and its JSON do', async () => {
    await udg(['import', 'in/accounts.csv']);
    const days = Array.from({ length: 13 }, (_, index) => day(`2024-02-${index + 10}`, `x${index}`)).join('');
    write('bad.csv', HEADER + days);
    const args = ['import', 'bad.csv', '--company', COMPANY, '--timezone', 'UTC'];
    const error = (index: number): string => `2: must be a number, got "x${index}"`;
    const first = Array.from({ length: 10 }, (_, index) => `${index + 2}: ${error(index)}`);
    const more = 'the first 10 of 13 errors are shown; 13 rows are bad';
    const { lines } = await udg([...args, '--preview']);
    const from = lines.indexOf('Bad rows') + 1;
    expect(lines.slice(from, from + 11)).toEqual([...first.map((text) => `  line ${text}`), `  … ${more}`]);
    expect(await udg(args)).toMatchObject({
      status: 1,
      stderr: [...first.map((text) => `bad.csv:${text}`), `(${more})`, ''].join('\n'),
    });
    const { errors, errorCount } = JSON.parse((await udg([...args, '--json'])).lines.join('')) as {
      readonly errors: readonly unknown[];
      readonly errorCount: number;
    };
    expect([errors.length, errorCount]).toEqual([10, 13]);
  });

  it('reports an empty file, and rejects --rejects and --dry-run', async () => {
    expect((await udg(['import', 'assets', '-', '--preview'])).lines).toEqual([
      '- holds no rows, so there is nothing to import.',
      '',
      'Nothing was imported.',
      '',
    ]);
    expect(await udg(['import', 'in', '--preview', '--dry-run'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("option '--preview' cannot be used with option '--dry-run'") as string,
    });
  });
});
