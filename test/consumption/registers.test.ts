import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type TestServer } from '../support/server.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios');
const DIGITS = 3;

/** Half-days to the next reading, what is used until then in eighths, and what happens at it. */
const STEPS = fc.array(
  fc.record({
    halfDays: fc.integer({ min: 1, max: 60 }),
    eighths: fc.integer({ min: 0, max: 7_999 }),
    event: fc.constantFrom('read', 'read', 'read', 'exchanged', 'reset', 'multiplied'),
    begins: fc.integer({ min: 0, max: 999 }),
  }),
  { minLength: 1, maxLength: 12 },
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
    'with exchanges, resets, rollovers and multipliers: what is painted is what was used, however the readings came',
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
});
