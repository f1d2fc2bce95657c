import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/sql.js';
import { expectClose } from './closeTo.js';
import { companiesOf, importReference } from './importReference.js';
import { referenceComparable } from './reference/comparable.js';
import { portfolios, questions, type RandomPortfolio } from './reference/randomPortfolio.js';
import type { Interval, Question, Records } from './reference/records.js';
import { DAY, HALF_HOUR, instant, iso } from './reference/time.js';
import { objectOf, valueAt } from './support/json.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios');
const FIGURES = 'consumption emissions { total scope1 scope2 scope3 } cost';
const COMPARABLE = `comparable { days accounts coverage ${FIGURES} currency current { ${FIGURES} } reasons }`;

/** The arguments of GraphQL's field for a request to REST. */
function argumentsOf({ accountType, tags, source = 'combined', ...question }: Question): string {
  const names = ['startDate', 'endDate', 'accountId', 'assetId', 'entityId', 'assetGroupId'] as const;
  const given = names.flatMap((name) => (question[name] === undefined ? [] : [`${name}: "${question[name]}"`]));
  const types = accountType === undefined ? [] : [`accountType: [${accountType}]`];
  const tagged = tags === undefined ? [] : [`tags: ${JSON.stringify(tags.split(','))}`];
  return [...given, ...types, ...tagged, `source: "${source}"`].join(', ');
}

/** The same records, and most of them again 365 days earlier. */
function withYearBefore(records: Required<Records>): Required<Records> {
  const before = (time: string): string => iso(instant(time) - 365 * DAY);
  const date = (time: string | null | undefined): string | null => (time ? before(time) : null);
  const again = <T extends { readonly _id: string }>(
    all: readonly T[],
    shift: (one: T) => Partial<T>,
  ): readonly T[] => [
    ...all,
    ...all
      .filter((_, index) => index % 17 !== 5)
      .map((one) => ({ ...one, ...shift(one), _id: `e${one._id.slice(1)}` })),
  ];
  return {
    ...records,
    intervals: again(records.intervals, ({ startTimestamp, endTimestamp }) => ({
      startTimestamp: before(startTimestamp),
      endTimestamp: before(endTimestamp),
    })),
    readings: again(records.readings, ({ submittedAt }) => ({ submittedAt: before(submittedAt) })),
    invoices: again(records.invoices, ({ values }) => ({
      values: { ...values, startDate: date(values?.startDate), endDate: date(values?.endDate) },
    })),
  };
}

/**
 * Each account's hours of the days and of a year before, with a few days missing: random portfolios have few complete
 * days.
 */
function hours({ records: { accounts }, from, to }: RandomPortfolio): readonly Interval[] {
  return accounts.flatMap(({ _id, type }, account) =>
    [from - 365 * DAY, from].flatMap((start, time) => {
      const count = (to - from) / (2 * HALF_HOUR);
      const all = Array.from({ length: count }, (_, hour) => ({
        _id: `ea${_id.slice(2, 10)}${_id.slice(-3)}${String(time * count + hour).padStart(11, '0')}`,
        accountId: _id,
        type,
        value: ((account + 3) * (hour + 7) * (time + 5)) % 23,
        startTimestamp: iso(start + hour * 2 * HALF_HOUR),
        endTimestamp: iso(start + (hour + 1) * 2 * HALF_HOUR),
      }));
      return all.filter((_, hour) => (hour + account) % (time === 0 ? 101 : 67) !== 5);
    }),
  );
}

interface Answered {
  readonly data: Json;
  readonly cost: unknown;
}

describe.each(ENGINES)(`comparable figures of two periods on %s (seed ${SEED})`, (engine) => {
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

  const ask = async (args: string, selection: string, key: string): Promise<Answered> => {
    const { body, text } = await server.graphql(`{ consumption(${args}) { ${selection} } }`, {}, key);
    expect(body.errors, text).toBeUndefined();
    return { data: objectOf(body.data), cost: body.extensions?.cost };
  };

  it.each([
    ['sums', undefined],
    ['temperatures', ['temperature' as const]],
  ])(
    'equal those of the records of random portfolios, requests and targets: %s',
    { timeout: 300_000 },
    async (_, types) => {
      const nextSalt = (): string => (salt += 1).toString(16).padStart(8, '0');
      const withYears = (portfolio: RandomPortfolio): Required<Records> => {
        const records = withYearBefore(portfolio.records);
        return types ? { ...records, intervals: [...records.intervals, ...hours(portfolio)] } : records;
      };
      const cases = portfolios({ salt: nextSalt, maxDays: 20, ...(types ? { types } : {}) }).chain((portfolio) =>
        fc.record({
          records: fc.constant(withYears(portfolio)),
          asked: fc.array(questions(portfolio), { minLength: 5, maxLength: 8 }),
        }),
      );
      const all = fc.sample(cases, { numRuns: types ? Math.ceil(RUNS / 3) : RUNS, seed: SEED });
      await importReference(database, ...all.map(({ records }) => records));
      let compared = 0;
      for (const { records, asked } of all) {
        const key = await server.key({ companies: companiesOf(records) });
        for (const question of asked) {
          const { data } = await ask(
            argumentsOf(question),
            `previous { ${COMPARABLE} } yearEarlier { ${COMPARABLE} }`,
            key,
          );
          for (const time of ['previous', 'yearEarlier'] as const) {
            const got = valueAt(data, `consumption.${time}.comparable`);
            expectClose(got, referenceComparable(records, question, time), `${time} of ${JSON.stringify(question)}`);
            if (Number(valueAt(data, `consumption.${time}.comparable.days`)) > 0) compared += 1;
          }
        }
      }
      expect(compared).toBeGreaterThan(all.length);
    },
  );

  describe('for a building with two meters', () => {
    const [companyId, assetId] = ['c1'.repeat(12), 'a1'.repeat(12)];
    const [early, late] = ['b1'.repeat(12), 'b2'.repeat(12)];
    let key = '';

    beforeAll(async () => {
      key = await server.key({ companies: [companyId] });
      await importPlain(database, 'assets', [{ _id: assetId, companyId, siteName: 'Hall', status: 'active' }]);
      await importPlain(
        database,
        'accounts',
        [early, late].map((_id) => ({ _id, companyId, assetId, type: 'electricity', status: 'active' })),
      );
      const invoice = (accountId: string, serial: number, startDate: string, endDate: string, totalUnits: number) => ({
        _id: `f${String(serial).padStart(23, '0')}`,
        accountId,
        status: 'captured',
        values: { startDate, endDate, totalUnits, totalCost: totalUnits / 10 },
      });
      // 10 kWh a day in 2023, 9 from January to October 2024; the other meter came in December 2023.
      await importPlain(database, 'invoices', [
        invoice(early, 1, '2023-01-01', '2023-12-31', 3650),
        invoice(early, 2, '2024-01-01', '2024-10-31', 2745),
        invoice(late, 3, '2023-12-01', '2024-12-31', 397 * 4),
      ]);
    });

    const YEAR = 'startDate: "2024-01-01", endDate: "2024-12-31", source: "invoice"';

    it('a part of a year is compared with the same days of the year before, and 29 February with no day', async () => {
      const { data } = await ask(
        `${YEAR}, accountId: "${early}"`,
        `consumption yearEarlier { consumption ${COMPARABLE} }`,
        key,
      );
      expect(data).toEqual({
        consumption: {
          consumption: 2745,
          yearEarlier: {
            consumption: 3650,
            comparable: {
              ...{ days: 304, accounts: 1, coverage: 0.832877 },
              ...{
                consumption: 3040,
                emissions: { total: 835.5744, scope1: 0, scope2: 629.4928, scope3: 206.0816 },
                cost: 304,
                currency: null,
              },
              current: {
                consumption: 2736,
                emissions: { total: 753.00192, scope1: 0, scope2: 566.4888, scope3: 186.51312 },
                cost: 273.6,
              },
              reasons: [],
            },
          },
        },
      });
    });

    it('a later meter counts from the first day with data in both periods', async () => {
      const args = `${YEAR}, assetId: "${assetId}", accountType: [electricity]`;
      const { data } = await ask(
        args,
        'yearEarlier { comparable { days accounts coverage consumption current { consumption } } }',
        key,
      );
      expect(valueAt(data, 'consumption.yearEarlier.comparable')).toEqual({
        ...{ days: 335, accounts: 2, coverage: 0.458904 },
        ...{ consumption: 3040 + 124, current: { consumption: 2736 + 124 } },
      });
    });

    it('gives the reason for a missing figure', async () => {
      const reasonsOf = async (args: string): Promise<unknown> =>
        valueAt(
          (await ask(args, 'previous { comparable { reasons } }', key)).data,
          'consumption.previous.comparable.reasons',
        );
      expect(await reasonsOf(`startDate: "2024-11-01", endDate: "2024-11-30", accountId: "${early}"`)).toEqual([
        'No account has data for a whole day in both ranges.',
      ]);
      expect(await reasonsOf(`startDate: "2024-02-01", endDate: "2024-02-29", accountId: "${early}"`)).toEqual([
        'Only the source invoice has cost, got combined.',
      ]);
      expect(await reasonsOf(`startDate: "1900-01-01", endDate: "1900-01-31", accountId: "${early}"`)).toEqual([
        'No account has data for a whole day in both ranges.',
      ]);
    });

    it('an invoice without a cost makes the cost of both periods null, but not the consumption', async () => {
      const [_id, accountId] = ['f9'.repeat(12), 'b3'.repeat(12)];
      const account = { _id: accountId, companyId, type: 'electricity', status: 'active' };
      await importPlain(database, 'accounts', [account]);
      const values = { startDate: '2023-01-01', endDate: '2023-12-31', totalUnits: 3650 };
      const later = { startDate: '2024-01-01', endDate: '2024-12-31', totalUnits: 366, totalCost: 20 };
      await importPlain(database, 'invoices', [
        { _id, accountId, status: 'captured', values },
        { _id: 'fa'.repeat(12), accountId, status: 'captured', values: later },
      ]);
      const selection = 'yearEarlier { comparable { consumption cost current { consumption cost } reasons } }';
      const { data } = await ask(`${YEAR}, accountId: "${accountId}"`, selection, key);
      expect(valueAt(data, 'consumption.yearEarlier.comparable')).toEqual({
        ...{ consumption: 3650, cost: null, current: { consumption: 365, cost: null } },
        reasons: ['Invoices without a cost in these days: 1.'],
      });
    });

    it('comparable is null within data[], and costs no statement unless it is selected', async () => {
      const args = `${YEAR}, accountId: "${early}", granularity: yearly`;
      const { data } = await ask(args, 'data { comparable { days } }', key);
      expect(data).toEqual({ consumption: { data: [{ comparable: null }] } });
      const count = async (selection: string): Promise<number> =>
        (await statementsOf(database, () => ask(args, `previous { consumption ${selection} }`, key))).length;
      const [plain, days, cost, emissions] = [
        await count(''),
        await count('comparable { days }'),
        await count('comparable { current { cost } }'),
        await count('comparable { emissions { total } }'),
      ];
      expect([days - plain, cost - plain, emissions - plain]).toEqual([1, 1, 2]);
    });

    it('comparable costs one period for each day', async () => {
      const cost = async (selection: string): Promise<unknown> =>
        (await ask(`${YEAR}, accountId: "${early}"`, selection, key)).cost;
      expect(await cost('consumption yearEarlier { consumption comparable { days } }')).toBe(12 + 366);
    });

    it('a key without access to the meters gets null figures', async () => {
      const stranger = await server.key({ companies: ['c9'.repeat(12)] });
      const { body } = await server.graphql(
        `{ viewer { consumption(${YEAR}, accountType: [electricity]) { yearEarlier { ${COMPARABLE} } } } }`,
        {},
        stranger,
      );
      expect(valueAt(body, 'data.viewer.consumption.yearEarlier.comparable')).toMatchObject({
        ...{ days: 0, accounts: 0, coverage: null, consumption: null, current: { consumption: null, cost: null } },
      });
    });
  });
});
