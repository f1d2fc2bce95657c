import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import type { Day, Days } from '../../src/findings/days.js';
import type { Month } from '../../src/findings/months.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { unitSteps } from '../../src/findings/rules/units.js';
import { seasonsOf } from '../../src/findings/season.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { monthOf } from '../../src/usage/grid.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { DAY } from './meter.js';
import { openFindings } from './reference/stored.js';

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const FIRST = dayOf('2013-01-01');
/** What a boiler takes a day, by month: heating ends in June and begins in September. */
const LEVELS = [7_400, 7_500, 7_400, 4_800, 2_400, 700, 300, 290, 500, 2_200, 5_000, 5_300];
/** The factor of a wrong unit, and of the weather besides in the three weeks from the step on. */
interface Fault {
  readonly date: string;
  readonly times: number;
  readonly weather: number;
}

/** Quantities by day to the end of February 2015, which go from the middle of a month to that of the next; from a date on in another unit. */
function quantities(levels: readonly number[], fault?: Fault): readonly number[] {
  return Array.from({ length: dayOf('2015-03-01') - FIRST }, (_, index) => {
    const date = new Date((FIRST + index - 15) * DAY);
    const [month, part] = [date.getUTCMonth(), date.getUTCDate() / 31];
    const level = (levels[month] ?? 0) * (1 - part) + (levels[(month + 1) % 12] ?? 0) * part;
    const own = level * (1 + 0.06 * (index % 7));
    if (!fault || FIRST + index < dayOf(fault.date)) return own;
    return own * fault.times * (FIRST + index < dayOf(fault.date) + 21 ? fault.weather : 1);
  });
}

const dayWith = (day: number, quantity: number): Day => ({
  ...{ day, covered: DAY, quantity, estimated: 0 },
  ...{ highest: quantity / 30, lowest: quantity / 90, sums: [] },
});

/** The dates of unit-suspect beside a date, by the data before another one. */
function found(values: readonly number[], date: string, until: string): readonly string[] {
  const known = values.slice(0, dayOf(until) - FIRST);
  const months = new Map<number, Month>();
  for (const [index, quantity] of known.entries()) {
    const month = monthOf(FIRST + index);
    const own = months.get(month) ?? { month, quantity: 0, covered: 0 };
    months.set(month, { month, quantity: own.quantity + quantity, covered: own.covered + DAY });
  }
  const days: Days = new Map(known.map((quantity, index) => [FIRST + index, dayWith(FIRST + index, quantity)]));
  const range = { from: dayOf(date) - 5, to: dayOf(date) + 5 };
  return unitSteps(days, range, seasonsOf([...months.values()])).map(({ from }) => dateOf(from));
}

describe('wrong units by the months of another year', () => {
  it.each([
    ['× 29.3 in a first summer', { date: '2013-08-10', times: 29.307, weather: 0.7 }, '2014-02-01'],
    ['× 1/29.3 in a first May', { date: '2013-05-10', times: 1 / 29.307, weather: 0.4 }, '2014-02-01'],
    ['× 1/29.3 in a second May', { date: '2014-05-10', times: 1 / 29.307, weather: 0.4 }, '2014-07-01'],
  ])('%s is found once such months show it', (_, fault, until) => {
    const values = quantities(LEVELS, fault);
    const before = new Date(Date.parse(until) - 10 * DAY).toISOString().slice(0, 10);
    expect([found(values, fault.date, before), found(values, fault.date, until)]).toEqual([[], [fault.date]]);
  });

  /** Twice four months of summer and, from one day to the next, winter. */
  const HEATING = Array.from({ length: 730 }, (_, index) => {
    const isWinter = index % 365 >= 120 && index % 365 < 300;
    return (isWinter ? 290 : 10) * (1 + 0.06 * (index % 7));
  });

  it('heating that begins in a first year is a wrong unit until another year has it as well', () => {
    expect(found(HEATING, '2013-05-01', '2013-06-10')).toEqual(['2013-05-01']);
    expect(found(HEATING, '2013-05-01', '2014-06-10')).toEqual([]);
  });

  it('months of next to no use tell nothing of a level', () => {
    const step = dayOf('2013-09-28');
    const days: Days = new Map(
      Array.from({ length: 40 }, (_, index) => step - 20 + index).map((day) => [
        day,
        dayWith(day, (day < step ? 170 : 1_400) * (1 + 0.06 * (day % 7))),
      ]),
    );
    const foundWith = (summer: number): number => {
      const months = [522, 523, 534, 535].map((month, index): Month => {
        const level = index < 2 ? summer : summer * 29.3;
        return { month, quantity: level * 31, covered: 31 * DAY };
      });
      return unitSteps(days, { from: step - 3, to: step + 4 }, seasonsOf(months)).length;
    };
    expect([foundWith(4), foundWith(60)]).toEqual([0, 1]);
  });
});

const METER = 'b00000000000000000000001';
const ACCOUNT = { _id: METER, companyId: 'c00000000000000000000001', meterUnits: 'kwh', status: 'active', type: 'gas' };

/** A record for each day. */
const recordsOf = (values: readonly number[], from: string, to: string): readonly { readonly _id: string }[] =>
  values.slice(dayOf(from) - FIRST, dayOf(to) - FIRST).map((value, index) => {
    const at = (dayOf(from) + index) * DAY;
    const stamps = { startTimestamp: new Date(at).toISOString(), endTimestamp: new Date(at + DAY).toISOString() };
    const own = { accountId: METER, type: 'gas', value: Math.round(value), unit: 'kwh', isHalfHourly: false };
    return { _id: `${METER.slice(-4)}${(at / DAY).toString(16).padStart(20, '0')}`, ...own, ...stamps };
  });

describe.each(ENGINES)('wrong units of a year ago, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [ACCOUNT]);
  });
  afterAll(() => database.close());

  it('are found by the import that brings the months, and resolved when these are deleted', async () => {
    const values = quantities(LEVELS, { date: '2013-08-10', times: 29.307, weather: 0.7 });
    const units = async (): Promise<readonly string[]> =>
      (await openFindings(database)).filter(({ kind }) => kind === 'unit-suspect').map(({ from }) => from.slice(0, 10));
    const expectUnits = async (expected: readonly string[]): Promise<void> => {
      expect(await units()).toEqual(expected);
      expect(await rebuildAll(database, { dryRun: true })).toMatchObject({ rows: 0 });
    };
    await importPlain(database, 'non-cumulative', recordsOf(values, '2013-01-01', '2014-01-20'));
    await expectUnits([]);
    const january = recordsOf(values, '2014-01-20', '2014-02-01');
    await importPlain(database, 'non-cumulative', january);
    await expectUnits(['2013-08-10']);
    await deleteRecords(database, 'non-cumulative', { ids: january.map(({ _id }) => _id) }, 'gone');
    await expectUnits([]);
  });
});
