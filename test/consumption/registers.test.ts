import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { SOURCE } from '../../src/usage/sources.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { timesOf } from '../support/repeated.js';
import { SETTINGS, type Reading } from './reference/records.js';
import { registers } from './reference/registers.js';
import { startServer, type TestServer } from '../support/server.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios');
const DIGITS = 3;

/**
 * Half-days to the next reading, the use until then in eighths, and an event at it. No register rolls over to its old
 * level within four spans: that would be a glitch.
 */
const STEPS = fc.array(
  fc.record({
    halfDays: fc.integer({ min: 1, max: 60 }),
    eighths: fc.integer({ min: 0, max: 1_999 }),
    event: fc.constantFrom('read', 'read', 'read', 'exchanged', 'reset', 'multiplied'),
    begins: fc.integer({ min: 0, max: 999 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Readings of two registers, most of them near one of a few levels, so that many are glitches. */
const ANYTHING = fc.array(
  fc.record({
    halfDays: fc.integer({ min: 1, max: 8 }),
    value: fc.constantFrom(0, 0, 5, 100, 101, 105, 110, 400, 1_000, 1_010),
    registerId: fc.constantFrom('day', 'day', 'night'),
    meterReset: fc.constantFrom(false, false, false, false, true),
    quantity: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 8 }),
    registerDigits: fc.option(fc.constant(4), { freq: 4 }),
    isGone: fc.constantFrom(false, false, true),
  }),
  { minLength: 3, maxLength: 14 },
);

describe.each(ENGINES)('any register, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let salt = 0;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    server = await startServer(database);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it(
    'with exchanges, resets, rollovers and multipliers: stored usage equals the true use, for any order of readings',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(STEPS, fc.integer({ min: 1, max: 4 }), fc.boolean(), async (steps, cut, isReversed) => {
          const salted = (salt += 1).toString(16).padStart(8, '0');
          const [accountId, companyId] = [`b0${salted}00000000000001`, `c0${salted}00000000000001`];
          await importPlain(database, 'accounts', [{ _id: accountId, companyId, type: 'electricity' }]);
          let [at, shown, used] = [Date.UTC(2023, 11, 1), 990, 0];
          const readings: object[] = [];
          const add = (more: object = {}): void => {
            const _id = `d0${salted}${String(readings.length).padStart(14, '0')}`;
            const submittedAt = new Date(at).toISOString();
            readings.push({ _id, accountId, submittedAt, value: shown, registerDigits: DIGITS, ...more });
          };
          add();
          for (const { halfDays, eighths, event, begins } of steps) {
            at += halfDays * 43_200_000;
            const use = eighths / 8;
            used += use;
            // A transformer: the register counts an eighth of the energy.
            const counted = event === 'multiplied' ? use / 8 : use;
            shown = event === 'reset' ? counted : (shown + counted) % 10 ** DIGITS;
            add(event === 'multiplied' ? { quantity: use } : { meterReset: event === 'reset' });
            if (event !== 'exchanged') continue;
            shown = begins;
            add({ meterReset: true });
          }
          const rows = isReversed ? readings.toReversed() : readings;
          for (let part = 0; part < cut; part += 1) {
            await importPlain(
              database,
              'readings',
              rows.filter((_, index) => index % cut === part),
            );
          }
          const key = await server.key({ companies: [companyId] });
          const query = new URLSearchParams({ accountId, startDate: '2023-11-30', endDate: '2026-12-31' });
          const { body } = await server.get(`/consumption?${query.toString()}&source=reading`, key);
          expect(body.consumption).toBeCloseTo(used, 5);
          expect(await rebuild(database, { ids: [accountId], dryRun: true })).toMatchObject({ rows: 0 });
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
  );

  it('that shows 0 or 1,000 up to three times: each new or deleted reading updates every value that depends on it', async () => {
    const companyId = 'c20000000000000000000001';
    const registersOfOne = [0, 1_000].flatMap((wrong) =>
      [1, 2, 3].flatMap((times) => {
        const shown = [101, ...Array.from({ length: times }, () => wrong), 102];
        return shown.map((_, late) => ({ shown, late }));
      }),
    );
    const accounts = registersOfOne.map((_, index) => {
      return { _id: `b2${String(index).padStart(22, '0')}`, companyId, type: 'electricity' };
    });
    await importPlain(database, 'accounts', accounts);
    const ids = accounts.map(({ _id }) => _id);
    const isAsAfresh = async (): Promise<void> => {
      expect(await rebuildAll(database, { ids, dryRun: true })).toMatchObject({ rows: 0 });
    };
    const all = registersOfOne.flatMap(({ shown, late }, account) => {
      const steps = shown.map((value, index) => ({ halfDays: 5, value, isGone: index === late }));
      return readingsOf(ids[account] ?? '', steps);
    });
    const late = all.flatMap(({ reading, isGone }) => (isGone ? reading : []));
    await importPlain(
      database,
      'readings',
      all.flatMap(({ reading, isGone }) => (isGone ? [] : reading)),
    );
    await importPlain(database, 'readings', late);
    await isAsAfresh();
    const { rows }: { readonly rows: readonly object[] } = await database.knex.raw(
      `select count(*)::int as months from usage_months join accounts using (account_key)
       where source = ${SOURCE.reading} and company_id = decode('${companyId}', 'hex')`,
    );
    expect(rows).toEqual([{ months: 0 }]);
    await deleteRecords(database, 'readings', { ids: late.map(({ _id }) => _id) }, 'gone');
    await isAsAfresh();
  });

  it(
    'with any values: usage and findings after each change equal a computation from all readings',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(ANYTHING, { minLength: 4, maxLength: 4 }), async (meters) => {
          const salted = (salt += 1).toString(16).padStart(8, '0');
          const companyId = `c1${salted}00000000000001`;
          const accounts = meters.map((_, meter) => {
            return { _id: `b1${salted}${String(meter).padStart(14, '0')}`, companyId, type: 'electricity' } as const;
          });
          await importPlain(database, 'accounts', accounts);
          const readings = meters.flatMap((steps, meter) => readingsOf(accounts[meter]?._id ?? '', steps));
          const isAsAfresh = async (): Promise<void> => {
            const ids = accounts.map(({ _id }) => _id);
            expect(await rebuildAll(database, { ids, dryRun: true })).toMatchObject({ rows: 0 });
          };
          for (const part of [0, 1]) {
            await importPlain(
              database,
              'readings',
              readings.filter((_, index) => index % 2 === part).map(({ reading }) => reading),
            );
            await isAsAfresh();
          }
          const gone = readings.flatMap(({ reading, isGone }) => (isGone ? reading._id : []));
          await deleteRecords(database, 'readings', { ids: gone }, 'gone');
          await isAsAfresh();
          const left = readings.flatMap(({ reading, isGone }) => (isGone ? [] : reading));
          const key = await server.key({ companies: [companyId] });
          for (const account of accounts) {
            const query = new URLSearchParams({
              accountId: account._id,
              startDate: '2023-11-30',
              endDate: '2026-12-31',
            });
            const { body } = await server.get(`/consumption?${query.toString()}&source=reading`, key);
            const spans = registers(left, account, false, SETTINGS).flatMap((register) => register.spans);
            const used = spans.reduce((sum, { quantity }) => sum + quantity, 0);
            expect(body.consumption).toBeCloseTo(used, 5);
          }
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
  );
});

interface Step extends Omit<Reading, '_id' | 'accountId' | 'submittedAt'> {
  readonly halfDays: number;
  readonly isGone: boolean;
}

function readingsOf(
  accountId: string,
  steps: readonly Step[],
): readonly { readonly reading: Reading; readonly isGone: boolean }[] {
  let at = Date.UTC(2023, 11, 1);
  return steps.map(({ halfDays, isGone, ...shown }, index) => {
    at += halfDays * 43_200_000;
    const _id = `d${accountId.slice(1, 10)}${accountId.slice(12)}${index.toString(16).padStart(2, '0')}`;
    return { isGone, reading: { _id, accountId, submittedAt: new Date(at).toISOString(), ...shown } };
  });
}
