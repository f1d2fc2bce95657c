import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { building, DAY, idOf, records, type Values } from './meter.js';
import { openFindings } from './reference/stored.js';

const METER = 'b00000000000000000000001';
const FIRST = '2024-01-01T00:00:00.000Z';
const DAYS = 160;
/** The first day with the wrong unit, a Monday. */
const STEP = 70;

/** The values of a building in other units for some days. */
function inOtherUnit(factor: number, from: number, to = DAYS): Values {
  return building(DAYS, 5).map((value, index) =>
    value !== null && index >= from * 48 && index < to * 48 ? value * factor : value,
  );
}

describe.each(ENGINES)('use that rises by a wrong unit, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const account = { _id: METER, companyId: 'c'.repeat(24), meterUnits: 'kwh', status: 'active' };
    await importPlain(database, 'accounts', [{ ...account, type: 'electricity' }]);
  });
  beforeEach(() => deleteRecords(database, 'non-cumulative', { accounts: [METER] }, 'before the next'));
  afterAll(() => database.close());

  const put = (values: Values, from = 0, to = DAYS): Promise<unknown> =>
    importPlain(database, 'non-cumulative', records(METER, FIRST, values, from * 48, to * 48));
  const take = (from: number, to: number): Promise<unknown> => {
    const ids = Array.from({ length: (to - from) * 48 }, (_, index) => idOf(METER, from * 48 + index));
    return deleteRecords(database, 'non-cumulative', { ids }, 'gone');
  };
  /** Kinds with their first days, compared with those of a full rebuild. */
  const found = async (): Promise<readonly string[]> => {
    expect((await rebuildAll(database, { dryRun: true })).rows).toBe(0);
    const open = await openFindings(database);
    return open.map(({ kind, from }) => `${kind} ${(Date.parse(from) - Date.parse(FIRST)) / DAY}`);
  };

  it('has one finding, whether the wrong unit or its correction raises use', async () => {
    await put(inOtherUnit(3.6, STEP));
    expect(await found()).toEqual([`unit-suspect ${STEP}`]);
    await put(inOtherUnit(1 / 3.6, STEP - 50, STEP));
    expect(await found()).toEqual([`unit-suspect ${STEP - 50}`, `unit-suspect ${STEP}`]);
  });

  it.each([
    ['a night', STEP + 55, 10, 3, 'night-use'],
    ['the first night after the 8 weeks', STEP + 56, 10, 3, 'night-use'],
    ['a Sunday', STEP + 55, 48, 5, 'weekend-use'],
    ['the baseload', STEP + 27, 28 * 48, 2, 'baseload-rise'],
  ])(
    '%s has its own finding only once the wrong unit is outside the days before it',
    async (_, day, slots, times, kind) => {
      const values = inOtherUnit(3.6, STEP).map((value, index) =>
        value !== null && index >= day * 48 && index < day * 48 + slots ? value * times : value,
      );
      const own = `${kind} ${day}`;
      // Of the 14 days that the step needs only 10 have data, the fewest possible; the test deletes and restores the
      // first of them.
      await put(values, 0, STEP - 13);
      await put(values, STEP - 9);
      const seen = await found();
      expect(seen.includes(own)).toBe(day - STEP >= 56);
      expect(seen).toContain(`unit-suspect ${STEP}`);
      await take(STEP - 14, STEP - 13);
      const unseen = await found();
      expect(unseen).toContain(own);
      expect(unseen).not.toContain(`unit-suspect ${STEP}`);
      await put(values, STEP - 14, STEP - 13);
      expect(await found()).toEqual(seen);
    },
  );
});
