import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { someOf } from '../support/repeated.js';
import { omit, type Json } from '../support/server.js';
import { expectClose } from './closeTo.js';
import type { Question } from './reference/records.js';
import { listAt, numberAt, objectOf, valueAt } from './support/json.js';
import { ACCOUNT, ASSET, COMPANY, ENTITY, FIRST, GAPS, GROUP, LAST } from './support/portfolio.js';
import { reference, serveFigures } from './support/served.js';

const TIME = { startDate: FIRST, endDate: LAST };
const DATES = `startDate: "${FIRST}", endDate: "${LAST}", granularity: weekly`;

/** All REST fields of a range, as a GraphQL selection. */
const FIGURES = `startDate endDate units consumption estimatedConsumption isMissing sources
  totalConsumption: consumption totalEstimatedConsumption: estimatedConsumption
  totalEmissions { total scope1 scope2 scope3 } emissions { total scope1 scope2 scope3 }
  missingFactors { type country } simulatedConsumption dayConsumption nightConsumption
  tenantConsumption landlordConsumption maxDemand avgDemand peakLoad peakCapacity avgCapacity
  combinedBreakdown { hh invoice reading custom } accountFloorArea assetFloorArea totalAssetFloorArea
  accountCount assetCount contractCoverage { withContract withoutContract }`;
/** Fields that only the whole range has. */
const FACTORS = 'factors { set country type year source }';
const MONEY = 'cost currency costReasons rates { byName byType }';

/** The REST options for the same fields. */
const OPTIONS: Question = {
  ...{ emissions: 'true', dayNight: 'true', floorArea: 'true', capacityInfo: 'true', detailedSource: 'true' },
  ...{ meterUserBreakdown: 'true', showCounts: 'true', contractCoverage: 'true', showSimulated: 'true' },
};

/** The statements that a selection may need, by the table that they read. */
const EMISSION_FACTORS = /emission_factors/;
const INVOICES = /\binvoices\b/;
const CONTRACTS = /\bcontracts\b/;

describe.each(ENGINES)('figures through GraphQL on %s', (engine) => {
  const served = serveFigures(engine);
  const data = async (query: string, variables: Json = {}, key = served.key()): Promise<Json> => {
    const { body, text } = await served.server().graphql(query, variables, key);
    expect(body.errors, text).toBeUndefined();
    return objectOf(body.data);
  };
  const rest = async (question: Question): Promise<Json> => {
    const { status, body, text } = await served.get('/consumption', { ...question });
    expect(status, text).toBe(200);
    return body;
  };

  describe('figures of one target, daily or coarser', () => {
    const levels = [
      ...Object.values(ENTITY).map((id) => `entityId: "${id}", accountType: [electricity, gas]`),
      ...Object.values(ENTITY).map((id) => `entityId: "${id}", accountType: [temperature]`),
      ...Object.values(GROUP).map((id) => `assetGroupId: "${id}", accountType: [electricity]`),
      `accountId: "${ACCOUNT.main}", entityId: "${ENTITY.north}"`,
      ...Object.values(ACCOUNT).map((id) => `accountId: "${id}"`),
      ...Object.values(ASSET).map((id) => `assetId: "${id}", accountType: [electricity, gas]`),
      ...Object.values(ASSET).map((id) => `assetId: "${id}", accountType: [temperature]`),
    ];
    const areas = 'accountFloorArea assetFloorArea accountCount assetCount intensity { consumption }';
    const fields = `startDate endDate units consumption estimatedConsumption isMissing sources coverage dayConsumption
      nightConsumption tenantConsumption landlordConsumption combinedBreakdown { hh invoice reading custom }`;
    const times = [
      { granularity: 'daily', source: 'combined' },
      { granularity: 'weekly', source: 'hh' },
      { granularity: 'monthly', source: 'combined' },
      { granularity: 'monthly', source: 'invoice' },
      { granularity: 'yearly', source: 'reading' },
    ];

    it.runIf(onOneServer(engine, 'one statement')).each(times)(
      'take one statement, and equal the sum of several: $granularity of $source',
      async ({ granularity, source }) => {
        const time = `startDate: "2024-11-20", endDate: "2025-02-10", granularity: ${granularity}, source: "${source}"`;
        const cases = levels.flatMap((one) => [fields, `${fields} ${areas}`].map((own) => [one, own] as const));
        // Every third: every second would only be those without areas.
        for (const [level, own] of someOf(cases, Math.ceil(cases.length / 3))) {
          const ask = async (more: string): Promise<Json> =>
            objectOf(
              (await data(`{ consumption(${level}, ${time}) { ${own} ${more} data { date ${own} } } }`)).consumption,
            );
          let alone: Json = {};
          expect(await served.statements(async () => (alone = await ask('')))).toHaveLength(1);
          expect(alone, level).toEqual(omit(await ask('gaps { startDate }'), 'gaps'));
        }
      },
    );

    it('a target that does not exist or is hidden returns not-found without any usage', async () => {
      for (const id of ['f'.repeat(24), ACCOUNT.other]) {
        const key = await served.server().key({ companies: [COMPANY.one] });
        const { status, body } = await served.get('/consumption', { ...TIME, accountId: id }, key);
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'not-found' });
      }
    });
  });

  describe('assets with their consumption', () => {
    const query = `query($limit: Int!) { assets(limit: $limit, sort: "siteName:asc") { data { _id siteName
      consumption(${DATES}, accountType: [electricity, gas]) {
        consumption emissions { total } data { date consumption } } } } }`;

    it('equal REST for each asset', async () => {
      const assets = listAt(await data(query, { limit: 10 }), 'assets.data');
      expect(assets.map(({ siteName }) => siteName)).toEqual(['Annexe', 'Hall', 'Other', 'Shed', 'Tower']);
      for (const { _id, consumption } of assets) {
        const body = await rest({
          ...TIME,
          ...{ assetId: String(_id), granularity: 'weekly', accountType: 'electricity,gas', emissions: 'true' },
        });
        expect(consumption).toEqual({
          consumption: body.consumption,
          emissions: { total: valueAt(body, 'emissions.total') },
          data: listAt(body, 'data').map(({ date, consumption: own }) => ({ date, consumption: own })),
        });
      }
    });

    it.runIf(onOneServer(engine, 'one statement'))(
      'take one more statement than the list for one asset, and a fixed number for many',
      async () => {
        const counts: number[] = [];
        for (const limit of [1, 2, 5]) {
          counts.push((await served.statements(() => data(query, { limit }))).length);
        }
        // Of many: a transaction around the accounts, the usage of them, and factors.
        expect(counts).toEqual([2, 6, 6]);
      },
    );

    it('equal REST with every field selected, in a fixed number of statements', async () => {
      const all = `query($limit: Int!) { assets(limit: $limit) { data { _id
        consumption(${DATES}, source: "invoice", accountType: [electricity, gas]) {
          ${FIGURES} ${MONEY} coverage gaps { startDate } ${FACTORS} intensity { consumption }
          previous { consumption cost } yearEarlier { consumption } data { date ${FIGURES} ${MONEY} } } } } }`;
      const counts: number[] = [];
      for (const limit of [1, 5]) counts.push((await served.statements(() => data(all, { limit }))).length);
      expect(counts[0]).toBe(counts[1]);
      for (const { _id, consumption } of listAt(await data(all, { limit: 5 }), 'assets.data')) {
        const body = await rest({
          ...{ ...TIME, ...OPTIONS, assetId: String(_id), granularity: 'weekly', accountType: 'electricity,gas' },
          ...{ source: 'invoice', financialInfo: 'full' },
        });
        const extras = ['coverage', 'gaps', 'intensity', 'previous', 'yearEarlier'];
        expect(omit(objectOf(consumption), ...extras)).toEqual(omit(body, 'assetId', 'granularity'));
      }
    });

    it('two fields with different dates do not mix', async () => {
      const both = await data(`{ assets { data { a: consumption(startDate: "2025-01-01", endDate: "2025-01-02",
          accountType: [electricity]) { consumption }
        b: consumption(startDate: "2025-01-01", endDate: "2025-01-03", accountType: [electricity]) { consumption } } } }`);
      const alone = await data(`{ assets { data { b: consumption(startDate: "2025-01-01", endDate: "2025-01-03",
        accountType: [electricity]) { consumption } } } }`);
      const only = listAt(both, 'assets.data').map(({ b }) => ({ b }));
      expect(only).toEqual(listAt(alone, 'assets.data'));
      expect(listAt(both, 'assets.data').map(({ a }) => a)).not.toEqual(only.map(({ b }) => b));
    });
  });

  describe('each target equals REST', () => {
    const selection = `${FIGURES} ${FACTORS} data { date ${FIGURES} }`;
    const ENERGY = { accountType: 'electricity,gas,heating', granularity: 'weekly' };
    const types = 'accountType: [electricity, gas, heating]';

    it.each([
      ['account', 'accountId', ACCOUNT.main, ''],
      ['account', 'accountId', ACCOUNT.virtual, ''],
      ['asset', 'assetId', ASSET.tower, types],
      ['entity', 'entityId', ENTITY.north, types],
      ['assetGroup', 'assetGroupId', GROUP.across, types],
      ['asset', 'assetId', ASSET.hall, `${types}, tags: ["guest"]`],
    ])('%s(id).consumption, %s %s (%s)', async (field, name, id, args) => {
      const query = `query($id: ID!) { ${field}(id: $id) { consumption(${DATES}${args && ', '}${args}) { ${selection} } } }`;
      const got = objectOf(valueAt(await data(query, { id }), `${field}.consumption`));
      const question: Question = {
        ...{ ...TIME, ...OPTIONS, ...ENERGY, [name]: id },
        ...(args.includes('guest') ? { tags: 'guest' } : {}),
      };
      const body = await rest(question);
      expect(got).toEqual(omit(body, name, 'granularity'));
      const root = `consumption(${DATES}, ${args || types}, ${name}: "${id}") { granularity ${name} ${selection} }`;
      expect((await data(`{ ${root} }`)).consumption).toEqual(body);
    });

    it('figures in a record name their target', async () => {
      const ids = 'granularity accountId assetId assetGroupId entityId';
      const found = await data(
        `{ account(id: "${ACCOUNT.main}") { consumption(${DATES}) { ${ids} } }
           entity(id: "${ENTITY.north}") { consumption(${DATES}, accountType: [gas]) { ${ids} } } }`,
      );
      const none = { granularity: 'weekly', accountId: null, assetId: null, assetGroupId: null, entityId: null };
      expect(valueAt(found, 'account.consumption')).toEqual({ ...none, accountId: ACCOUNT.main });
      expect(valueAt(found, 'entity.consumption')).toEqual({ ...none, entityId: ENTITY.north });
    });

    it('viewer.consumption sums everything that the key may see', async () => {
      const query = `{ viewer { consumption(${DATES}, ${types}) { granularity ${selection} } } }`;
      const wanted = reference('/consumption', { ...TIME, ...OPTIONS, ...ENERGY });
      expectClose(valueAt(await data(query), 'viewer.consumption'), wanted);
      const parts = await Promise.all(
        Object.values(ENTITY).map(async (entityId) =>
          numberAt(await rest({ ...TIME, ...ENERGY, entityId }), 'consumption'),
        ),
      );
      const sum = parts.reduce((total, part) => total + part, 0);
      expect(sum).toBeCloseTo(numberAt(wanted, 'consumption'), 4);
    });

    it('viewer.consumption of types of two units is invalid-parameter and names them', async () => {
      const { body } = await served
        .server()
        .graphql(`{ viewer { consumption(${DATES}) { consumption } } }`, {}, served.key());
      expect(body.errors?.[0]?.extensions?.code).toBe('invalid-parameter');
      expect(body.errors?.[0]?.message).toMatch(/electricity.*water|water.*electricity/);
    });

    it('emissions equals GET /emissions', async () => {
      const parts = 'startDate endDate isMissing emissions { total scope1 scope2 scope3 }';
      const query = `{ emissions(${DATES}) { granularity units ${parts} missingFactors { type country } ${FACTORS}
        data { date ${parts} } } }`;
      const { body } = await served.get('/emissions', { ...TIME, granularity: 'weekly' });
      expect((await data(query)).emissions).toEqual(body);
      expectClose(body, reference('/emissions', { ...TIME, granularity: 'weekly' }));
    });

    it('assetGroups of the group equals REST', async () => {
      const query = `{ consumption(${DATES}, assetGroupId: "${GROUP.across}", accountType: [gas], source: "invoice") {
        assetGroups { assetId siteName address consumption emissions cost currency costReasons accountFloorArea
          assetFloorArea } } }`;
      const body = await rest({
        ...{ ...TIME, assetGroupId: GROUP.across, accountType: 'gas', source: 'invoice', financialInfo: 'basic' },
        ...{ emissions: 'true', floorArea: 'true', assetBreakdown: 'true' },
      });
      expect(valueAt(await data(query), 'consumption.assetGroups')).toEqual(body.assetGroups);
      const entity = `{ entity(id: "${ENTITY.north}") { consumption(${DATES}, accountType: [gas]) {
        assetGroups { assetId siteName address consumption } } } }`;
      const same = await rest({ ...TIME, entityId: ENTITY.north, accountType: 'gas', assetBreakdown: 'true' });
      expect(valueAt(await data(entity), 'entity.consumption.assetGroups')).toEqual(same.assetGroups);
      const other = `{ consumption(${DATES}, accountId: "${ACCOUNT.main}") { assetGroups { assetId } } }`;
      expect(valueAt(await data(other), 'consumption.assetGroups')).toBeNull();
    });
  });

  describe('fields of GraphQL beyond REST', () => {
    const account = async (id: string, dates: string, selection: string): Promise<Json> =>
      objectOf(
        valueAt(
          await data(`{ account(id: "${id}") { consumption(${dates}) { ${selection} } } }`),
          'account.consumption',
        ),
      );

    it('coverage is the share of the period with data', async () => {
      const days = 'startDate: "2025-01-01", endDate: "2025-01-03", granularity: daily';
      const found = await account(ACCOUNT.main, days, 'coverage data { coverage }');
      // Three of the 48 half-hours of 2 January are missing.
      expect(found).toEqual({ coverage: 0.979167, data: [{ coverage: 1 }, { coverage: 0.9375 }, { coverage: 1 }] });
      const empty = await data(
        `{ assetGroup(id: "${GROUP.empty}") { consumption(${DATES}) { coverage gaps { startDate } } } }`,
      );
      expect(valueAt(empty, 'assetGroup.consumption')).toEqual({ coverage: null, gaps: [] });
    });

    it('gaps lists exactly the periods without data', async () => {
      const days = 'startDate: "2025-01-01", endDate: "2025-01-03"';
      const list = 'gaps { accountId startDate endDate }';
      expect(await account(ACCOUNT.main, days, list)).toEqual({ gaps: GAPS });
      const hole = { ...GAPS[0], endDate: GAPS[1]?.endDate };
      expect(await account(ACCOUNT.main, `${days}, source: "hh"`, list)).toEqual({ gaps: [hole] });
      expect(await account(ACCOUNT.main, 'startDate: "2025-01-03", endDate: "2025-01-06"', list)).toEqual({ gaps: [] });
    });

    it('gaps begin at the start and end at the end of the request, for every expected account', async () => {
      const list = 'gaps { accountId startDate endDate }';
      const gap = {
        accountId: ACCOUNT.main,
        startDate: '2025-01-07T00:00:00.000Z',
        endDate: '2025-01-13T00:00:00.000Z',
      };
      const late = `startDate: "2025-01-05", endDate: "${LAST}"`;
      expect(await account(ACCOUNT.main, late, list)).toEqual({ gaps: [gap] });
      const early = 'startDate: "2024-12-26", endDate: "2024-12-28"';
      expect(await account(ACCOUNT.main, early, list)).toEqual({
        gaps: [{ accountId: ACCOUNT.main, startDate: '2024-12-26T00:00:00.000Z', endDate: '2024-12-28T00:00:00.000Z' }],
      });
      const [day, next] = ['2025-01-09T00:00:00.000Z', '2025-01-10T00:00:00.000Z'];
      const site = await data(
        `{ asset(id: "${ASSET.tower}") { consumption(startDate: "2025-01-09", endDate: "2025-01-09", source: "hh",
          accountType: [electricity]) { ${list} } } }`,
      );
      // The inactive and the virtual account are not expected.
      expect(valueAt(site, 'asset.consumption.gaps')).toEqual([
        { accountId: ACCOUNT.main, startDate: day, endDate: next },
      ]);
    });

    it('intensity is the figure ÷ assetFloorArea; null without a floor area', async () => {
      const found = await data(
        `{ asset(id: "${ASSET.hall}") { consumption(${DATES}, accountType: [electricity]) {
          consumption emissions { total } assetFloorArea intensity { consumption emissions }
          data { consumption intensity { consumption } } } } }`,
      );
      const hall = objectOf(valueAt(found, 'asset.consumption'));
      const area = 20_000 * 0.09290304;
      expect(hall.assetFloorArea).toBe(1858.0608);
      expect(numberAt(hall, 'intensity.consumption')).toBeCloseTo(numberAt(hall, 'consumption') / area, 5);
      expect(numberAt(hall, 'intensity.emissions')).toBeCloseTo(numberAt(hall, 'emissions.total') / area, 5);
      for (const period of listAt(hall, 'data')) {
        expect(numberAt(period, 'intensity.consumption')).toBeCloseTo(numberAt(period, 'consumption') / area, 5);
      }
      const annex = `{ asset(id: "${ASSET.annex}") { consumption(${DATES}, accountType: [electricity]) {
        intensity { consumption } } } }`;
      expect(valueAt(await data(annex), 'asset.consumption.intensity')).toBeNull();
    });

    it.each([
      ['previous', '2025-01-03', '2025-01-06', '2024-12-30', '2025-01-02'],
      ['previous', '2025-01-01', '2025-01-31', '2024-12-01', '2024-12-31'],
      ['yearEarlier', '2025-12-28', '2026-01-06', '2024-12-28', '2025-01-06'],
      ['yearEarlier', '2026-01-01', '2026-01-31', '2025-01-01', '2025-01-31'],
      ['yearEarlier', '2024-02-29', '2024-03-01', '2023-02-28', '2023-03-01'],
    ])('%s of %s to %s equals the same request for %s to %s', async (name, start, end, from, to) => {
      const asked = (first: string, last: string, selection: string): string =>
        `{ assetGroup(id: "${GROUP.across}") { consumption(startDate: "${first}", endDate: "${last}",
          accountType: [electricity, gas], source: "invoice") { ${selection} } } }`;
      // Nothing but the shifted question selects what it needs; the area has a test of its own.
      const all = `${FIGURES.replace('totalAssetFloorArea', '')} ${MONEY} coverage`;
      const shifted = await data(asked(start, end, `${name} { ${all} }`));
      const wanted = await data(asked(from, to, all));
      expect(valueAt(shifted, `assetGroup.consumption.${name}`)).toEqual(valueAt(wanted, 'assetGroup.consumption'));
    });

    it.each(['previous', 'yearEarlier'])(
      '%s has totalAssetFloorArea, also if nothing else selects it',
      async (name) => {
        const asked = (selection: string): Promise<Json> =>
          data(`{ asset(id: "${ASSET.tower}") { consumption(${DATES}, accountType: [gas]) { ${selection} } } }`);
        const found = await asked(`${name} { totalAssetFloorArea }`);
        expect(valueAt(found, `asset.consumption.${name}.totalAssetFloorArea`)).toBe(1000.5);
      },
    );

    it('factors lists the factors used', async () => {
      const factors = 'factors { set country type year unit scope1 scope2 scope3 source }';
      const used = async (dates: string, types: string): Promise<readonly Json[]> =>
        listAt(
          await data(
            `{ assetGroup(id: "${GROUP.across}") { consumption(${dates}, accountType: [${types}]) { ${factors} } } }`,
          ),
          'assetGroup.consumption.factors',
        );
      const both = await used(DATES, 'electricity, gas');
      expect(both.map(({ set, country, type, year, unit }) => [set, country, type, year, unit].join())).toEqual([
        'desnz,gb,electricity,2024,kWh',
        'desnz,gb,gas,2024,kWh',
        'desnz,gb,electricity,2025,kWh',
        'desnz,gb,gas,2025,kWh',
      ]);
      expect(both[0]).toMatchObject({ scope1: null, scope2: 0.20705 });
      expect(both[0]?.source).toContain('DESNZ');
      const one = await used('startDate: "2025-01-01", endDate: "2025-01-05"', 'gas');
      expect(one.map(({ type, year }) => `${String(type)} ${String(year)}`)).toEqual(['gas 2025']);
      expect(await used('startDate: "2022-01-01", endDate: "2022-01-05"', 'gas')).toEqual([]);
    });
  });

  describe('only selected fields are computed', () => {
    const statements = (selection: string, source = 'invoice'): Promise<readonly string[]> =>
      served.statements(() =>
        data(
          `{ viewer { consumption(${DATES}, source: "${source}", accountType: [electricity, gas]) { ${selection} } } }`,
        ),
      );
    const matching = async (selection: string, pattern: RegExp): Promise<number> =>
      (await statements(selection)).filter((sql) => pattern.test(sql)).length;
    const PLAIN = 'consumption isMissing sources dayConsumption data { date consumption }';

    it.each([
      ['emission factors', EMISSION_FACTORS, 'emissions { total }'],
      ['emission factors', EMISSION_FACTORS, 'data { emissions { total } }'],
      ['emission factors', EMISSION_FACTORS, 'missingFactors { type }'],
      ['emission factors', EMISSION_FACTORS, 'factors { year }'],
      ['emission factors', EMISSION_FACTORS, 'intensity { emissions }'],
      ['emission factors', EMISSION_FACTORS, 'totalEmissions { total }'],
      ['emission factors', EMISSION_FACTORS, 'previous { emissions { total } }'],
      ['invoices', INVOICES, 'cost'],
      ['invoices', INVOICES, 'rates { byName }'],
      ['invoices', INVOICES, 'data { cost }'],
      ['contracts', CONTRACTS, 'contractCoverage { withContract }'],
    ])('computes %s (%s) only for %s', async (_, pattern, selection) => {
      expect(await matching(selection, pattern)).toBeGreaterThan(0);
      expect(await matching(PLAIN, pattern)).toBe(0);
    });

    it.each([
      'totalEmissions(when: false) { total }',
      'intensity { consumption }',
      'emissions @include(if: false) { total }',
    ])('reads no emission factors for %s', async (selection) => {
      expect(await matching(`consumption ${selection}`, EMISSION_FACTORS)).toBe(0);
    });

    it('reads no invoices for the cost of other sources than invoice, which is null', async () => {
      const hh = await statements('cost rates { byName }', 'hh');
      expect(hh.filter((sql) => INVOICES.test(sql))).toEqual([]);
      const { cost, rates } = objectOf(
        valueAt(
          await data(`{ viewer { consumption(${DATES}, accountType: [gas]) { cost rates { byName } } } }`),
          'viewer.consumption',
        ),
      );
      expect([cost, rates]).toEqual([null, null]);
    });

    it.each([
      'simulatedConsumption',
      'maxDemand',
      'cost',
      'contractCoverage { withContract }',
      'totalAssetFloorArea',
      'gaps { startDate }',
      'emissions { total }',
    ])('%s takes more statements when selected', async (selection) => {
      const [plain, more] = [await statements(PLAIN), await statements(`${PLAIN} ${selection}`)];
      expect(more.length, selection).toBeGreaterThan(plain.length);
    });

    it('no statement reads a hidden company', async () => {
      const key = await served.server().key({ companies: [COMPANY.two] });
      const found = await data(
        `{ viewer { consumption(${DATES}, accountType: [electricity]) { accountCount } } }`,
        {},
        key,
      );
      expect(valueAt(found, 'viewer.consumption.accountCount')).toBe(1);
    });
  });
});
