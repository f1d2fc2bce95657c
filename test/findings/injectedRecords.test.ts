import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHourly } from '../../seeds/cambridge/files.js';
import type { Database } from '../../src/data/database.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { at, seeded } from '../support/random.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const COMPANY = 'c00000000000000000000001';
const METER = 'b00000000000000000000001';
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

describe.each(ENGINES)('faults that are put into the records of a real meter, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const meter = { _id: METER, companyId: COMPANY, type: 'electricity', meterUnits: 'kwh' };
    await importPlain(database, 'accounts', [meter]);
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
      `select start_date as "from", end_date as "to", message from findings
       where status = 'open' and kind = '${kind}' order by start_date`,
      [],
    );
    return rows.map(({ from, to, message }) => ({ from: Date.parse(from), to: Date.parse(to), message }));
  };
  const differing = async (): Promise<number> => (await rebuildAll(database, { dryRun: true })).rows;

  it.each([1, 5, 100])('duplicate-records: %i that come again under other identifiers', async (size) => {
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
  ])('estimated-run: %i days that are estimated are %i findings', async (size, count) => {
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

  it('register-fall: readings that fall here and there, in whatever order they come, until they say why or go', async () => {
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
    // The fall of before turns out to be an earlier one, and a later one comes.
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
});
