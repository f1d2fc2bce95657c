import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import type { FileOptions } from '../../src/import/importFile.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';
import { zone } from './formats/support.js';

const COMPANY = '5f0000000000000000000001';
const ASSET = 'a00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const LONDON = { company: COMPANY, zone: zone('Europe/London') };

describe.each(ENGINES)('a table from a spreadsheet, on %s', (engine) => {
  let database: Database;
  const load = (name: ImportName | null, text: string, file: Partial<FileOptions> = {}): Promise<ImportSummary> =>
    importText(database, name, text, file);
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await load('companies', `_id\n${COMPANY}\n`);
    await load('assets', `_id,companyId\n${ASSET},${COMPANY}\n`);
    const meter = '_id,companyId,assetId,type,meterPointNumber,meterUnits';
    await load('accounts', `${meter}\n${ACCOUNT},${COMPANY},${ASSET},electricity,'1200000000001,kwh\n`);
  });
  afterAll(() => database.close());

  it('is stored with its values, and the summary lists skipped lines', async () => {
    const summary = await load(
      'invoices',
      [
        'Invoices of 2024;;;;;',
        '_id;accountId;values.startDate;values.endDate;values.totalUnits;values.totalCost;Comment;',
        `c00000000000000000000001;${ACCOUNT};01.01.2024;31/01/2024;1.234,5;1.234,50 €;paid;`,
        `c00000000000000000000002;${ACCOUNT};01/02/2024;29-Feb-24;1.000;(5,25);;`,
        ';;;;;;;',
        'Total;;;;2.234,5;1.229,25;;',
      ].join('\r\n'),
      { ignore: ['comment'] },
    );
    expect(summary).toMatchObject({ read: 2, inserted: 2, rejected: 0, errors: [] });
    expect(summary.notices).toEqual([
      'The header is in line 2. The import skips 1 line above the header: "Invoices of 2024".',
      'The import skips line 6 below the rows: "Total 2.234,5 1.229,25".',
    ]);
    const stored: unknown = await database
      .knex('invoices')
      .select({
        from: 'values_start_date',
        to: 'values_end_date',
        units: 'values_total_units',
        cost: 'values_total_cost',
      })
      .orderBy('_id');
    expect(stored).toMatchObject([
      { from: '2024-01-01T00:00:00.000Z', to: '2024-01-31T00:00:00.000Z', units: 1234.5, cost: 1234.5 },
      { from: '2024-02-01T00:00:00.000Z', to: '2024-02-29T00:00:00.000Z', units: 1000, cost: -5.25 },
    ]);
  });

  it('has half-hours that add up to its own totals', async () => {
    const labels = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    const header = ['Site Ref', 'MPAN', 'Date', ...labels.flatMap((label) => [label, `${label} Flag`])].join('\t');
    const line = (date: string, value: string): string =>
      ['H1', "'1200000000001", date, ...labels.flatMap(() => [value, 'A'])].join('\t');
    const text = ['Half-hours', header, line('26/10/2024', '1,5'), line('27/10/2024', '2'), 'Total\t\t\t84'].join('\n');
    const summary = await load(null, text, { ...LONDON, ignore: ['Site Ref'] });
    expect(summary).toMatchObject({ inserted: 48, rejected: 0, skipped: 0 });
    expect(summary.notices.map((sentence) => sentence.slice(0, 40))).toEqual([
      'The header is in line 2. The import skip',
      'The import skips line 5 below the rows: ',
      'Clocks in Europe/London repeat an hour o',
    ]);
    const found: unknown = await database.knex('intervals').sum({ total: 'value' });
    expect(found).toEqual([{ total: 24 * 1.5 + 24 * 2 }]);
  });

  it.each([
    ['decimal', { decimal: 'comma' }],
    ['dates', { dates: 'dmy' }],
    ['ignore', { ignore: ['a'] }],
  ] as const)('accepts --%s, which other files refuse', async (option, file) => {
    await expect(load('assets', '{"_id":1}\n', file)).rejects.toThrow(
      `the format of the file is ndjson, which is not a table, so --${option} does not apply`,
    );
  });

  it('stores the same records with a row for each interval as with a row for each day', async () => {
    const times = Array.from({ length: 48 }, (_, index) => new Date(index * 1_800_000).toISOString().slice(11, 16));
    const wide = `mpan;date;${times.join(';')}\n1200000000001;13/01/2023;${times.map((_, index) => `${index},5`).join(';')}\n`;
    const rows = times.map((time, index) => `1200000000001\t13/01/2023 ${time}\t${index}.5\tA`);
    const long = ['MPAN\tRead date and time\tConsumption (kWh)\tFlag', ...rows].join('\n');
    expect(await load(null, long, { company: COMPANY })).toMatchObject({
      rejected: 48,
      errors: expect.arrayContaining([
        expect.objectContaining({
          line: 2,
          field: 'Read date and time',
          reason:
            'has no time zone, got "2023-01-13T00:00:00": end the time with Z or an offset such as +01:00, or give the time zone with --timezone',
        }),
      ]) as unknown,
    });
    expect(await load(null, long, LONDON)).toMatchObject({ read: 48, inserted: 48, rejected: 0 });
    expect(await load(null, wide, LONDON)).toMatchObject({ read: 48, inserted: 0, updated: 48, rejected: 0 });
    expect(await load(null, wide, LONDON)).toMatchObject({ unchanged: 48 });
    const found: unknown = await database
      .knex('intervals')
      .whereBetween('start_timestamp', ['2023-01-13', '2023-01-14'])
      .sum({ total: 'value' })
      .count({ n: '_id' })
      .first();
    expect(found).toMatchObject({ total: 1152 });
  });

  it('skips the columns of half-hours that a profile ignores', async () => {
    const map = { columns: {}, where: {}, ignore: ['Site Ref'] };
    const text = `mpan,date,Site Ref,${Array.from({ length: 24 }, (_, index) => index + 1).join()}\n1200000000001,2023-02-13,x${',1'.repeat(24)}\n`;
    expect(await load(null, text, { ...LONDON, map })).toMatchObject({ inserted: 24, rejected: 0 });
  });
});
