import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { timesOf } from '../support/repeated.js';
import { type Answer, startServer, type TestServer } from '../support/server.js';
import { expectClose } from './closeTo.js';
import { companiesOf, importReference } from './importReference.js';
import { emissionsQuestions, portfolios, questions } from './reference/randomPortfolio.js';
import type { Question } from './reference/records.js';
import { referenceConsumption, referenceEmissions } from './reference/reference.js';
import { figuresOf } from './support/figuresOf.js';
import { valueAt } from './support/json.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios');
/**
 * Zones of whole half-hours, each with a peculiarity: both hemispheres, half an hour of daylight saving, an offset of
 * half an hour.
 */
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

  const ask = (path: string, question: Question, key: string): Promise<unknown> =>
    figuresOf(server, path, question, key);

  it('figures of random portfolios equal the records, half-hour by half-hour', { timeout: 600_000 }, async () => {
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

  it('mean temperatures of random portfolios equal the records', { timeout: 300_000 }, async () => {
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

  describe('for a meter that uses 1 kWh in each half-hour', () => {
    const [companyId, accountId] = ['c7'.repeat(12), 'b7'.repeat(12)];
    let key = '';

    beforeAll(async () => {
      key = await server.key({ companies: [companyId] });
      await importPlain(database, 'accounts', [{ _id: accountId, companyId, type: 'electricity', status: 'active' }]);
      const hours = (serial: number, startTimestamp: string, endTimestamp: string, value: number) => ({
        _id: `d7${String(serial).padStart(22, '0')}`,
        ...{ accountId, startTimestamp, endTimestamp, value },
      });
      await importPlain(database, 'non-cumulative', [
        hours(1, '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z', 366 * 48),
        hours(2, '2023-06-01T00:00:00Z', '2023-06-10T12:00:00Z', 9.5 * 48),
      ]);
    });

    const consumption = (more: string): Promise<Answer> =>
      server.get(`/consumption?accountId=${accountId}&${more}`, key);

    it('a day on which clocks change has 46 or 50 half-hours, and the doubled hour shows its offset', async () => {
      const autumn = await consumption(
        'startDate=2024-10-27&endDate=2024-10-27&timeZone=europe/london&granularity=hourly',
      );
      expect(autumn.body).toMatchObject({
        startDate: '2024-10-26T23:00:00.000Z',
        endDate: '2024-10-28T00:00:00.000Z',
        timeZone: 'Europe/London',
        consumption: 50,
        isMissing: false,
      });
      const labels = (valueAt(autumn.body, 'data') as readonly { readonly date: string }[]).map(({ date }) => date);
      expect(labels.slice(0, 4)).toEqual([
        ...['2024-10-27 00:00', '2024-10-27 01:00+01:00', '2024-10-27 01:00+00:00', '2024-10-27 02:00'],
      ]);
      const spring = await consumption('startDate=2024-03-31&endDate=2024-03-31&timeZone=Europe/London');
      expect(spring.body).toMatchObject({ consumption: 46, endDate: '2024-03-31T23:00:00.000Z' });
    });

    it('a date-time with an offset means the local day that contains it', async () => {
      const asked = 'startDate=2024-06-01T22:00:00Z&endDate=2024-06-01T23:30:00Z&timeZone=Europe/London';
      expect((await consumption(asked)).body).toMatchObject({
        startDate: '2024-05-31T23:00:00.000Z',
        endDate: '2024-06-02T23:00:00.000Z',
      });
    });

    it('names of UTC give the same responses as no time zone', async () => {
      const time = 'startDate=2024-01-01&endDate=2024-03-31';
      const { body } = await consumption(time);
      const { body: zulu } = await consumption(`${time}&timeZone=Etc/Zulu`);
      expect(zulu).toMatchObject({ ...(body as object), timeZone: 'UTC' });
    });

    it.each([
      ['Asia/Kathmandu', '2024-01-01', 'timeZone Asia/Kathmandu is +05:45 from UTC on 2024-01-01'],
      ['Africa/Monrovia', '1960-01-01', 'timeZone Africa/Monrovia is -00:44:30 from UTC'],
      ['America/St_Johns', '2010-11-07', 'within a half-hour or over midnight, at 2010-11-07T02:31:00.000Z'],
      ['Pacific/Apia', '2011-12-30', 'must include a day that exists in Pacific/Apia, whose clocks skipped'],
      ['Europe/Lundon', '2024-01-01', "got 'Europe/Lundon' (did you mean Europe/London?)"],
      ['+01:00', '2024-01-01', 'must be a time zone of the IANA database'],
    ])('%s on %s is rejected with the reason', async (timeZone, day, reason) => {
      const { status, body } = await consumption(
        `startDate=${day}&endDate=${day}&timeZone=${encodeURIComponent(timeZone)}`,
      );
      expect(status).toBe(400);
      expect(valueAt(body, 'code')).toBe('invalid-parameter');
      expect(JSON.stringify(body).replaceAll('\\"', "'")).toContain(reason);
    });

    it('earlier periods are compared over local days', async () => {
      const { body } = await server.graphql(
        `{ consumption(accountId: "${accountId}", startDate: "2024-06-01", endDate: "2024-06-30", timeZone: "Asia/Tokyo") {
          consumption timeZone gaps { startDate }
          yearEarlier { date startDate isMissing comparable { days coverage consumption current { consumption } } } } }`,
        {},
        key,
      );
      // In this zone, data of 2023 begins at 09:00 of the first day and ends at 21:00 of the tenth.
      expect(body).toMatchObject({
        data: {
          consumption: {
            ...{ consumption: 30 * 48, timeZone: 'Asia/Tokyo', gaps: [] },
            yearEarlier: {
              ...{ date: '2023-06-01 to 2023-06-30', startDate: '2023-05-31T15:00:00.000Z', isMissing: true },
              comparable: { days: 8, coverage: 0.266667, consumption: 384, current: { consumption: 384 } },
            },
          },
        },
      });
    });
  });
});
