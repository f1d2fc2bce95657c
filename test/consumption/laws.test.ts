import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type TestServer } from '../support/server.js';
import { expectClose } from './closeTo.js';
import { companiesOf, importReference } from './importReference.js';
import { applyBatch, changes, emissionsQuestions, portfolios, questions } from './reference/randomPortfolio.js';
import type { Question, Records } from './reference/records.js';
import { referenceConsumption, referenceEmissions } from './reference/reference.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = Number(process.env.TEST_RUNS ?? 40);

describe.each(ENGINES)(`random portfolios on %s (seed ${SEED})`, (engine) => {
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

  const ask = async (path: string, question: Question, key: string): Promise<unknown> => {
    const parameters = Object.entries(question).map(([name, value]): [string, string] => [name, value]);
    const answer = await server.get(`${path}?${new URLSearchParams(parameters).toString()}`, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const own = (records: Records): Promise<string> => server.key({ companies: companiesOf(records) });

  it(
    'law 6: after any sequence of imports and changes, /consumption answers what the records say, and painting afresh changes nothing',
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
      await fc.assert(
        fc.asyncProperty(cases, async ({ portfolio, batches, asked, emissions }) => {
          let records: Records = portfolio.records;
          await importReference(database, records);
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
          });
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
  );
});
