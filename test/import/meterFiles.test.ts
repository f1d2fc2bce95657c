import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { idParameter } from '../../src/db/sql.js';
import type { FileOptions } from '../../src/import/importFile.js';
import type { ImportName, ImportOptions, ImportSummary } from '../../src/import/importRecords.js';
import type { Rejected } from '../../src/import/rejects.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { startServer, type TestServer } from '../support/server.js';
import { fixture, zone } from './formats/support.js';
import { USAGE_SUM } from '../support/amounts.js';

const COMPANY = 'c00000000000000000000001';
const OTHER = 'c00000000000000000000002';
const account = (n: number): string => `b${String(n).padStart(23, '0')}`;
const METERS = { company: COMPANY };
const LONDON = { company: COMPANY, zone: zone('Europe/London') };

/** The meters of the sample files, and of half-hourly files. */
const ACCOUNTS: readonly object[] = [
  { meterPointNumber: 'VABD000163' },
  { meterPointNumber: 'vbcd 000022' },
  { meterPointNumber: 'C123' },
  { meterPointNumber: 'NCDE001111' },
  { meterSerialNumber: 'METSER456' },
  { meterPointNumber: 'NMI1234567' },
  { meterPointNumber: 'VABC005890' },
  { meterPointNumber: '5446af3f' },
  { meterPointNumber: 'Coastal Single Family' },
  { meterPointNumber: '1200000000001', meterUnits: 'kWh' },
  { meterSerialNumber: 'G-77', meterUnits: 'm3', type: 'gas' },
  { meterPointNumber: '1200000000003', meterUnits: 'Wh' },
  { meterPointNumber: '555' },
  { meterSerialNumber: '555' },
  {},
  { meterPointNumber: '1200000000016' },
  {},
].map((more, index) => ({ _id: account(index + 1), companyId: COMPANY, type: 'electricity', ...more }));
const [KWH, GAS, WH, GIVEN, TWICE, RECORDS] = [
  account(10),
  account(11),
  account(12),
  account(15),
  account(16),
  account(17),
];

/** The sums by awk and Python's own CSV and XML readers, in the unit of the file. */
interface Sample {
  readonly file: string;
  readonly of: string;
  readonly rows: number;
  readonly sum: number;
  readonly first: string;
  readonly last: string;
  readonly skipped: number;
  /** kWh of days of UTC, from the API. */
  readonly days: Readonly<Record<string, number>>;
  /** Rows of other accounts of the file. */
  readonly others?: number;
}
const SAMPLES: readonly Sample[] = [
  {
    file: 'nem/Example_NEM12_actual_interval.csv',
    ...{ of: account(1), rows: 48, sum: 53.328, skipped: 48 },
    ...{ first: '2004-01-31T14:00:00.000Z', last: '2004-02-01T14:00:00.000Z' },
    days: { '2004-01-31': 22.22, '2004-02-01': 31.108 },
  },
  {
    file: 'nem/Example_NEM12_substituted_interval.csv',
    ...{ of: account(2), rows: 48, sum: 110.976, skipped: 48 },
    ...{ first: '2003-07-31T14:00:00.000Z', last: '2003-08-01T14:00:00.000Z' },
    days: { '2003-07-31': 46.24, '2003-08-01': 64.736 },
  },
  {
    file: 'nem/Example_NEM12_different_interval_length.csv',
    ...{ of: account(3), rows: 48, sum: 374, skipped: 144 },
    ...{ first: '2004-04-01T14:00:00.000Z', last: '2004-04-02T14:00:00.000Z' },
    days: { '2004-04-01': 157, '2004-04-02': 217 },
  },
  {
    file: 'nem/Example_NEM12_multiple_meters.csv',
    ...{ of: account(4), rows: 192, sum: 1_920, skipped: 768, others: 192 },
    ...{ first: '2003-12-03T14:00:00.000Z', last: '2003-12-05T14:00:00.000Z' },
    days: { '2003-12-03': 0.4, '2003-12-04': 0.96, '2003-12-05': 0.56 },
  },
  {
    file: 'nem/Example_NEM12_multiple_meters.csv',
    ...{ of: account(5), rows: 192, sum: 19_200, skipped: 768, others: 192 },
    ...{ first: '2003-12-03T14:00:00.000Z', last: '2003-12-05T14:00:00.000Z' },
    days: { '2003-12-03': 4, '2003-12-04': 9.6, '2003-12-05': 5.6 },
  },
  {
    file: 'nem/Example_NEM12_partialchannel.csv',
    ...{ of: account(6), rows: 8_928, sum: 270.738, skipped: 288 },
    ...{ first: '2023-02-28T14:00:00.000Z', last: '2023-03-31T14:00:00.000Z' },
    days: { '2023-02-28': 2.882, '2023-03-01': 9.171, '2023-03-30': 8.657, '2023-03-31': 3.571 },
  },
  {
    file: 'espi/test_usage_data.xml',
    ...{ of: account(8), rows: 1_340, sum: 1_391_666, skipped: 0 },
    ...{ first: '2012-03-01T05:00:00.000Z', last: '2012-03-15T04:00:00.000Z' },
    days: { '2012-03-01': 70.118, '2012-03-04': 116.485, '2012-03-14': 92.916, '2012-03-15': 21.566 },
  },
  {
    file: 'espi/Coastal_Single_Family_sample_greenbutton_data.xml',
    ...{ of: account(9), rows: 362, sum: 291_018, skipped: 0 },
    ...{ first: '2011-01-01T08:00:00.000Z', last: '2011-01-16T10:00:00.000Z' },
    days: { '2011-01-01': 11.479, '2011-01-02': 20.021, '2011-01-15': 19.293, '2011-01-16': 9.005 },
  },
];

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const CLOCK = Array.from({ length: 48 }, (_, index) => clock(index * 30));
/** A file with a line for each date and its values; numbered if no clock time is given. */
function wide(
  meter: string,
  dates: readonly string[],
  values: readonly (number | string)[],
  more: { labels?: readonly string[]; column?: string } = {},
): string {
  const { labels = values.map((_, index) => String(index + 1)), column = 'MPAN' } = more;
  return [
    `${column},Date,${labels.join(',')}`,
    ...dates.map((date) => `${meter},${date},${values.join(',')}`),
    '',
  ].join('\n');
}
const ONES = new Array<number>(48).fill(1);

describe.each(ENGINES)('files of meter data, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  const load = (
    content: string,
    file: Partial<FileOptions> = METERS,
    options: ImportOptions = {},
  ): Promise<ImportSummary> => importText(database, null, content, file, options);
  const records = (
    name: ImportName,
    rows: readonly object[],
    file: Partial<FileOptions> = {},
  ): Promise<ImportSummary> => importText(database, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), file);
  const intervals = async (of: string): Promise<readonly Record<string, unknown>[]> =>
    database
      .knex('intervals')
      .select({ start: 'start_timestamp', end: 'end_timestamp', value: 'value', updated: 'updated_at' })
      .whereIn(
        'account_key',
        database
          .knex('accounts')
          .select('account_key')
          .where({ _id: idParameter(of) }),
      )
      .orderBy('start_timestamp');
  const everything = async (): Promise<unknown> => {
    const { rows }: { readonly rows: unknown } = await database.knex.raw(
      `select (select count(*) from intervals) as intervals, (select count(*) from readings) as readings,
         (select coalesce(${USAGE_SUM}, 0) from usage_months) as computed`,
    );
    return rows;
  };
  const sumOf = (rows: readonly Record<string, unknown>[]): number =>
    rows.reduce((sum, { value }) => sum + Number(value), 0);
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`);
  /** Consumption by day or month, from the API. */
  const consumption = async (
    of: string,
    startDate: string,
    endDate: string,
    granularity = 'daily',
  ): Promise<Record<string, unknown>> => {
    const query = new URLSearchParams({ accountId: of, startDate, endDate, granularity }).toString();
    const { status, body, text } = await server.get<{
      readonly units: string;
      readonly data: readonly { readonly date: string; readonly consumption: number }[];
    }>(`/consumption?${query}`, key);
    expect([status, body.units], text).toEqual([200, 'kWh']);
    return Object.fromEntries(body.data.map((row) => [row.date, row.consumption]));
  };
  const total = async (of: string, startDate: string, endDate = startDate): Promise<number> =>
    Object.values(await consumption(of, startDate, endDate)).reduce((sum: number, value) => sum + Number(value), 0);

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'companies', [
      { _id: COMPANY, name: 'Acme' },
      { _id: OTHER, name: 'Other' },
    ]);
    await importPlain(database, 'accounts', ACCOUNTS);
    await importPlain(database, 'accounts', [
      { _id: account(30), companyId: OTHER, type: 'electricity', meterPointNumber: 'VABD000163' },
    ]);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY, OTHER] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  describe('a sample file', () => {
    it.each(SAMPLES)('$file is stored, and the API returns its values for account $of', async (sample) => {
      const { file, of, rows, sum, first, last, skipped, days, others = 0 } = sample;
      const summary = await load(fixture(file));
      expect(summary).toMatchObject({ read: rows + others + skipped, skipped, rejected: 0, updated: 0 });
      expect(summary.inserted + summary.unchanged).toBe(rows + others);
      const stored = await intervals(of);
      expect(stored).toHaveLength(rows);
      expect(sumOf(stored)).toBeCloseTo(sum, 6);
      expect([stored[0]?.start, stored.at(-1)?.end]).toEqual([first, last]);
      const told = await consumption(of, first.slice(0, 10), last.slice(0, 10));
      for (const [day, value] of Object.entries(days)) expect(told[day], day).toBeCloseTo(value, 6);
      const { total: listed } = (await server.get(`/non-cumulative?accountId=${of}&limit=1`, key)).body;
      expect(listed).toBe(rows);
    });

    it('consumption_data (NEM13) has two readings, and the API spreads the consumption evenly between them', async () => {
      const summary = await load(fixture('nem/Example_NEM13_consumption_data.csv'));
      expect(summary).toMatchObject({ read: 2, inserted: 2, rejected: 0 });
      const { body } = await server.get<{ readonly data: readonly Record<string, unknown>[] }>(
        `/readings?accountId=${account(7)}`,
        key,
      );
      expect(
        body.data.map(({ submittedAt, value, units, type }) => [submittedAt, value, units, type]).toSorted(),
      ).toEqual([
        ['2003-10-04T23:30:55.000Z', 6342.8, 'kWh', 'A'],
        ['2004-01-07T00:03:33.000Z', 7654.9, 'kWh', 'A'],
      ]);
      // 1312.1 kWh in 8 123 558 seconds.
      const perDay = (1312.1 * 86_400) / 8_123_558;
      const months = await consumption(account(7), '2003-10-01', '2004-01-31', 'monthly');
      expect(months['2003-11']).toBeCloseTo(30 * perDay, 0);
      expect(months['2003-12']).toBeCloseTo(31 * perDay, 0);
      expect(Object.values(months).reduce((sum: number, value) => sum + Number(value), 0)).toBeCloseTo(1312.1, 5);
    });

    it('changes nothing the second time, not even a record that was edited', async () => {
      const files = new Set([...SAMPLES.map(({ file }) => file), 'nem/Example_NEM13_consumption_data.csv']);
      const before = [await everything(), await intervals(account(9))];
      for (const file of files) {
        const summary = await load(fixture(file));
        expect(summary, file).toMatchObject({ inserted: 0, updated: 0, deleted: 0, rejected: 0, recomputedDays: 0 });
        expect(summary.unchanged, file).toBe(summary.read - summary.skipped);
      }
      expect([await everything(), await intervals(account(9))]).toEqual(before);
    });
  });

  describe('a meter', () => {
    it('without an account is listed and nothing is applied; with onReject the other meters are applied', async () => {
      const both = fixture('nem/Example_NEM12_actual_interval.csv').replace(
        /900\s*$/,
        fixture('nem/Example_NEM12_different_interval_length.csv').replace(/^.*\r?\n/, ''),
      );
      const of = { company: OTHER };
      const before = await everything();
      const refused = await load(both, of);
      expect(refused).toMatchObject({ read: 336, skipped: 192, rejected: 96, inserted: 0, unchanged: 0, errors: [] });
      expect(refused.unmatched).toEqual([{ name: 'C123', rows: 96 }]);
      expect(await everything()).toEqual(before);
      const rejected: Rejected[] = [];
      const applied = await load(both, of, { onReject: (row) => Promise.resolve(void rejected.push(row)) });
      expect(applied).toMatchObject({ read: 336, skipped: 192, rejected: 96, inserted: 48 });
      expect(rejected).toHaveLength(96);
      expect(rejected[0]).toEqual({
        line: 7,
        errors: [{ field: null, reason: 'no account has the meter C123' }],
        meter: 'C123',
        // It has two channels that are added up, so that one value is not what it used.
        row: {
          ...{ unit: 'kWh', readType: 'A', isHalfHourly: true, isEstimated: false, source: 'import' },
          ...{ startTimestamp: '2004-04-01T14:00:00.000Z', endTimestamp: '2004-04-01T14:30:00.000Z' },
        },
      });
      expect(sumOf(await intervals(account(30)))).toBeCloseTo(53.328, 9);
    });

    it('is a bad row if several accounts have it, and the error lists the accounts', async () => {
      const before = await everything();
      await importPlain(database, 'accounts', [
        { _id: account(18), companyId: COMPANY, type: 'gas', meterPointNumber: '555' },
      ]);
      expect(errorsOf(await load(wide('555', ['2024-01-15'], ONES), LONDON))).toEqual([
        `2: MPAN: is ambiguous: 2 accounts of company ${COMPANY} have the meter "555": ${account(13)}, ${account(18)}`,
      ]);
      expect(await everything()).toEqual(before);
      // The serial number tells them apart.
      const serial = wide('555', ['2024-01-15'], ONES, { column: 'MSN' });
      expect(await load(serial, LONDON)).toMatchObject({ inserted: 48, rejected: 0 });
      expect(await intervals(account(14))).toHaveLength(48);
    });

    it('can be assigned to an account by option if the file has one meter, under any number', async () => {
      const file = wide('anything', ['2024-01-15'], ONES);
      expect(await load(file, { account: GIVEN, zone: zone('UTC'), unit: 'kWh' })).toMatchObject({ inserted: 48 });
      expect(await total(GIVEN, '2024-01-15')).toBe(48);
      const before = await everything();
      await expect(
        load(`${file}another,2024-01-16,${ONES.join(',')}\n`, { account: GIVEN, zone: zone('UTC') }),
      ).rejects.toMatchObject({
        message: 'the file names several meters (anything and another), so --account does not apply',
      });
      await expect(load(file, { account: account(99), zone: zone('UTC') })).rejects.toMatchObject({
        message: `the account ${account(99)} does not exist`,
      });
      await expect(load(file, { company: OTHER, account: GIVEN, zone: zone('UTC') })).rejects.toMatchObject({
        message: `the account ${GIVEN} does not belong to company ${OTHER}`,
      });
      expect(await everything()).toEqual(before);
    });

    it('is rejected for an unknown company, and the message lists the known companies', async () => {
      const nobody = { company: account(99), zone: zone('UTC') };
      await expect(load(wide('1', ['2024-01-15'], ONES), nobody)).rejects.toMatchObject({
        message: `the company ${account(99)} does not exist; companies include ${COMPANY} (Acme), ${OTHER} (Other)`,
      });
      const empty = await openTestDatabase(engine);
      await expect(importText(empty, null, wide('1', ['2024-01-15'], ONES), nobody)).rejects.toMatchObject({
        message: `the company ${account(99)} does not exist; there are no companies yet`,
      });
      await empty.close();
    });
  });

  describe('the unit', () => {
    it.each([
      ['of a file that says none is that of the account: kWh', KWH, '1200000000001', null, 48],
      ['of a file that says none is that of the account: Wh', WH, '1200000000003', null, 0.048],
      ['that is given counts before that of the account', WH, '1200000000003', 'MWh', 48_000],
      ['that is given again replaces the one before', WH, '1200000000003', 'kWh', 48],
    ])('%s', async (_, of, meter, unit, expected) => {
      const summary = await load(wide(meter, ['2024-01-15'], ONES), { ...METERS, zone: zone('UTC'), unit });
      expect(summary).toMatchObject({ read: 48, rejected: 0 });
      expect(await intervals(of)).toHaveLength(48);
      expect(await total(of, '2024-01-15')).toBeCloseTo(expected, 9);
    });

    it('of a gas volume is converted to kWh with the calorific value', async () => {
      const file = wide('g77', ['2024-01-15'], [10, ...new Array<string>(47).fill('')], {
        column: 'Meter Serial Number',
      });
      await importPlain(database, 'accounts', [{ ...ACCOUNTS[10], meterSerialNumber: 'G77' }]);
      expect(await load(file, { ...METERS, zone: zone('UTC') })).toMatchObject({ inserted: 1 });
      // m³ × correction × calorific value / 3.6
      expect(await total(GAS, '2024-01-15')).toBeCloseTo((10 * 1.02264 * 39.5) / 3.6, 3);
    });
  });

  it('half-hours imported from CSV and then from NEM12 are updated, not duplicated', async () => {
    const nmi = fixture('nem/Example_NEM12_actual_interval.csv').replaceAll('VABD000163', '1200000000016');
    const csv = wide('1200000000016', ['2004-02-01'], ONES);
    const zoned = { ...METERS, zone: zone('+10:00'), unit: 'kWh' };
    expect(await load(csv, zoned)).toMatchObject({ inserted: 48 });
    expect(await total(TWICE, '2004-01-31', '2004-02-01')).toBe(48);
    expect(await load(nmi)).toMatchObject({ inserted: 0, updated: 48, skipped: 48, recomputedDays: 2 });
    expect(await intervals(TWICE)).toHaveLength(48);
    expect(await consumption(TWICE, '2004-01-31', '2004-02-01')).toEqual({ '2004-01-31': 22.22, '2004-02-01': 31.108 });
    expect(await load(csv, zoned)).toMatchObject({ inserted: 0, updated: 48 });
    expect(await total(TWICE, '2004-01-31', '2004-02-01')).toBe(48);
  });

  describe('a day on which clocks change', () => {
    it('has 46 or 50 half-hours if periods are numbered', async () => {
      const of = { ...LONDON, unit: 'kWh' };
      const [short, long] = [ONES.slice(2), [...ONES, 1, 1]];
      const text = wide('1200000000001', ['2023-03-26'], [...short, '', '', '', '']);
      expect(await load(text, of)).toMatchObject({ inserted: 46, rejected: 0 });
      expect(await load(wide('1200000000001', ['2023-10-29'], long), of)).toMatchObject({ inserted: 50, rejected: 0 });
      expect(await total(KWH, '2023-03-26')).toBe(46);
      // The local day begins an hour before that of UTC.
      expect(await consumption(KWH, '2023-10-28', '2023-10-29')).toEqual({ '2023-10-28': 2, '2023-10-29': 48 });
    });

    it('rejects values in the skipped hour if periods have clock times, and accepts empty cells there', async () => {
      const before = await everything();
      const spring = wide('1200000000001', ['2022-03-27'], ONES, { labels: CLOCK });
      expect(errorsOf(await load(spring, LONDON))).toEqual([
        '2: 01:00: does not exist on that day in Europe/London: clocks skip this time',
        '2: 01:30: does not exist on that day in Europe/London: clocks skip this time',
      ]);
      expect(await everything()).toEqual(before);
      const blank = ONES.map((value, index) => (index === 2 || index === 3 ? '' : value));
      const mended = wide('1200000000001', ['2022-03-27'], blank, { labels: CLOCK });
      expect(await load(mended, LONDON)).toMatchObject({ inserted: 46, rejected: 0 });
      expect(await total(KWH, '2022-03-27')).toBe(46);
    });

    it('has the same half-hours for the ends of periods as for their starts', async () => {
      const values = CLOCK.map((_, index) => index + 1);
      const starts = wide('1200000000001', ['2022-06-01'], values, { labels: CLOCK });
      const ends = wide('1200000000001', ['2022-06-01'], values, { labels: [...CLOCK.slice(1), '24:00'] });
      expect(await load(starts, LONDON)).toMatchObject({ inserted: 48 });
      expect(await load(ends, { ...LONDON, stamps: 'end' })).toMatchObject({ unchanged: 48, inserted: 0, updated: 0 });
      await expect(load(ends, { ...LONDON, stamps: 'start' })).rejects.toMatchObject({
        message: 'the header begins at 00:30, so its times look like the ends of periods: give --stamps end',
      });
    });
  });

  describe('records with local times', () => {
    const ZONED = { zone: zone('Europe/London') };
    let made = 0;
    const newId = (): string => `d${String((made += 1)).padStart(23, '0')}`;
    const reading = (submittedAt: string, registerId: string, value = 1): { readonly _id: string } => ({
      ...{ _id: newId(), accountId: RECORDS, units: 'kWh' },
      ...{ submittedAt, registerId, value },
    });
    const half = (startTimestamp: string, endTimestamp: string): { readonly _id: string } => ({
      ...{ _id: newId(), accountId: RECORDS, type: 'electricity', unit: 'kWh', value: 1 },
      ...{ startTimestamp, endTimestamp },
    });
    const stampsOf = async (rows: readonly { readonly _id: string }[]): Promise<readonly unknown[]> => {
      const found: readonly { readonly id: string; readonly at: string }[] = await database
        .knex('readings')
        .select({ id: '_id', at: 'submitted_at' })
        .whereIn(
          '_id',
          rows.map(({ _id }) => idParameter(_id)),
        );
      return rows.map(({ _id }) => found.find(({ id }) => id === _id)?.at);
    };
    /** What clocks in London showed around the end of summer time, and the moments. */
    const WALL = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30'];
    const MOMENTS = ['23:30', '00:00', '00:30', '01:00', '01:30', '02:00', '02:30'].map(
      (time, index) => `2024-10-${index === 0 ? '26' : '27'}T${time}:00.000Z`,
    );
    const wall = WALL.map((time) => `2024-10-27T${time}:00`);

    it('are bad rows without --timezone, and in the hour that clocks skip', async () => {
      const before = await everything();
      expect(errorsOf(await records('readings', [reading('2024-06-01T00:00:00', 'f'.repeat(24))]))).toEqual([
        '1: submittedAt: has no time zone, got "2024-06-01T00:00:00": end the time with Z or an offset such as +01:00, or give the time zone with --timezone',
      ]);
      const rows = [reading('2024-03-31T00:30:00', 'f'.repeat(24)), reading('2024-03-31T01:30:00', 'f'.repeat(24))];
      expect(errorsOf(await records('readings', rows, ZONED))).toEqual([
        '2: submittedAt: does not exist in Europe/London: clocks skip this time, got "2024-03-31T01:30:00"',
      ]);
      const intervals_ = [half('2024-03-31T01:00:00', '2024-03-31T01:30:00')];
      expect(errorsOf(await records('non-cumulative', intervals_, ZONED))).toEqual([
        '1: startTimestamp: does not exist in Europe/London: clocks skip this time, got "2024-03-31T01:00:00"',
        '1: endTimestamp: does not exist in Europe/London: clocks skip this time, got "2024-03-31T01:30:00"',
      ]);
      expect(await everything()).toEqual(before);
    });

    it('get the repeated hour in ascending order, for each register separately', async () => {
      const rows = wall.flatMap((at) => [reading(at, 'a'.repeat(24)), reading(at, 'b'.repeat(24))]);
      expect(await records('readings', rows, ZONED)).toMatchObject({ inserted: 14, rejected: 0 });
      expect(await stampsOf(rows)).toEqual(MOMENTS.flatMap((at) => [at, at]));
    });

    it('get the repeated hour in descending order, for each register separately', async () => {
      const rows = wall.toReversed().flatMap((at) => [reading(at, 'c'.repeat(24)), reading(at, 'd'.repeat(24))]);
      expect(await records('readings', rows, ZONED)).toMatchObject({ inserted: 14, rejected: 0 });
      expect(await stampsOf(rows)).toEqual(MOMENTS.toReversed().flatMap((at) => [at, at]));
    });

    it('get the repeated hour in descending order if only one row comes before it', async () => {
      const rows = wall
        .slice(0, 6)
        .toReversed()
        .map((at) => reading(at, 'e'.repeat(24)));
      expect(await records('readings', rows, ZONED)).toMatchObject({ inserted: 6, rejected: 0 });
      expect(await stampsOf(rows)).toEqual(MOMENTS.slice(0, 6).toReversed());
    });

    it('give intervals of half an hour in the repeated hour, in ascending and descending order, and each counts once', async () => {
      const ends = [...wall.slice(1), '2024-10-27T03:00:00'];
      const rows = wall.map((start, index) => half(start, ends[index] ?? ''));
      expect(await records('non-cumulative', rows, ZONED)).toMatchObject({ inserted: 7, rejected: 0 });
      const spans = async (): Promise<unknown> => (await intervals(RECORDS)).map(({ start, end }) => [start, end]);
      const expected = MOMENTS.map((start, index) => [start, MOMENTS[index + 1] ?? '2024-10-27T03:00:00.000Z']);
      expect(await spans()).toEqual(expected);
      expect(await records('non-cumulative', rows.toReversed(), ZONED)).toMatchObject({ unchanged: 7, rejected: 0 });
      expect(await spans()).toEqual(expected);
      expect(await consumption(RECORDS, '2024-10-26', '2024-10-27')).toEqual({ '2024-10-26': 1, '2024-10-27': 6 });
    });

    it('give 255 kWh for an autumn day of fifty half-hours of 5.1 kWh', async () => {
      const labels = [...CLOCK.slice(0, 4), ...CLOCK.slice(2)];
      const rows = labels.map((label) => ({
        ...half(`2023-10-29T${label}:00`, `2023-10-29T${label}:00`),
        endTimestamp: new Date(Date.parse(`2023-10-29T${label}:00Z`) + 1_800_000).toISOString().slice(0, 19),
        value: 5.1,
      }));
      const summary = await records('non-cumulative', rows, ZONED);
      expect(summary).toMatchObject({ inserted: 50, rejected: 0, notices: [] });
      // The local day begins an hour before that of UTC.
      const days = await consumption(RECORDS, '2023-10-28', '2023-10-29');
      expect(days).toEqual({ '2023-10-28': 10.2, '2023-10-29': 244.8 });
    });

    it('leave a gap, with a note, if a file of intervals has the repeated hour once', async () => {
      const rows = [1, 2, 3].map((hour) => half(`2022-10-30T0${hour - 1}:00:00`, `2022-10-30T0${hour}:00:00`));
      const summary = await records('non-cumulative', rows, ZONED);
      expect(summary.notices).toEqual([
        `account ${RECORDS}: no data from 2022-10-30T01:00:00.000Z to 2022-10-30T02:00:00.000Z: clocks in Europe/London repeat this hour, but the file has it only once`,
      ]);
      expect(await consumption(RECORDS, '2022-10-29', '2022-10-30')).toEqual({ '2022-10-29': 1, '2022-10-30': 2 });
    });
  });
});
