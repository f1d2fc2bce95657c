import { raw, sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHourly } from '../../seeds/cambridge/files.js';
import type { Database } from '../../src/db/database.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { at, seeded } from '../support/random.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const COMPANY = 'c00000000000000000000001';
const METER = 'b00000000000000000000001';
/** A meter with manual readings. */
const READ = 'b00000000000000000000002';
const START = Date.UTC(2022, 0, 3);
const [HOUR, DAY, HOURS_OF_DAY] = [3_600_000, 86_400_000, 24];
const DAYS = 100;

/** The hours of a real meter, without the zeros that stand for missing data. */
const hours = at([...readHourly('electricity').values.values()], 3)
  .slice(0, DAYS * HOURS_OF_DAY)
  .map((value) => (value === 0 ? 1 : value));

const idOf = (hour: number, times = 0): string => `${times}b00${hour.toString(16).padStart(20, '0')}`;

function record(hour: number, more: object = {}): object {
  const start = START + hour * HOUR;
  return {
    ...{ _id: idOf(hour), accountId: METER, value: hours[hour], unit: 'kwh', isHalfHourly: false },
    startTimestamp: new Date(start).toISOString(),
    endTimestamp: new Date(start + HOUR).toISOString(),
    ...more,
  };
}

describe.each(ENGINES)('faults inserted into the records of a real meter, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const meter = { _id: METER, companyId: COMPANY, type: 'electricity', meterUnits: 'kwh' };
    await importPlain(database, 'accounts', [meter, { ...meter, _id: READ }]);
    await importPlain(
      database,
      'non-cumulative',
      hours.map((_, hour) => record(hour)),
    );
  });
  afterAll(() => database.close());

  const open = async (kind: string) => {
    const rows = await database.rows<{
      readonly from: string;
      readonly to: string;
      readonly message: string;
    }>(
      sql`select start_date as "from", end_date as "to", message from findings
       where status = 'open' and kind = '${raw(kind)}' order by start_date`,
    );
    return rows.map(({ from, to, message }) => ({ from: Date.parse(from), to: Date.parse(to), message }));
  };
  const differing = async (): Promise<number> => (await rebuildAll(database, { dryRun: true })).rows;

  it.each([1, 5, 100])('duplicate-records: %i records with other identifiers are found', async (size) => {
    const first = Math.floor(seeded(SEED + size)() * (hours.length - 200));
    const twins = Array.from({ length: size }, (_, index) => record(first + index, { _id: idOf(first + index, 1) }));
    expect(await importPlain(database, 'non-cumulative', twins)).toMatchObject({ inserted: size, newFindings: 1 });
    const [day, end] = [Math.floor((START + first * HOUR) / DAY) * DAY, START + (first + size) * HOUR];
    expect(await open('duplicate-records')).toEqual([
      {
        from: day,
        to: end,
        message: expect.stringContaining(`: ${size} too many. The last one counts.`) as string,
      },
    ]);
    expect(await differing()).toBe(0);
    const ids = twins.map((_, index) => idOf(first + index, 1));
    expect(await deleteRecords(database, 'non-cumulative', { ids }, 'twins')).toMatchObject({ resolvedFindings: 1 });
    expect(await open('duplicate-records')).toEqual([]);
    expect(await differing()).toBe(0);
  });

  it.each([
    [13, 0],
    [14, 1],
    [20, 1],
    [60, 1],
  ])('estimated-run: %i estimated days make %i findings', async (size, count) => {
    const day = 5 + Math.floor(seeded(SEED + size)() * (DAYS - size - 10));
    const stretch = Array.from({ length: size * HOURS_OF_DAY }, (_, index) => day * HOURS_OF_DAY + index);
    const estimate = (isEstimated: boolean) =>
      importPlain(
        database,
        'non-cumulative',
        stretch.map((hour) => record(hour, { isEstimated })),
      );
    expect(await estimate(true)).toMatchObject({ newFindings: count });
    const [from, to] = [START + day * DAY, START + (day + size) * DAY];
    expect((await open('estimated-run')).map((found) => [found.from, found.to])).toEqual(
      count === 0 ? [] : [[from, to]],
    );
    expect(await differing()).toBe(0);
    expect(await estimate(false)).toMatchObject({ resolvedFindings: count });
    expect(await open('estimated-run')).toEqual([]);
  });

  it('register-fall: falling readings in any order have findings until they are explained or deleted', async () => {
    const id = (month: number): string => `d${month.toString().padStart(23, '0')}`;
    const date = (month: number): string => new Date(Date.UTC(2022, month, 1)).toISOString();
    const reading = (month: number, value: number, more: object = {}): object => ({
      ...{ _id: id(month), accountId: METER, submittedAt: date(month), value, units: 'kwh', ...more },
    });
    const shown = [100, 200, 300, 50, 150, 250, 20, 120];
    const read = (...months: readonly number[]) =>
      importPlain(
        database,
        'readings',
        months.map((month) => reading(month, shown[month] ?? 0)),
      );
    expect(await read(0, 1, 4, 5)).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    expect(await differing()).toBe(0);
    // The known fall turns out to be an earlier one, then a later one is added.
    expect(await read(2, 3)).toMatchObject({ newFindings: 1, resolvedFindings: 1 });
    expect(await read(6, 7)).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    expect((await open('register-fall')).map(({ from, to }) => [from, to])).toEqual([
      [Date.parse(date(2)), Date.parse(date(3))],
      [Date.parse(date(5)), Date.parse(date(6))],
    ]);
    expect(await differing()).toBe(0);
    const reset = [reading(3, 50, { meterReset: true })];
    expect(await importPlain(database, 'readings', reset)).toMatchObject({ newFindings: 0, resolvedFindings: 1 });
    expect(await deleteRecords(database, 'readings', { ids: [id(6), id(7)] }, 'gone')).toMatchObject({
      ...{ newFindings: 0, resolvedFindings: 1 },
    });
    expect(await open('register-fall')).toEqual([]);
    expect(await differing()).toBe(0);
  });

  it.each([
    { name: 'a digit more', before: 13_400, rise: 100_000, perDay: 12, days: 1 },
    { name: 'one digit higher, read each month', before: 48_000, rise: 10_000, perDay: 11.7, days: 30 },
    { name: 'a meter that is exchanged for one that shows more', before: 500, rise: 8_000, perDay: 3, days: 7 },
    { name: 'a register that is said to turn over', before: 99_900, rise: 99_950, perDay: 1, days: 1 },
    { name: 'a hundred thousand too much, read each quarter', before: 1_000, rise: 100_000, perDay: 9, days: 91 },
  ])('register-jump: $name, once the register continues as before', async ({ before, rise, perDay, days }) => {
    const turnover = rise === 99_950;
    const reading = (index: number): object => ({
      ...{ _id: `e${index.toString().padStart(23, '0')}`, accountId: READ, units: 'kwh' },
      submittedAt: new Date(Date.UTC(2022, 0, 1, 9) + index * days * DAY).toISOString(),
      value: (before + index * days * perDay + (index > 3 ? rise : 0)) % (turnover ? 100_000 : Infinity),
      registerDigits: turnover ? 5 : null,
    });
    const read = (...indexes: readonly number[]) => importPlain(database, 'readings', indexes.map(reading));
    expect(await read(0, 1, 2, 3, 4)).toMatchObject({ newFindings: 0 });
    expect(await read(6, 7, 5)).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    const [found, ...others] = await open('register-jump');
    const at = (index: number): number => Date.UTC(2022, 0, 1, 9) + index * days * DAY;
    expect([found?.from, found?.to, others]).toEqual([at(3), at(4), []]);
    expect(found?.message).toMatch(
      /^A register jumped from [\d,.]+ to [\d,.]+ on .*: [\d,.]+ kWh in \d+ days?, usually at most /,
    );
    expect(await differing()).toBe(0);
    // A month of as much use says that it is use.
    const later = { ...reading(8), value: before + rise + 7 * days * perDay + rise / 4, registerDigits: 7 };
    expect(await importPlain(database, 'readings', [later])).toMatchObject({ resolvedFindings: 1 });
    expect(await differing()).toBe(0);
    const ids = Array.from({ length: 9 }, (_, index) => `e${index.toString().padStart(23, '0')}`);
    await deleteRecords(database, 'readings', { ids }, 'gone');
    expect(await open('register-jump')).toEqual([]);
    expect(await differing()).toBe(0);
  });

  it.each([
    ['a larger meter, whose use stays as high', [100, 110, 120, 130, 530, 930, 1_330]],
    ['a heating season that begins', [100, 101, 102, 103, 143, 243, 343]],
    ['a first reading long after the last one', [100, 110, 120, 4_000, 4_010]],
    ['a house that is empty but for a week', [100, 100, 100, 100, 340, 340, 340]],
    ['little use, once as much as of a month', [100, 100.1, 100.2, 100.3, 105.3, 105.4]],
    ['a use that its source says', [100, 110, 120, 130, 2_130, 2_140, 2_150]],
  ])('register-jump: %s has no finding', async (name, shown) => {
    const far = name.startsWith('a first reading') ? 400 : 1;
    const ids = shown.map((_, index) => `e${index.toString().padStart(23, '0')}`);
    const readings = shown.map((value, index) => ({
      ...{ _id: ids[index], accountId: READ, units: 'kwh', value },
      submittedAt: new Date(Date.UTC(2020, 0, 1) + (index < 3 ? index : index - 1 + far) * 30 * DAY).toISOString(),
      quantity: name.startsWith('a use') && index === 4 ? 2_000 : null,
    }));
    await importPlain(database, 'readings', readings);
    expect(await open('register-jump')).toEqual([]);
    expect(await differing()).toBe(0);
    await deleteRecords(database, 'readings', { ids }, 'gone');
  });
});
