import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Answer, type Json, type TestServer } from '../support/server.js';
import { objectOf, valueAt } from './support/json.js';

const COMPANY = { british: 'c0000000000000000000000a', silent: 'c0000000000000000000000b' };
const ENTITY = {
  home: 'e0000000000000000000000a',
  abroad: 'e0000000000000000000000b',
  far: 'e0000000000000000000000c',
};
const ASSET = { hall: 'a0000000000000000000000a', ranch: 'a0000000000000000000000b', hut: 'a0000000000000000000000c' };
const GROUP = 'ab000000000000000000000a';
const ACCOUNT = {
  hall: 'b0000000000000000000000a',
  office: 'b0000000000000000000000b',
  ranch: 'b0000000000000000000000c',
  silent: 'b0000000000000000000000d',
  unpriced: 'b0000000000000000000000e',
};
const GBP_AND_USD = 'The invoices are in different currencies: gbp, usd.';
const YEAR = { startDate: '2024-01-01', endDate: '2024-12-31', granularity: 'yearly' };

let serial = 0;
const bill = (accountId: string, month: string, totalUnits: number | null, totalCost: number | null): object => ({
  _id: `f0000000000000000000${String((serial += 1)).padStart(4, '0')}`,
  accountId,
  values: { startDate: `${month}-01`, endDate: `${month}-28`, totalUnits, totalCost, units: 'kwh' },
  rates: [
    { rateName: 'Day', consumption: totalUnits, cost: totalCost, units: 'kwh' },
    { rateName: 'Standing', consumption: 28, cost: 28, units: 'day' },
  ],
});

/** A company with pounds and an entity with dollars; and a company without a currency. */
async function load(database: Database): Promise<void> {
  await importPlain(database, 'companies', [
    { _id: COMPANY.british, name: 'British', currency: 'gbp' },
    { _id: COMPANY.silent, name: 'Silent' },
  ]);
  await importPlain(database, 'entities', [
    { _id: ENTITY.home, companyId: COMPANY.british, name: 'Home' },
    { _id: ENTITY.abroad, companyId: COMPANY.british, name: 'Abroad', currency: 'usd' },
    { _id: ENTITY.far, companyId: COMPANY.silent, name: 'Far' },
  ]);
  const home = { companyId: COMPANY.british, entityId: ENTITY.home };
  const abroad = { companyId: COMPANY.british, entityId: ENTITY.abroad };
  await importPlain(database, 'assets', [
    { _id: ASSET.hall, ...home, siteName: 'Hall' },
    { _id: ASSET.ranch, ...abroad, siteName: 'Ranch' },
    { _id: ASSET.hut, ...abroad, siteName: 'Hut' },
  ]);
  await importPlain(database, 'asset-groups', [
    { _id: GROUP, ...home, name: 'Both', assetIds: [ASSET.hall, ASSET.ranch, ASSET.hut] },
  ]);
  const meter = { type: 'electricity', consumptionPriority: ['invoice'] };
  await importPlain(database, 'accounts', [
    { _id: ACCOUNT.hall, ...home, ...meter, assetId: ASSET.hall },
    { _id: ACCOUNT.office, companyId: COMPANY.british, ...meter },
    { _id: ACCOUNT.ranch, ...abroad, ...meter, assetId: ASSET.ranch },
    { _id: ACCOUNT.silent, companyId: COMPANY.silent, entityId: ENTITY.far, ...meter },
    { _id: ACCOUNT.unpriced, ...home, ...meter },
  ]);
  await importPlain(database, 'invoices', [
    bill(ACCOUNT.hall, '2024-01', 1000, 250),
    bill(ACCOUNT.hall, '2023-01', 800, 180),
    bill(ACCOUNT.office, '2024-02', 100, 30),
    bill(ACCOUNT.ranch, '2024-02', 500, 60),
    bill(ACCOUNT.ranch, '2023-02', 400, 40),
    bill(ACCOUNT.silent, '2024-01', 10, 5),
    bill(ACCOUNT.unpriced, '2024-05', 70, 7),
    bill(ACCOUNT.unpriced, '2024-06', 70, null),
  ]);
}

describe.each(ENGINES)('costs in several currencies on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await load(database);
    server = await startServer(database);
    key = await server.key({ companies: Object.values(COMPANY) });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const rest = (question: Readonly<Record<string, string>>, as = key): Promise<Answer> => {
    const all = { ...YEAR, source: 'invoice', financialInfo: 'full', ...question };
    return server.get(`/consumption?${new URLSearchParams(all).toString()}`, as);
  };
  const graphql = async (query: string, as = key): Promise<Json> => {
    const { body, text } = await server.graphql(query, {}, as);
    expect(body.errors, text).toBeUndefined();
    return body.data ?? {};
  };
  const figures = (selection: string, more = 'source: "invoice"'): string =>
    `consumption(startDate: "2024-01-01", endDate: "2024-12-31", granularity: yearly, ${more}) { ${selection} }`;

  it('returns the currency of an entity and of an invoice: their own, or else their company’s', async () => {
    const got = await graphql(`
      {
        entities(sort: "_id:asc") {
          data {
            name
            currency
          }
        }
        some: entities(filter: { currency: { eq: "gbp" } }) {
          data {
            name
          }
        }
        invoices(filter: { values: { startDate: { gte: "2024-01-01T00:00:00Z", lt: "2024-03-01T00:00:00Z" } } }) {
          data {
            accountId
            currency
          }
        }
      }
    `);
    expect(got.entities).toEqual({
      data: [
        { name: 'Home', currency: 'gbp' },
        { name: 'Abroad', currency: 'usd' },
        { name: 'Far', currency: null },
      ],
    });
    expect(got.some).toEqual({ data: [{ name: 'Home' }] });
    expect(got.invoices).toEqual({
      data: [
        { accountId: ACCOUNT.hall, currency: 'gbp' },
        { accountId: ACCOUNT.office, currency: 'gbp' },
        { accountId: ACCOUNT.ranch, currency: 'usd' },
        { accountId: ACCOUNT.silent, currency: null },
      ],
    });
  });

  it('returns a cost of one currency with its code; the rest of the body follows the contract', async () => {
    const { body, status } = await rest({ accountId: ACCOUNT.ranch });
    expect(status).toBe(200);
    const own = {
      startDate: '2024-01-01T00:00:00.000Z',
      endDate: '2025-01-01T00:00:00.000Z',
      units: 'kWh',
      consumption: 500,
      estimatedConsumption: 0,
      isMissing: true,
      sources: ['invoice'],
      totalConsumption: 500,
      totalEstimatedConsumption: 0,
      totalEmissions: null,
      cost: 60,
      currency: 'usd',
      costReasons: [],
      rates: {
        byName: {
          Day: { consumption: 500, cost: 60, unitRate: 0.12, units: 'kwh' },
          Standing: { consumption: 28, cost: 28, unitRate: 1, units: 'day' },
        },
        byType: {
          energy: { consumption: 500, cost: 60, unitRate: 0.12, units: 'kwh' },
          standing: { consumption: 28, cost: 28, unitRate: 1, units: 'day' },
        },
      },
    };
    expect(body).toEqual({
      ...own,
      granularity: 'yearly',
      accountId: ACCOUNT.ranch,
      data: [{ date: '2024', ...own }],
    });
  });

  it('returns no costs without financialInfo or for another source', async () => {
    for (const more of [{ financialInfo: 'none' }, { source: 'combined' }]) {
      const { body } = await rest({ accountId: ACCOUNT.ranch, ...more });
      for (const name of ['cost', 'currency', 'costReasons', 'rates']) expect(body).not.toHaveProperty(name);
    }
  });

  it('returns null and the reason for sums of different currencies in totals, periods and rates, but still returns quantities', async () => {
    const { body } = await rest({ assetGroupId: GROUP, granularity: 'monthly', assetBreakdown: 'true' });
    expect(body).toMatchObject({ consumption: 1500, cost: null, currency: null, costReasons: [GBP_AND_USD] });
    expect(body.rates).toEqual({
      byName: {
        Day: { consumption: 1500, cost: null, unitRate: null, units: 'kwh' },
        Standing: { consumption: 56, cost: null, unitRate: null, units: 'day' },
      },
      byType: {
        energy: { consumption: 1500, cost: null, unitRate: null, units: 'kwh' },
        standing: { consumption: 56, cost: null, unitRate: null, units: 'day' },
      },
    });
    const months = body.data as readonly Json[];
    expect(months).toHaveLength(12);
    for (const month of months) {
      expect(month).toMatchObject({ cost: null, currency: null, costReasons: [GBP_AND_USD] });
    }
    expect(body.assetGroups).toEqual([
      {
        ...{ assetId: ASSET.hall, siteName: 'Hall', address: '', consumption: 1000 },
        ...{ cost: 250, currency: 'gbp', costReasons: [] },
      },
      {
        ...{ assetId: ASSET.ranch, siteName: 'Ranch', address: '', consumption: 500 },
        ...{ cost: 60, currency: 'usd', costReasons: [] },
      },
      {
        ...{ assetId: ASSET.hut, siteName: 'Hut', address: '', consumption: 0 },
        ...{ cost: 0, currency: null, costReasons: [] },
      },
    ]);
  });

  it('treats an unknown currency as different from every known one', async () => {
    const got = await graphql(`{ viewer { ${figures('cost currency costReasons unitCost unitCostReasons')} } }`);
    const reason = 'The invoices are in different currencies: gbp, usd and an unknown one.';
    expect(valueAt(got, 'viewer.consumption')).toEqual({
      ...{ cost: null, currency: null, costReasons: [reason] },
      ...{ unitCost: null, unitCostReasons: [reason] },
    });
  });

  it('adds up costs without a currency if none is known', async () => {
    const silent = await server.key({ companies: [COMPANY.silent] });
    const got = await graphql(`{ viewer { ${figures('cost currency costReasons unitCost')} } }`, silent);
    expect(valueAt(got, 'viewer.consumption')).toEqual({ cost: 5, currency: null, costReasons: [], unitCost: 0.5 });
  });

  it('uses only visible invoices, so the sum of one entity has a currency', async () => {
    const abroad = await server.key({ entities: [ENTITY.abroad], companies: [] });
    const got = await graphql(`{ viewer { ${figures('cost currency costReasons')} } }`, abroad);
    expect(valueAt(got, 'viewer.consumption')).toEqual({ cost: 60, currency: 'usd', costReasons: [] });
  });

  it('ignores an account without invoices in the period', async () => {
    const { body } = await rest({ assetGroupId: GROUP, startDate: '2024-02-01', endDate: '2024-02-29' });
    expect(body).toMatchObject({ cost: 60, currency: 'usd', costReasons: [] });
  });

  it('returns the reason for sources other than invoice with one statement', async () => {
    const got = await graphql(
      `{ ${figures('consumption cost currency costReasons unitCost unitCostReasons data { costReasons }', `accountId: "${ACCOUNT.hall}"`)} }`,
    );
    const reasons = ['Only the source invoice has cost, got combined.'];
    expect(got.consumption).toEqual({
      ...{ consumption: 1000, cost: null, currency: null, costReasons: reasons },
      ...{ unitCost: null, unitCostReasons: reasons, data: [{ costReasons: reasons }] },
    });
  });

  it('returns unitCost as the cost per unit with all charges of the invoices, or null with the reason', async () => {
    const selection = 'unitCost unitCostReasons data { date unitCost unitCostReasons }';
    const got = await graphql(`{
      hall: account(id: "${ACCOUNT.hall}") { ${figures(selection)} }
      unpriced: account(id: "${ACCOUNT.unpriced}") { ${figures(selection, 'source: "invoice"').replace('yearly', 'quarterly')} }
    }`);
    expect(valueAt(got, 'hall.consumption')).toEqual({
      ...{ unitCost: 0.25, unitCostReasons: [] },
      data: [{ date: '2024', unitCost: 0.25, unitCostReasons: [] }],
    });
    const none = ['No invoice in this range has consumption.'];
    expect(valueAt(got, 'unpriced.consumption')).toEqual({
      ...{ unitCost: null, unitCostReasons: ['Invoices without a cost in this range: 1.'] },
      data: [
        { date: '2024-Q1', unitCost: null, unitCostReasons: none },
        { date: '2024-Q2', unitCost: null, unitCostReasons: ['Invoices without a cost in this range: 1.'] },
        { date: '2024-Q3', unitCost: null, unitCostReasons: none },
        { date: '2024-Q4', unitCost: null, unitCostReasons: none },
      ],
    });
  });

  it('returns one currency, or a reason, for comparable periods, and each earlier period with its own cost', async () => {
    const compared = `yearEarlier {
      cost currency costReasons
      comparable { days cost currency current { cost } reasons }
    }`;
    const got = await graphql(`{
      ranch: asset(id: "${ASSET.ranch}") { ${figures(compared)} }
      both: assetGroup(id: "${GROUP}") { ${figures(compared)} }
    }`);
    expect(valueAt(got, 'ranch.consumption.yearEarlier')).toEqual({
      ...{ cost: 40, currency: 'usd', costReasons: [] },
      comparable: {
        ...{ days: 28, cost: 40, currency: 'usd', current: { cost: 60 } },
        reasons: [],
      },
    });
    expect(objectOf(valueAt(got, 'both.consumption.yearEarlier'))).toEqual({
      ...{ cost: null, currency: null, costReasons: [GBP_AND_USD] },
      comparable: { days: 56, cost: null, currency: null, current: { cost: null }, reasons: [GBP_AND_USD] },
    });
  });

  it('returns the new currency as soon as a company gets one', async () => {
    const silent = await server.key({ companies: [COMPANY.silent] });
    const query = `{ viewer { ${figures('cost currency')} } entities { data { currency } } invoices { data { currency } } }`;
    const before = await graphql(query, silent);
    expect(valueAt(before, 'viewer.consumption')).toEqual({ cost: 5, currency: null });
    await importPlain(database, 'companies', [{ _id: COMPANY.silent, name: 'Silent', currency: 'jpy' }]);
    expect(await graphql(query, silent)).toEqual({
      viewer: { consumption: { cost: 5, currency: 'jpy' } },
      entities: { data: [{ currency: 'jpy' }] },
      invoices: { data: [{ currency: 'jpy' }] },
    });
    await importPlain(database, 'companies', [{ _id: COMPANY.silent, name: 'Silent', currency: null }]);
    expect(await graphql(query, silent)).toEqual(before);
  });
});
