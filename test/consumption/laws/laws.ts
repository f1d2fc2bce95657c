import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.js';
import { rebuild } from '../../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase, type Engine } from '../../support/engines.js';
import { importPlain } from '../../support/importPlain.js';
import { timesOf } from '../../support/repeated.js';
import { startServer, type TestServer } from '../../support/server.js';
import { expectClose } from '../closeTo.js';
import { companiesOf, importReference } from '../importReference.js';
import {
  applyBatch,
  changes,
  emissionsQuestions,
  portfolios,
  questions,
  type RandomPortfolio,
} from '../reference/randomPortfolio.js';
import { DAY, iso } from '../reference/time.js';
import type { Question, Records } from '../reference/records.js';
import { referenceConsumption, referenceEmissions } from '../reference/reference.js';
import { figuresOf } from '../support/figuresOf.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios');

interface Figures {
  readonly consumption: number | null;
  readonly dayConsumption?: number;
  readonly nightConsumption?: number;
  readonly isMissing: boolean;
  readonly combinedBreakdown?: Readonly<Record<string, number>>;
  readonly emissions?: Readonly<Record<'total' | 'scope1' | 'scope2' | 'scope3', number>>;
  readonly data: readonly Omit<Figures, 'data'>[];
}

export function testLaws(engine: Engine): void {
  describe.runIf(ENGINES.includes(engine))(`random portfolios on ${engine} (seed ${SEED})`, () => {
    let database: Database;
    let server: TestServer;
    let salt = 0;
    const nextSalt = (): string => (salt += 1).toString(16).padStart(8, '0');

    beforeAll(async () => {
      database = await openTestDatabase(engine);
      server = await startServer(database);
    });
    afterAll(async () => {
      await server.close();
      await database.close();
    });

    const ask = (path: string, question: Question, key: string): Promise<unknown> =>
      figuresOf(server, path, question, key);
    /**
     * Random cases, the same in every run of a seed. They are drawn first, so that their initial records are imported
     * at once.
     */
    const draw = <Case>(cases: fc.Arbitrary<Case>, numRuns: number, seed = SEED): readonly Case[] =>
      fc.sample(cases, { numRuns, seed });
    const checkEach = async <Case>(all: readonly Case[], check: (one: Case) => Promise<void>): Promise<void> => {
      for (const [index, one] of all.entries()) {
        await check(one).catch((error: unknown) => {
          throw new Error(`case ${index + 1}: ${fc.stringify(one)}`, { cause: error });
        });
      }
    };
    const own = (records: Records): Promise<string> => server.key({ companies: companiesOf(records) });

    it(
      'law 6: after any sequence of imports and changes, /consumption matches the records, and recomputing changes nothing',
      { timeout: 600_000 },
      async () => {
        const cases = portfolios({ salt: nextSalt }).chain((portfolio) =>
          fc.record({
            portfolio: fc.constant(portfolio),
            batches: changes(portfolio, 3),
            asked: fc.array(questions(portfolio), { minLength: 3, maxLength: 5 }),
            emissions: fc.array(emissionsQuestions(portfolio), { minLength: 1, maxLength: 2 }),
          }),
        );
        const all = draw(cases, RUNS);
        await importReference(database, ...all.map(({ portfolio }) => portfolio.records));
        await checkEach(all, async ({ portfolio, batches, asked, emissions }) => {
          let records: Records = portfolio.records;
          const key = await own(records);
          for (const batch of [null, ...batches]) {
            if (batch) {
              records = applyBatch(records, batch);
              await importPlain(database, batch.resource, batch.records);
            }
            for (const question of asked) {
              const wanted = referenceConsumption(records, question);
              expectClose(await ask('/consumption', question, key), wanted, JSON.stringify(question));
            }
            for (const question of emissions) {
              const wanted = referenceEmissions(records, question);
              expectClose(await ask('/emissions', question, key), wanted, JSON.stringify(question));
            }
          }
          const ids = (records.accounts ?? []).map(({ _id }) => _id);
          expect(await rebuild(database, { ids, dryRun: true })).toEqual({
            accounts: ids.length,
            rows: 0,
            different: [],
            portfolios: [],
          });
        });
      },
    );

    it('temperatures are means: /consumption matches the records', { timeout: 300_000 }, async () => {
      const cases = portfolios({ salt: nextSalt, types: ['temperature'] }).chain((portfolio) =>
        fc.record({
          portfolio: fc.constant(portfolio),
          asked: fc.array(questions(portfolio), { minLength: 3, maxLength: 4 }),
        }),
      );
      const all = draw(cases, Math.ceil(RUNS / 3));
      await importReference(database, ...all.map(({ portfolio }) => portfolio.records));
      await checkEach(all, async ({ portfolio: { records }, asked }) => {
        const key = await own(records);
        for (const question of asked) {
          const wanted = referenceConsumption(records, question);
          expectClose(await ask('/consumption', question, key), wanted, JSON.stringify(question));
        }
      });
    });

    const days = ({ from, to }: RandomPortfolio): Question => ({ startDate: iso(from), endDate: iso(to - DAY) });
    const figures = async (question: Question, key: string): Promise<Figures> =>
      (await ask('/consumption', question, key)) as Figures;

    it(
      'law 1: spreading never changes a total: readings, invoices and intervals sum to their spans',
      { timeout: 300_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 2, maxLength: 12 }),
            async (values) => {
              const salted = nextSalt();
              const accountId = `b0${salted}00000000000001`;
              const companyId = `c0${salted}00000000000001`;
              await importPlain(database, 'accounts', [{ _id: accountId, companyId, type: 'electricity' }]);
              const at = (index: number): string => new Date(Date.UTC(2024, 1, 27) + index * 97_531_000).toISOString();
              const ids = values.map((_, index) => `d0${salted}${String(index).padStart(14, '0')}`);
              const registers = values.map(
                (_, index) => values.slice(0, index + 1).reduce((sum, value) => sum + value, 0) / 8,
              );
              await importPlain(
                database,
                'readings',
                ids.map((_id, index) => ({ _id, accountId, submittedAt: at(index), value: registers[index] })),
              );
              await importPlain(
                database,
                'invoices',
                ids.map((_id, index) => ({
                  _id,
                  accountId,
                  status: 'captured',
                  values: { startDate: at(index * 3), endDate: at(index * 5), totalUnits: (values[index] ?? 0) / 8 },
                })),
              );
              await importPlain(
                database,
                'non-cumulative',
                ids.map((_id, index) => ({
                  _id,
                  accountId,
                  type: 'electricity',
                  value: (values[index] ?? 0) / 8,
                  startTimestamp: at(index),
                  endTimestamp: at(index + 1),
                })),
              );
              const key = await server.key({ companies: [companyId] });
              const all = values.reduce((sum, value) => sum + value, 0) / 8;
              const wanted = { hh: all, invoice: all, reading: all - (values[0] ?? 0) / 8 };
              for (const [source, total] of Object.entries(wanted)) {
                const { consumption } = await figures(
                  { accountId, source, startDate: '2024-01-01', endDate: '2024-12-31' },
                  key,
                );
                expect(consumption, source).toBeCloseTo(total, 5);
              }
            },
          ),
          { numRuns: Math.ceil(RUNS / 3), seed: SEED, endOnFailure: true },
        );
      },
    );

    describe('for additive types', () => {
      let all: readonly RandomPortfolio[];

      beforeAll(async () => {
        all = draw(portfolios({ salt: nextSalt, maxDays: 20 }), Math.ceil(RUNS / 3), SEED + 1);
        await importReference(database, ...all.map(({ records }) => records));
      });

      const inEach = (check: (portfolio: RandomPortfolio, key: string) => Promise<void>): Promise<void> =>
        checkEach(all, async (portfolio) => check(portfolio, await own(portfolio.records)));

      it(
        'law 2: Σ data[].consumption = consumption at every granularity, and all granularities agree',
        { timeout: 300_000 },
        async () => {
          await inEach(async (portfolio, key) => {
            for (const { _id: accountId } of portfolio.records.accounts.slice(0, 2)) {
              const totals = new Set<string>();
              for (const granularity of ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly']) {
                const { consumption, data } = await figures({ ...days(portfolio), accountId, granularity }, key);
                const sum = data.reduce((total, period) => total + (period.consumption ?? 0), 0);
                expect(Math.abs(sum - (consumption ?? 0)), granularity).toBeLessThan(1e-6 * (data.length + 1));
                totals.add((consumption ?? 0).toFixed(4));
              }
              expect([...totals]).toHaveLength(1);
            }
          });
        },
      );

      it(
        'law 3: day + night = consumption, and so do the parts of the breakdown; scopes add up to the total',
        { timeout: 300_000 },
        async () => {
          await inEach(async (portfolio, key) => {
            for (const { _id: accountId } of portfolio.records.accounts) {
              const question = {
                ...days(portfolio),
                accountId,
                dayNight: 'true',
                emissions: 'true',
                granularity: 'daily',
              };
              const total = await figures(question, key);
              for (const { consumption, dayConsumption = 0, nightConsumption = 0, combinedBreakdown, emissions } of [
                total,
                ...total.data,
              ]) {
                const parts = Object.values(combinedBreakdown ?? {}).reduce((sum, part) => sum + part, 0);
                expect(dayConsumption + nightConsumption).toBeCloseTo(consumption ?? 0, 5);
                expect(parts).toBeCloseTo(consumption ?? 0, 5);
                const { scope1 = 0, scope2 = 0, scope3 = 0, total: all = 0 } = emissions ?? {};
                expect(scope1 + scope2 + scope3).toBeCloseTo(all, 5);
              }
            }
          });
        },
      );

      it(
        "law 4: a level's figure is the sum of its non-virtual accounts' figures; its isMissing is the OR over its expected accounts",
        { timeout: 300_000 },
        async () => {
          await inEach(async (portfolio, key) => {
            const { assets, accounts } = portfolio.records;
            for (const { _id: assetId } of assets) {
              for (const type of new Set(accounts.map((account) => account.type))) {
                const members = accounts.filter(
                  (one) => one.assetId === assetId && one.type === type && one.isVirtual !== true,
                );
                const level = await figures({ ...days(portfolio), assetId, accountType: type }, key);
                const each = await Promise.all(
                  members.map(({ _id }) => figures({ ...days(portfolio), accountId: _id }, key)),
                );
                const sum = each.reduce((total, { consumption }) => total + (consumption ?? 0), 0);
                expect(level.consumption).toBeCloseTo(sum, 4);
                const expected = each.filter((_, index) => members[index]?.status !== 'inactive');
                expect(level.isMissing).toBe(expected.length === 0 || expected.some(({ isMissing }) => isMissing));
              }
            }
          });
        },
      );
    });

    it(
      'law 5: the same records in another order, or in other batches, give the same figures',
      { timeout: 300_000 },
      async () => {
        const make = (seed: number): RandomPortfolio => {
          const salted = nextSalt();
          const [one] = fc.sample(portfolios({ salt: () => salted, maxDays: 10 }), { seed, numRuns: 1 });
          if (!one) throw new Error('no portfolio');
          return one;
        };
        const cases = fc
          .record({ seed: fc.integer(), cut: fc.integer({ min: 1, max: 9 }) })
          .map(({ seed, cut }) => ({ first: make(seed), second: make(seed), cut }));
        const later = { readings: [], intervals: [], invoices: [] };
        const all = draw(cases, Math.ceil(RUNS / 4));
        const earlier = ({ records }: RandomPortfolio): Records => ({ ...records, ...later });
        await importReference(database, ...all.flatMap(({ first, second }) => [first.records, earlier(second)]));
        await checkEach(all, async ({ first, second, cut }) => {
          const { readings, intervals, invoices } = second.records;
          const batches = <T extends object>(records: readonly T[]): readonly (readonly T[])[] => {
            const reversed = records.toReversed();
            const size = Math.ceil(reversed.length / cut) || 1;
            return Array.from({ length: cut }, (_, index) => reversed.slice(index * size, (index + 1) * size));
          };
          for (const batch of batches(intervals)) await importPlain(database, 'non-cumulative', batch);
          for (const batch of batches(invoices)) await importPlain(database, 'invoices', batch);
          for (const batch of batches(readings)) await importPlain(database, 'readings', batch);
          for (const [index, { _id }] of first.records.accounts.entries()) {
            const other = second.records.accounts[index]?._id ?? '';
            const ask = { ...days(first), granularity: 'hourly' };
            const one = await figures({ ...ask, accountId: _id }, await own(first.records));
            const two = await figures({ ...ask, accountId: other }, await own(second.records));
            expect({ ...two, accountId: _id }).toEqual(one);
          }
        });
      },
    );
  });
}
