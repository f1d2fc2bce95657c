import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID } from '../../seeds/northgate/ids.js';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { readNorthgateMonths } from './northgateMonths.js';

/** The planted faults, as docs/sample-data.md lists them: kind, account, cost in pounds and message. */
const PLANTED = [
  ['bill-after-contract', 'Glasgow Depot – Electricity', 33_900.83],
  ['bill-duplicate', 'Daventry Cold Store – Electricity', 53_455.58],
  ['bill-line-differs', 'Leeds Bakery – Electricity', 2_897.27],
  ['bill-units-differ', 'Cardiff Store – Electricity', null],
  ['bill-units-differ', 'Newcastle Shop – Electricity', null],
  ['late', 'Norwich Store – Electricity', null],
  ['unit-suspect', 'Cardiff Store – Electricity', null],
  ['baseload-rise', 'Leeds Bakery – Electricity', null],
  ['bill-gap', 'Sheffield Shop – Gas', null],
  ['bill-tax-differs', 'Manchester Head Office – Water', 171.35],
  ['gap', 'Norwich Store – Electricity', null],
  ['register-fall', 'Newcastle Shop – Water', null],
  ['bill-estimated', 'Newcastle Shop – Electricity', null],
  ['bill-rate-changed', 'Glasgow Depot – Electricity', null],
  ['night-use', 'Norwich Store – Electricity', 61.55],
  ['weekend-use', 'Manchester Head Office – Electricity', 153.02],
] as const;

describe.each(ENGINES)('Northgate Foods on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let apiKey: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine, NORTHGATE_SAMPLE);
    server = await startServer(database);
    apiKey = await server.key({ companies: [NORTHGATE_COMPANY_ID] });
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const list = async (path: string): Promise<readonly Json[]> => (await server.get(path, apiKey)).body.data as Json[];

  it('has the findings of its planted faults, with their cost, and no others', async () => {
    const names = new Map((await list('/accounts?limit=100')).map(({ _id, name }) => [_id, name]));
    const found = await list('/findings?status=open&limit=100');
    const byName = ([kind, account]: readonly unknown[]): string => `${String(kind)} ${String(account)}`;
    const planted = PLANTED.toSorted((a, b) => (byName(a) < byName(b) ? -1 : 1));
    const seen = found
      .map(({ kind, accountId, cost }) => [kind, names.get(accountId), cost === null ? null : Number(cost)] as const)
      .toSorted((a, b) => (byName(a) < byName(b) ? -1 : 1));
    expect(seen.map(byName)).toEqual(planted.map(byName));
    for (const [index, [, , cost]] of planted.entries()) {
      if (cost === null) expect(seen[index]?.[2], byName(planted[index] ?? [])).toBeNull();
      else expect(seen[index]?.[2], byName(planted[index] ?? [])).toBeCloseTo(cost, 2);
    }
  });

  it('has the consumption and cost of each month and account as computed independently', async () => {
    const months = readNorthgateMonths();
    for (const id of new Set(months.map(({ account }) => account))) {
      const own = months.filter(({ account }) => account === id);
      const range = `accountId=${id}&startDate=2024-01-01&endDate=2025-12-31`;
      const intervals = (await server.get(`/consumption?${range}&source=hh`, apiKey)).body.data as Json[];
      const billed = (await server.get(`/consumption?${range}&source=invoice&financialInfo=basic`, apiKey)).body
        .data as Json[];
      for (const [index, { month, kWh, units, total }] of own.entries()) {
        expect(billed[index]?.date).toBe(month);
        expect(intervals[index]?.consumption ?? 0, `${id} ${month}`).toBeCloseTo(kWh, 4);
        expect(billed[index]?.consumption ?? 0, `${id} ${month}`).toBeCloseTo(units, 4);
        expect(billed[index]?.cost ?? 0, `${id} ${month}`).toBeCloseTo(total, 4);
      }
    }
  });

  it('can be compared with the year before: both years have data and bills for nearly all days', async () => {
    const time = 'startDate: "2025-01-01", endDate: "2025-12-31", granularity: yearly, accountType: [electricity, gas]';
    const query = `{ viewer {
      used: consumption(${time}) { coverage missingFactors { type } yearEarlier { comparable { days coverage } } }
      billed: consumption(${time}, source: "invoice") { cost currency yearEarlier { comparable { days cost } } }
    } }`;
    const { body } = await server.ask('/graphql', {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { used, billed } = (body.data as Json).viewer as Readonly<Record<'used' | 'billed', Json>>;
    expect(used).toMatchObject({ coverage: 1, missingFactors: [], yearEarlier: { comparable: { days: 365 } } });
    expect(((used.yearEarlier as Json).comparable as Json).coverage).toBeGreaterThan(0.99);
    const types = new Map((await list('/accounts?limit=100')).map(({ _id, type }) => [_id, type]));
    const cost = readNorthgateMonths()
      .filter(({ account, month }) => month.startsWith('2025') && types.get(account) !== 'water')
      .reduce((sum, { total }) => sum + total, 0);
    expect(billed).toMatchObject({ currency: 'gbp', yearEarlier: { comparable: { days: 365 } } });
    expect(billed.cost).toBeCloseTo(cost, 2);
  });
});
