import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type TestServer } from '../support/server.js';
import { expectClose } from './closeTo.js';
import { companiesOf, importReference } from './importReference.js';
import { emissionsQuestions, portfolios, questions } from './reference/randomPortfolio.js';
import type { Question } from './reference/records.js';
import { referenceConsumption, referenceEmissions } from './reference/reference.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios, on each engine');
/** Of half-hours, each with something of its own: of both halves of the earth, half an hour of daylight saving, half an hour off. */
const ZONES = [
  ...['Europe/London', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'],
  ...['America/St_Johns', 'UTC', 'Pacific/Kiritimati', 'Atlantic/Azores'],
];
const zone = fc.constantFrom(...ZONES);

describe.each(ENGINES)(`local time on %s (seed ${SEED})`, (engine) => {
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

  it('figures of random portfolios are what the records say, slot by slot', { timeout: 600_000 }, async () => {
    const cases = portfolios({ salt: nextSalt }).chain((portfolio) =>
      fc.record({
        portfolio: fc.constant(portfolio),
        asked: fc.array(fc.tuple(questions(portfolio), zone), { minLength: 6, maxLength: 8 }),
        emissions: fc.array(fc.tuple(emissionsQuestions(portfolio), zone), { minLength: 1, maxLength: 2 }),
      }),
    );
    const all = fc.sample(cases, { numRuns: RUNS, seed: SEED });
    await importReference(database, ...all.map(({ portfolio }) => portfolio.records));
    for (const {
      portfolio: { records },
      asked,
      emissions,
    } of all) {
      const key = await server.key({ companies: companiesOf(records) });
      for (const [question, timeZone] of asked) {
        const own = { ...question, timeZone };
        expectClose(await ask('/consumption', own, key), referenceConsumption(records, own), JSON.stringify(own));
      }
      for (const [question, timeZone] of emissions) {
        const own = { ...question, timeZone };
        expectClose(await ask('/emissions', own, key), referenceEmissions(records, own), JSON.stringify(own));
      }
    }
  });

  it('so are means of temperatures', { timeout: 300_000 }, async () => {
    const cases = portfolios({ salt: nextSalt, types: ['temperature'] }).chain((portfolio) =>
      fc.record({
        portfolio: fc.constant(portfolio),
        asked: fc.array(fc.tuple(questions(portfolio), zone), { minLength: 4, maxLength: 5 }),
      }),
    );
    const all = fc.sample(cases, { numRuns: Math.ceil(RUNS / 3), seed: SEED });
    await importReference(database, ...all.map(({ portfolio }) => portfolio.records));
    for (const {
      portfolio: { records },
      asked,
    } of all) {
      const key = await server.key({ companies: companiesOf(records) });
      for (const [question, timeZone] of asked) {
        const own = { ...question, timeZone };
        expectClose(await ask('/consumption', own, key), referenceConsumption(records, own), JSON.stringify(own));
      }
    }
  });
});
