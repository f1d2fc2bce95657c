import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { decimalsOf, numberOf, scaledInteger } from '../../src/usage/amounts.js';
import { ENGINES } from '../support/engines.js';
import { openOldDatabase } from '../support/oldDatabase.js';

/** From a billionth to a month of the highest temperature that an import accepts, with halves of billionths. */
const magnitude = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc
    .tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: -12, max: 42 }))
    .map(([n, e]) => Number(`${n}e${e}`)),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => (n + 0.5) / 1e9),
  fc.constantFrom(0, -0, 1e-300, 5e-10, 1.5e-9, 2.5e-9, 9_007_199.254740991, 9_007_199.254740993, 1e30, -1e48),
);

describe('stored amounts of months', () => {
  it('are integers that a float8 holds exactly, with as many decimals as fit', () => {
    fc.assert(
      fc.property(magnitude, (value) => {
        const decimals = decimalsOf(Math.abs(value));
        const whole = scaledInteger(value, decimals);
        expect(Number.isSafeInteger(whole)).toBe(true);
        expect(Math.abs(numberOf(whole, decimals) - value)).toBeLessThan(2 * Number(`1e${-decimals}`));
        // No decimal is lost without need: a tenth of it would have fitted.
        if (decimals < 9) expect(Math.abs(whole)).toBeGreaterThan(Number.MAX_SAFE_INTEGER / 11);
      }),
    );
  });

  it.each([
    [0.1 + 0.2, 9, 300_000_000],
    [0.5e-9, 9, 0],
    [1.5e-9, 9, 2],
    [-2.5e-9, 9, -2],
    [20 * 2_678_400_000, 5, 5_356_800_000_000_000],
    [1e30, -15, 1e15],
  ])('%d is stored with %i decimals as %i', (value, decimals, whole) => {
    expect([decimalsOf(Math.abs(value)), scaledInteger(value, decimals)]).toEqual([decimals, whole]);
  });

  it('cannot be infinite', () => {
    expect(() => decimalsOf(Infinity)).toThrow('an amount is Infinity, which cannot be stored');
  });
});

describe.each(ENGINES)('months stored by an older version, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openOldDatabase(engine, '024_portfolio_counts');
  });
  afterAll(() => database.close());

  it('become the integers that a computation gives', async () => {
    const values = fc.sample(fc.tuple(magnitude, magnitude, fc.option(magnitude)), { numRuns: 500, seed: 20_240_131 });
    const rows = values.map(([quantity, estimated, hh], index) => ({
      ...{ account_key: index + 1, source: 1, month: 648, covered_ms: 1, quantity, estimated, day_quantity: 0, hh },
    }));
    await database.knex('usage_months').insert(rows);
    await migrate(database);
    const stored = await database
      .knex('usage_months')
      .select('account_key', 'decimals', 'quantity', 'estimated', 'day_quantity', 'hh')
      .orderBy('account_key');
    expect(stored).toEqual(
      rows.map((row) => {
        const decimals = decimalsOf(Math.max(...[row.quantity, row.estimated, row.hh ?? 0].map(Math.abs)));
        const whole = (value: number): number => scaledInteger(value, decimals);
        return {
          ...{ account_key: row.account_key, decimals, quantity: whole(row.quantity), estimated: whole(row.estimated) },
          ...{ day_quantity: 0, hh: row.hh === null ? null : whole(row.hh) },
        };
      }),
    );
  });
});
