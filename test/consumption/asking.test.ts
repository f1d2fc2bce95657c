import { describe, expect, it } from 'vitest';
import { requireVisible } from '../../src/consumption/scope.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import { buildSchema } from '../../src/run/createCore.js';
import { ENGINES } from '../support/engines.js';
import { at } from '../support/random.js';
import type { Answer, GraphqlBody, Json } from '../support/server.js';
import { listAt, numberAt, objectOf, valueAt } from './support/json.js';
import { ACCOUNT, ASSET, FIRST, GROUP, LAST } from './support/portfolio.js';
import { serveFigures } from './support/served.js';

const TIME = { startDate: FIRST, endDate: LAST };
const DATES = `startDate: "${FIRST}", endDate: "${LAST}"`;
const AGES = 'startDate: "1900-01-01", endDate: "2200-12-31"';

describe.each(ENGINES)('unusual requests for figures on %s', (engine) => {
  const served = serveFigures(engine);
  const ask = (query: string, variables: Json = {}): Promise<Answer<GraphqlBody>> =>
    served.server().graphql(query, variables, served.key());
  const data = async (query: string): Promise<Json> => {
    const { body, text } = await ask(query);
    expect(body.errors, text).toBeUndefined();
    return objectOf(body.data);
  };
  const codes = ({ body }: Answer<GraphqlBody>): readonly unknown[] =>
    (body.errors ?? []).map(({ extensions }) => extensions?.code);
  const rest = async (question: Readonly<Record<string, string>>): Promise<Json> => {
    const { status, body, text } = await served.get('/consumption', question);
    expect(status, text).toBe(200);
    return body;
  };

  describe('demand over a long time', () => {
    it.each([
      'maxDemand',
      'data { peakLoad }',
      'previous { avgDemand }',
      '... on ConsumptionFigures { peakCapacity }',
      'yearEarlier { ...far }',
    ])('is limited to days times objects, before any statement: %s', async (selection) => {
      const fragment = selection.includes('far') ? 'fragment far on ConsumptionPeriod { x: avgCapacity }' : '';
      const query = `{ assets(limit: 2) { data { consumption(${AGES}, granularity: yearly, accountType: [gas]) {
        ${selection} } } } } ${fragment}`;
      const statements = await served.statements(async () => {
        const answer = await ask(query);
        expect(codes(answer), answer.text).toEqual(['invalid-parameter']);
      });
      expect(statements).toEqual([]);
    });

    it('costs only selected fields, and an earlier period by the years that it touches', async () => {
      const cost = async (selection: string): Promise<unknown> => {
        const year = 'startDate: "2024-01-01", endDate: "2024-12-31", accountType: [gas]';
        const answer = await ask(`{ consumption(${year}, assetId: "${ASSET.tower}") { ${selection} } }`);
        expect(answer.body.errors, answer.text).toBeUndefined();
        return answer.body.extensions?.cost;
      };
      expect(await cost('consumption')).toBe(12);
      expect(await cost('consumption maxDemand')).toBe(366);
      expect(await cost('consumption maxDemand @include(if: false)')).toBe(12);
      expect(await cost('consumption previous { consumption } yearEarlier { consumption }')).toBe(14);
      expect(await cost('consumption previous { maxDemand }')).toBe(12 + 366);
    });

    it('for one entity over 301 years equals its days with data', async () => {
      const own = { accountId: ACCOUNT.main, capacityInfo: 'true', granularity: 'yearly' };
      const [all, some] = [
        await rest({ ...own, startDate: '1900-01-01', endDate: '2200-12-31' }),
        await rest({ ...own, startDate: '2024-01-01', endDate: '2025-12-31' }),
      ];
      for (const name of ['maxDemand', 'avgDemand', 'peakLoad', 'peakCapacity', 'avgCapacity']) {
        expect(all[name], name).toEqual(some[name]);
      }
      expect(all.maxDemand).not.toBeNull();
      expect(
        listAt(all, 'data')
          .slice(124, 126)
          .map(({ maxDemand }) => maxDemand),
      ).toEqual(listAt(some, 'data').map(({ maxDemand }) => maxDemand));
    });
  });

  it.each([
    ['$v: Granularity', `consumption(${DATES}, accountId: "${ACCOUNT.main}", granularity: $v) { consumption }`],
    ['$v: ConsumptionSource', `consumption(${DATES}, accountId: "${ACCOUNT.main}", source: $v) { consumption }`],
    ['$v: Boolean', `consumption(${DATES}, accountId: "${ACCOUNT.main}") { totalEmissions(when: $v) { total } }`],
    ['$v: Granularity', `assets { data { consumption(${DATES}, granularity: $v) { consumption } } }`],
  ])('null for a required argument, %s of %s, is a 400', async (variable, field) => {
    const answer = await ask(`query(${variable}) { ${field} }`, { v: null });
    expect(answer.status, answer.text).toBe(400);
    expect(codes(answer)).toEqual(['graphql-invalid']);
    expect(answer.body.errors?.[0]?.message).toContain('must not be null');
  });

  it('a page without a limit, or with null, costs its maximum rows', async () => {
    const answer = await ask('query($limit: Int) { assets(limit: $limit) { data { _id } } }', { limit: null });
    expect(answer.body.extensions?.cost, answer.text).toBe(100);
  });

  it('an asset group narrowed by assetId equals the sum of its listed assets', async () => {
    for (const assetId of [ASSET.tower, ASSET.hall]) {
      const types = { accountType: 'electricity,gas', emissions: 'true', assetBreakdown: 'true', floorArea: 'true' };
      const body = await rest({ ...TIME, ...types, assetGroupId: GROUP.across, assetId });
      const found = listAt(body, 'assetGroups');
      const sum = (name: string): number => found.reduce((total, asset) => total + numberAt(asset, name), 0);
      expect(sum('consumption')).toBeCloseTo(numberAt(body, 'consumption'), 5);
      expect(sum('emissions')).toBeCloseTo(numberAt(body, 'emissions.total'), 5);
      expect(sum('assetFloorArea')).toBeCloseTo(numberAt(body, 'assetFloorArea'), 5);
      expect(found.filter(({ consumption }) => consumption !== 0).map((asset) => asset.assetId)).toEqual([assetId]);
    }
  });

  it('emissions of a group with several units are in kgco2e everywhere, without consumption', async () => {
    const found = objectOf(
      (
        await data(`{ emissions(${DATES}, assetGroupId: "${GROUP.across}", granularity: yearly) {
          units consumption estimatedConsumption emissions { total } assetGroups { assetId consumption emissions }
          data { units consumption dayConsumption combinedBreakdown { hh } intensity { consumption } }
          previous { units consumption } yearEarlier { units consumption } } }`)
      ).emissions,
    );
    const none = { units: 'kgco2e', consumption: null };
    expect(found).toMatchObject({ ...none, estimatedConsumption: null, previous: none, yearEarlier: none });
    for (const period of listAt(found, 'data')) {
      expect(period).toMatchObject({ ...none, dayConsumption: null, combinedBreakdown: { hh: null } });
      expect([null, undefined]).toContain(objectOf(period.intensity ?? {}).consumption);
    }
    const assets = listAt(found, 'assetGroups');
    expect(new Set(assets.map(({ consumption }) => consumption))).toEqual(new Set([null]));
    const sum = assets.reduce((total, asset) => total + numberAt(asset, 'emissions'), 0);
    expect(sum).toBeCloseTo(numberAt(found, 'emissions.total'), 4);
    const alone = `{ emissions(${DATES}, accountId: "${ACCOUNT.warmth}") { units consumption } }`;
    expect((await data(alone)).emissions).toEqual(none);
  });

  it('an asset with several units fails alone, and the other assets return figures', async () => {
    const answer = await ask(`{ assets(sort: "siteName:asc") { data { _id siteName consumption(${DATES}) {
      consumption previous { consumption } gaps { accountId } } } } }`);
    const assets = listAt(answer.body.data, 'assets.data');
    const failed = (answer.body.errors ?? []).map(({ path }) => path?.[2]);
    expect(new Set(codes(answer))).toEqual(new Set(['invalid-parameter']));
    expect(failed.length, answer.text).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(assets.length);
    for (const [index, { _id, consumption }] of assets.entries()) {
      expect(consumption === null, String(_id)).toBe(failed.includes(index));
      if (consumption === null) continue;
      const alone = await data(`{ asset(id: "${String(_id)}") { consumption(${DATES}) { consumption } } }`);
      expect(valueAt(alone, 'asset.consumption.consumption')).toEqual(objectOf(consumption).consumption);
    }
  });

  it('previous of the first possible day is an empty period: missing, without coverage', async () => {
    const query = `{ consumption(startDate: "1900-01-01", endDate: "1900-01-31", accountId: "${ACCOUNT.main}") {
      previous { date startDate endDate isMissing coverage consumption maxDemand } } }`;
    expect(valueAt(await data(query), 'consumption.previous')).toEqual({
      ...{ date: 'nothing before 1900-01-01', isMissing: true, coverage: null, consumption: 0, maxDemand: null },
      ...{ startDate: '1900-01-01T00:00:00.000Z', endDate: '1900-01-01T00:00:00.000Z' },
    });
  });
});

it('an identifier that takes too long to look up gets no suggestion', async () => {
  const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  const account = at(
    [...buildSchema().resources.values()].filter(({ type }) => type === 'Account'),
    0,
  );
  const context = {
    ...{ access: { companies: [], entities: [] }, caller: undefined },
    ...{ account, asset: account, assetGroup: account, entity: account },
    ...{ defaultCountry: 'GB', maxPeriods: 1, endDateIncluded: true },
  };
  const fail = (): Promise<never> => Promise.reject(slow);
  const snapshot = { topology: () => ONE_SERVER, rows: fail, tuples: fail };
  await expect(requireVisible(snapshot, context, { accountId: ACCOUNT.main })).rejects.toMatchObject({
    code: 'query-timeout',
    message: 'The database took too long. Try again in a few seconds.',
  });
});
