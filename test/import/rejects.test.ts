import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import type { FileOptions } from '../../src/import/importFile.js';
import type { ImportName } from '../../src/import/importRecords.js';
import type { Rejected } from '../../src/import/rejects.js';
import { isProblem } from '../../src/values/scalars.js';
import { parseZone } from '../../src/values/zone.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';
import { restorePoint } from '../support/restorePoint.js';
import { checksums } from '../support/state.js';
import { flow, type GivenReading, reading, settlementDate } from './flows.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const PERIODS = Array.from({ length: 48 }, (_, index) => index + 1);
const NEM13 = readFileSync(join(import.meta.dirname, 'files/nem/Example_NEM13_consumption_data.csv'), 'utf8');
const half = (value: unknown, more: object = {}): string =>
  `${JSON.stringify({
    ...{ _id: 'd00000000000000000000001', accountId: ACCOUNT, type: 'electricity', unit: 'kWh', value },
    ...{ startTimestamp: '2024-01-31T00:00:00Z', endTimestamp: '2024-01-31T00:30:00Z', ...more },
  })}\n`;
const wide = (second: string, date = '2024-01-31', meter = '1012345678905'): string =>
  `mpan,date,unit,${PERIODS.join()}\n${meter},${date},kWh,${PERIODS.map((n) => (n === 2 ? second : 0.5)).join()}\n`;
const nem12 = (second: string, channels = ['E1'], date = '20240131'): string => {
  const days = channels.map((suffix, index) => {
    const values = PERIODS.map((n) => (n === 2 && index === 0 ? second : '1.5')).join();
    return `200,1012345678905,${channels.join('')},1,${suffix},N1,S1,kWh,30,\n300,${date},${values},A,,,20240201120000,\n`;
  });
  return `100,NEM12,202402011200,A,B\n${days.join('')}900\n`;
};
const espi = (value: string): string => {
  const entry = (self: string, content: string): string =>
    `<entry><id>1</id><title>Main</title><link rel="self" href="${self}"/>${content}</entry>`;
  const point = '/UsagePoint/1012345678905';
  const kind = '<uom>72</uom><powerOfTenMultiplier>-3</powerOfTenMultiplier><commodity>1</commodity>';
  const reading = `<IntervalReading><timePeriod><duration>1800</duration><start>1706659200</start></timePeriod><value>${value}</value></IntervalReading>`;
  return `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:espi="http://naesb.org/espi">
    ${entry(point, '<content><UsagePoint/></content>')}
    ${entry('/ReadingType/1', `<content><ReadingType>${kind}</ReadingType></content>`)}
    ${entry(`${point}/MeterReading/1`, `<link rel="up" href="${point}/MeterReading"/><link rel="related" href="/ReadingType/1"/><content><MeterReading/></content>`)}
    ${entry(`${point}/MeterReading/1/IntervalBlock/1`, `<link rel="up" href="${point}/MeterReading/1/IntervalBlock"/><content><IntervalBlock>${reading}</IntervalBlock></content>`)}
  </feed>`;
};

const months = (second: string): string => `Meter,Unit,Jan 2024,Feb 2024\n1012345678905,kWh,0.5,${second}\n`;
const dates = (second: string, meter = '1012345678905'): string =>
  `Date,${meter}\n31/01/2024,0.5\n29/02/2024,${second}\n`;

/** A file with a bad row, the correction of the rejected row, and the right file. */
interface Case {
  readonly what: string;
  readonly name: ImportName;
  readonly bad: string;
  readonly mend: (row: Readonly<Record<string, unknown>>) => object;
  readonly right: string;
  readonly isMeterData?: true;
  readonly rejected?: number;
}

const value =
  (right: number) =>
  (row: Readonly<Record<string, unknown>>): object => ({ ...row, value: right });
const account = (row: Readonly<Record<string, unknown>>): object => ({ ...row, accountId: ACCOUNT });
const meter = { isMeterData: true } as const;
const own = { name: 'non-cumulative' } as const;

const rows = (second: string): string =>
  ['00:00:00', '00:30:00', '01:00:00', '01:30:00']
    .flatMap((at, n, all) =>
      all[n + 1] === undefined
        ? []
        : `1012345678905,2024-01-31 ${at},2024-01-31 ${all[n + 1] ?? ''},${n === 1 ? second : '0.5'}\n`,
    )
    .reduce((text, line) => text + line, 'MPAN,start,end,kWh\n');
const d0036 = (second: string): string =>
  flow(
    'D0036001',
    settlementDate(
      '1012345678905',
      '20240131',
      PERIODS.map((n) => (n === 2 ? second : 'A|0.5')),
    ),
  );
const d0010 = (given: GivenReading): string => flow('D0010002', reading({ of: '1012345678905', ...given }));
const d0010Case = { ...meter, name: 'readings', right: d0010({}) } as const;

const CASES: readonly Case[] = [
  { ...own, what: 'NDJSON', bad: half('x'), mend: value(2), right: half(2) },
  {
    ...own,
    what: 'NDJSON, found among others',
    bad: half(2, { unit: 'm3' }),
    mend: (r) => ({ ...r, unit: 'kWh' }),
    right: half(2),
  },
  {
    ...{ what: 'CSV', name: 'assets' },
    bad: `_id,companyId,siteName,tags,floorArea,address.locality\na00000000000000000000001,${COMPANY},Hall,"a,b",wide,York\n`,
    mend: (row) => ({ ...row, floorArea: 12.5 }),
    right: `_id,companyId,siteName,tags,floorArea,address.locality\na00000000000000000000001,${COMPANY},Hall,"a,b",12.5,York\n`,
  },
  { ...own, ...meter, what: 'half-hourly', bad: wide('x'), mend: value(2), right: wide('2') },
  {
    ...own,
    ...meter,
    what: 'half-hourly, of a unit found wrong later',
    bad: wide('2').replace('kWh', 'm3'),
    mend: (r) => ({ ...r, unit: 'kWh' }),
    right: wide('2'),
    rejected: 48,
  },
  {
    ...own,
    ...meter,
    what: 'half-hourly, of a meter that no account has',
    bad: wide('2', '2024-01-31', '9'),
    mend: account,
    right: wide('2'),
    rejected: 48,
  },
  { ...own, ...meter, what: 'a crosstab of use', bad: months('x'), mend: value(2), right: months('2') },
  { ...meter, name: 'readings', what: 'a crosstab of readings', bad: dates('x'), mend: value(2), right: dates('2') },
  {
    ...{ ...meter, name: 'readings', what: 'a crosstab, of a meter that no account has', bad: dates('2', '9') },
    ...{ mend: account, right: dates('2'), rejected: 2 },
  },
  { ...own, ...meter, what: 'NEM12', bad: nem12('x'), mend: value(2), right: nem12('2') },
  {
    ...own,
    ...meter,
    what: 'NEM12, of a meter that no account has',
    bad: nem12('.5').replaceAll('1012345678905', '9'),
    mend: account,
    right: nem12('.5'),
    rejected: 48,
  },
  {
    ...own,
    ...meter,
    what: 'NEM12, of channels that are added up',
    bad: nem12('x', ['E1', 'E2']),
    mend: value(3.5),
    right: nem12('2', ['E1', 'E2']),
  },
  {
    ...{ ...meter, what: 'NEM13', name: 'readings', bad: NEM13.replace(/,0*6342\.8,/, ',x,') },
    ...{ mend: (r) => (r.value === 'x' ? { ...r, value: 6342.8 } : r), right: NEM13, rejected: 2 },
  },
  {
    ...{ ...meter, what: 'NEM13, of a wrong current read', name: 'readings' },
    ...{ bad: NEM13.replace(/,0*7654\.9,/, ',x,'), mend: value(7654.9), right: NEM13 },
  },
  {
    ...{
      ...meter,
      what: 'NEM13, of a wrong time',
      name: 'readings',
      bad: NEM13.replace(',20031005093055,', ',20031305093055,'),
    },
    ...{
      mend: (r) => (String(r.submittedAt).endsWith('Z') ? r : { ...r, submittedAt: '2003-10-05T09:30:55+10:00' }),
      right: NEM13,
    },
    rejected: 2,
  },
  {
    ...{ ...own, ...meter, what: 'rows for each interval', bad: rows('x'), mend: value(2), right: rows('2') },
  },
  {
    ...{ ...own, ...meter, what: 'rows for each interval, of a meter that no account has', rejected: 3 },
    ...{ bad: rows('2').replaceAll('1012345678905', '9'), mend: account, right: rows('2') },
  },
  {
    ...{ ...own, ...meter, what: 'rows for each interval, of a wrong time', right: rows('2') },
    bad: rows('2').replace('00:30:00,2024', '00:99:00,2024'),
    mend: (r) => ({
      ...{ ...r, startTimestamp: '2024-01-31T00:30:00Z', endTimestamp: '2024-01-31T01:00:00Z' },
      isHalfHourly: true,
    }),
  },
  { ...own, ...meter, what: 'D0036', bad: d0036('A|x'), mend: value(2), right: d0036('A|2') },
  {
    ...{ ...own, ...meter, what: 'D0036, of a wrong indicator', bad: d0036('C|2'), right: d0036('A|2') },
    mend: (r) => ({ ...r, readType: 'A', isEstimated: false }),
  },
  {
    ...{ ...own, ...meter, what: 'D0036, of a meter that no account has', rejected: 48 },
    ...{ bad: d0036('E|2').replace('1012345678905', '9'), mend: account, right: d0036('E|2') },
  },
  { ...d0010Case, what: 'D0010', bad: d0010({ value: 'x' }), mend: value(56_311) },
  {
    ...{ ...d0010Case, what: 'D0010, of a wrong time', bad: d0010({ at: '2016' }) },
    mend: (r) => ({ ...r, submittedAt: '2016-02-22T00:00:00Z' }),
  },
  { ...d0010Case, what: 'D0010, of a meter that no account has', bad: d0010({ of: '9' }), mend: account },
  { ...own, ...meter, what: 'ESPI', bad: espi('x'), mend: value(1.234), right: espi('1234') },
  {
    ...own,
    ...meter,
    what: 'ESPI, of a meter that no account has',
    bad: espi('1234').replaceAll('1012345678905', '9'),
    mend: account,
    right: espi('1234'),
  },
  {
    ...own,
    ...meter,
    what: 'ESPI, without a start',
    bad: espi('1234').replace('<start>1706659200</start>', ''),
    mend: (r) => ({ ...r, startTimestamp: '2024-01-31T00:00:00Z', endTimestamp: '2024-01-31T00:30:00Z' }),
    right: espi('1234'),
  },
];

describe.each(ENGINES)('rejected rows, on %s', (engine) => {
  let database: Database;
  /** Deletes everything except the accounts. */
  let clear: () => Promise<void>;
  const accounts = [
    `_id,companyId,type,meterPointNumber,meterSerialNumber`,
    `${ACCOUNT},${COMPANY},electricity,1012345678905,L1`,
    `b00000000000000000000002,${COMPANY},electricity,${/250,(\w+)/.exec(NEM13)?.[1] ?? ''},`,
  ].join('\n');
  const utc = parseZone('UTC');
  if (isProblem(utc)) throw new Error(utc.problem);
  const file: Partial<FileOptions> = { company: COMPANY, zone: utc.value };
  const reject = async (name: ImportName, text: string, of: Partial<FileOptions>): Promise<readonly Rejected[]> => {
    const rejected: Rejected[] = [];
    const onReject = (row: Rejected): Promise<void> => Promise.resolve(void rejected.push(row));
    await importText(database, name, text, of, { onReject });
    return rejected.map((row) => JSON.parse(JSON.stringify(row)) as Rejected);
  };

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importText(database, 'accounts', accounts);
    clear = await restorePoint(database, 'accounts');
  });
  afterAll(() => database.close());
  beforeEach(() => clear());

  it('can be imported in each format after correction; the right file then changes nothing', async () => {
    const fromRight = new Map<string, Readonly<Record<string, string>>>();
    for (const { what, name, bad, mend, right, isMeterData, rejected = 1 } of CASES) {
      const of = isMeterData ? { ...file, ...(/^\d{3},|^</.test(right) ? { zone: null } : {}) } : {};
      await clear();
      const rows = await reject(name, bad, of);
      expect(rows, what).toHaveLength(rejected);
      const mended = rows.map(({ row }) => `${JSON.stringify(mend(row))}\n`).join('');
      const summary = await importText(database, name, mended);
      expect(summary, `${what}: ${JSON.stringify(summary.errors)}`).toMatchObject({ rejected: 0, inserted: rejected });
      const left = await checksums(database);
      const again = await importText(database, name, right, of);
      expect(again, what).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
      if (!fromRight.has(right)) {
        await clear();
        await importText(database, name, right, of);
        fromRight.set(right, await checksums(database));
      }
      // The database stores a kind of records before the records, and it is harmless without them.
      expect({ ...left, interval_kinds: '' }, what).toEqual({ ...fromRight.get(right), interval_kinds: '' });
    }
  });

  it('include the text of an unreadable line', async () => {
    const of = (rows: readonly Rejected[]): readonly unknown[] => rows.map(({ meter: m, row, text }) => [m, row, text]);
    const assets = `_id,companyId\na00000000000000000000001\n"x,y\n`;
    expect(of(await reject('assets', assets, {}))).toEqual([
      [undefined, {}, 'a00000000000000000000001'],
      [undefined, {}, '"x,y\n'],
    ]);
    expect(of(await reject('assets', '{"_id":\n', {}))).toEqual([[undefined, {}, '{"_id":']]);
    const days = wide('2', '2024-13-31').split('\n');
    expect(of(await reject('non-cumulative', days.join('\n'), file))).toEqual([['1012345678905', {}, days[1]]]);
    const nem = nem12('2', ['E1'], '20241331').split('\n');
    const plain = { company: COMPANY };
    expect(of(await reject('non-cumulative', nem.join('\n'), plain))).toEqual([['1012345678905', {}, nem[2]]]);
    const unknown = await reject('readings', NEM13.replace(/250,\w+/, '250,9'), plain);
    expect(of(unknown)).toEqual([
      ['9', {}, NEM13.replace(/250,\w+/, '250,9').split(/\r?\n/)[1]],
      ['9', {}, NEM13.replace(/250,\w+/, '250,9').split(/\r?\n/)[1]],
    ]);
  });

  it('still delete a record after correction', async () => {
    const kept = half(2).replace('}', ',"deleted":true}');
    const [first] = await reject('non-cumulative', half(2) + kept, {});
    expect(first?.row).toMatchObject({ _id: 'd00000000000000000000001', deleted: true });
  });

  it('name meter and time if they repeat another row, or only the _id if nothing else is equal', async () => {
    const again = wide('2') + (wide('3').split('\n')[1] ?? '');
    const [twice] = (await importText(database, null, `${again}\n`, file)).errors;
    expect(twice).toMatchObject({
      ...{ line: 3, field: null },
      reason: 'meter 1012345678905, 2024-01-31 00:30 UTC: is also in line 2, with other values',
    });
    const other = half(2, { startTimestamp: '2024-01-31T00:10:00Z' });
    expect((await importText(database, 'non-cumulative', half(2) + other)).errors).toMatchObject([
      { field: '_id', reason: 'is d00000000000000000000001, which is also in line 1, with other values' },
    ]);
  });

  it('without _id are rejected as deletions; without a type they get the type of their account', async () => {
    expect((await importText(database, 'non-cumulative', '{"deleted":true}\n')).errors).toMatchObject([
      { field: '_id', reason: 'is required' },
    ]);
    const row = {
      accountId: ACCOUNT,
      value: 1,
      startTimestamp: '2024-01-31T00:00:00Z',
      endTimestamp: '2024-01-31T01:00:00Z',
    };
    expect(await importText(database, 'non-cumulative', JSON.stringify(row))).toMatchObject({ inserted: 1 });
    const { rows }: { readonly rows: readonly unknown[] } = await database.knex.raw('select type from interval_kinds');
    expect(rows).toEqual([{ type: 'electricity' }]);
    const nobody = JSON.stringify({ ...row, accountId: 'b00000000000000000000099' });
    expect((await importText(database, 'non-cumulative', nobody)).errors).toMatchObject([{ field: 'accountId' }]);
  });
});
