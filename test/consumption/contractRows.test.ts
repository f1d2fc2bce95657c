import { beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import type { Json } from '../support/server.js';
import type { Question } from './reference/records.js';
import { listAt, numberAt, objectOf, valueAt } from './support/json.js';
import { ACCOUNT, ASSET, ENTITY, FIRST, GROUP, LAST } from './support/portfolio.js';
import { serveFigures } from './support/served.js';

const TIME = { startDate: FIRST, endDate: LAST };
/** A request with data of every kind: two types, three assets, across a year's end. */
const BASE: Question = { ...TIME, assetGroupId: GROUP.across, accountType: 'electricity,gas', granularity: 'weekly' };
const ONE: Question = { ...TIME, accountId: ACCOUNT.main };
const INVOICED: Question = { ...BASE, source: 'invoice' };

const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'quarterly', 'monthly', 'yearly'];
const SOURCES = ['hh', 'invoice', 'reading', 'custom', 'combined', 'reading-hh'];
const TYPES = ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature'];
const DAY_TEXT = /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/;

const withoutOne = (question: Question, name: string): Question =>
  Object.fromEntries(Object.entries(question).filter(([other]) => other !== name));

const has = (body: Json, name: string): boolean => Object.hasOwn(body, name);

/** Fields that exist, at the top and in each period, exactly if the option is on. */
interface Conditional {
  readonly row: string;
  readonly fields: readonly string[];
  readonly on: readonly Question[];
  readonly off: readonly Question[];
}

const flag = (row: string, name: keyof Question, fields: readonly string[], base: Question = BASE): Conditional => ({
  row,
  fields,
  on: [{ ...base, [name]: 'true' }],
  off: [base, { ...base, [name]: 'false' }],
});

const CONDITIONAL: readonly Conditional[] = [
  flag('emissions | object {total, scope1, scope2, scope3}, kgCO2e | emissions=true', 'emissions', ['emissions']),
  flag('simulatedConsumption | number | showSimulated=true', 'showSimulated', ['simulatedConsumption']),
  flag('dayConsumption | number | dayNight=true (daytime is 6am to 6pm)', 'dayNight', ['dayConsumption']),
  flag('nightConsumption | number | dayNight=true (night is 6pm to 6am)', 'dayNight', ['nightConsumption']),
  flag('tenantConsumption, landlordConsumption | number | meterUserBreakdown=true', 'meterUserBreakdown', [
    ...['tenantConsumption', 'landlordConsumption'],
  ]),
  flag('maxDemand (kW), avgDemand (kW), peakLoad, peakCapacity (kW), avgCapacity | capacityInfo=true', 'capacityInfo', [
    ...['maxDemand', 'avgDemand', 'peakLoad', 'peakCapacity', 'avgCapacity'],
  ]),
  {
    row: 'cost | number | financialInfo=basic or full, with source=invoice',
    fields: ['cost'],
    on: [
      { ...INVOICED, financialInfo: 'basic' },
      { ...INVOICED, financialInfo: 'full' },
    ],
    off: [BASE, INVOICED, { ...BASE, financialInfo: 'full' }, { ...BASE, source: 'hh', financialInfo: 'basic' }],
  },
  {
    row: 'rates | object with byName and byType objects | financialInfo=full, with source=invoice',
    fields: ['rates'],
    on: [{ ...INVOICED, financialInfo: 'full' }],
    off: [BASE, INVOICED, { ...INVOICED, financialInfo: 'basic' }, { ...BASE, financialInfo: 'full' }],
  },
  {
    row: 'combinedBreakdown | object {hh, invoice, reading, custom} | source=combined or detailedSource=true',
    fields: ['combinedBreakdown'],
    on: [
      BASE,
      { ...BASE, source: 'combined' },
      ...SOURCES.map((source) => ({ ...BASE, source, detailedSource: 'true' })),
    ],
    off: SOURCES.filter((source) => source !== 'combined').map((source) => ({ ...BASE, source })),
  },
  flag('accountFloorArea, assetFloorArea, totalAssetFloorArea | number (m²) | floorArea=true', 'floorArea', [
    ...['accountFloorArea', 'assetFloorArea', 'totalAssetFloorArea'],
  ]),
  flag('accountCount, assetCount | number | showCounts=true', 'showCounts', ['accountCount', 'assetCount']),
  flag(
    'contractCoverage | object {withContract, withoutContract}, counts of accounts | contractCoverage=true',
    'contractCoverage',
    ['contractCoverage'],
  ),
];

describe.each(ENGINES)('the rows of contract 4 on %s', (engine) => {
  const served = serveFigures(engine);
  const ask = (question: Question): Promise<Json> => served.agree('/consumption', question);
  const emissions = (question: Question): Promise<Json> => served.agree('/emissions', question);
  /** Whether the parameter makes a difference to the body. */
  const differs = (left: Json, right: Json): void => {
    expect(left).not.toEqual(right);
  };
  const refused = async (path: '/consumption' | '/emissions', question: Question, parameter: string): Promise<void> => {
    const { status, body, text } = await served.get(path, { ...question });
    expect(status, text).toBe(400);
    expect(listAt(body, 'errors').map((problem) => problem.parameter)).toContain(parameter);
  };

  describe('GET /consumption, query parameters', () => {
    it.each(['startDate', 'endDate'] as const)(
      '%s | string | yes | | ISO 8601 date or date-time; normalised to start of day UTC',
      async (name) => {
        const wanted = await ask(BASE);
        const [day, before] = [BASE[name] ?? '', name === 'startDate' ? '2024-12-27' : '2025-01-11'];
        for (const text of [
          `${day}T00:00:00Z`,
          `${day}T23:59:59.999Z`,
          `${day}T13:45`,
          `${before}T23:00:00-02:00`,
          `${day}T14:00:00+14:00`,
        ]) {
          expect(await ask({ ...BASE, [name]: text }), text).toEqual(wanted);
        }
        const without = withoutOne(BASE, name);
        await refused('/consumption', without, name);
      },
    );

    it('endDate: the last day included; the answer has the exclusive bound', async () => {
      expect(valueAt(await ask(BASE), 'endDate')).toBe('2025-01-13T00:00:00.000Z');
      expect(valueAt(await ask({ ...ONE, endDate: FIRST }), 'consumption')).toBeGreaterThan(0);
    });

    it.each(GRANULARITIES)(
      'granularity | string | no | monthly | halfhourly, hourly, daily, weekly, quarterly, monthly, yearly: %s',
      async (granularity) => {
        const body = await ask({ ...BASE, startDate: '2024-12-30', endDate: '2025-01-03', granularity });
        expect(body.granularity).toBe(granularity);
      },
    );

    it('granularity | string | no | monthly: the default', async () => {
      expect(await ask(ONE)).toEqual(await ask({ ...ONE, granularity: 'monthly' }));
      expect(listAt(await ask(ONE), 'data').map(({ date }) => date)).toEqual(['2024-12', '2025-01']);
    });

    it.each(SOURCES)(
      'source | string | no | combined | hh, invoice, reading, custom, combined, reading-hh: %s',
      async (source) => {
        const body = await ask({ ...BASE, source });
        if (source === 'combined') expect(body.sources).toEqual(['hh', 'reading', 'invoice', 'custom']);
        else expect(body.sources).toEqual([source]);
        if (source === 'combined') expect(await ask(BASE)).toEqual(body);
        else differs(await ask(BASE), body);
      },
    );

    it.each(TYPES)('accountType | string | no | | Comma-separated utility types: %s', async (accountType) => {
      const body = await ask({ ...TIME, entityId: ENTITY.north, accountType });
      const units: Readonly<Record<string, string>> = { water: 'm³', flow: 'm³', waste: 'kg', temperature: '°C' };
      expect(body.units).toBe(units[accountType] ?? 'kWh');
    });

    it('accountType: comma-separated', async () => {
      const [both, electricity, gas] = await Promise.all(
        ['electricity,gas', 'electricity', 'gas'].map((accountType) => ask({ ...BASE, accountType })),
      );
      expect(numberAt(both, 'consumption')).toBeCloseTo(
        numberAt(electricity, 'consumption') + numberAt(gas, 'consumption'),
        5,
      );
      expect(await ask({ ...BASE, accountType: 'gas,electricity,gas' })).toEqual(both);
    });

    it('accountType: Required when querying by assetId or entityId', async () => {
      await refused('/consumption', { ...TIME, assetId: ASSET.tower }, 'accountType');
      await refused('/consumption', { ...TIME, entityId: ENTITY.north }, 'accountType');
      await ask({ ...TIME, assetId: ASSET.tower, accountId: ACCOUNT.main });
      await ask({ ...TIME, assetGroupId: GROUP.other });
    });

    it('accountId | string | see rule 1 | | One account', async () => {
      const body = await ask(ONE);
      expect(body.accountId).toBe(ACCOUNT.main);
      expect(numberAt(await ask({ ...ONE, accountId: ACCOUNT.virtual }), 'consumption')).toBeGreaterThan(0);
    });

    it('assetId | string | see rule 1 | | One asset', async () => {
      const body = await ask({ ...TIME, assetId: ASSET.hall, accountType: 'electricity' });
      expect(body.assetId).toBe(ASSET.hall);
    });

    it('entityId | string | see rule 1 | | One entity', async () => {
      const body = await ask({ ...TIME, entityId: ENTITY.south, accountType: 'electricity,gas,heating' });
      expect(body.entityId).toBe(ENTITY.south);
    });

    it('assetGroupId | string | no | | One asset group', async () => {
      expect((await ask(BASE)).assetGroupId).toBe(GROUP.across);
      expect(await ask({ ...TIME, assetGroupId: GROUP.empty })).toMatchObject({
        units: null,
        consumption: 0,
        isMissing: true,
        sources: [],
      });
    });

    it.each(
      ['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'meterUserBreakdown', 'showCounts'].concat(
        'contractCoverage',
        'showSimulated',
      ),
    )('%s | string | no | false | true or false', async (name) => {
      const off = await ask(BASE);
      expect(await ask({ ...BASE, [name]: 'false' })).toEqual(off);
      differs(await ask({ ...BASE, [name]: 'true' }), off);
    });

    it('financialInfo | string | no | none | basic or full; cost data, invoice source only', async () => {
      const none = await ask(INVOICED);
      const basic = await ask({ ...INVOICED, financialInfo: 'basic' });
      const full = await ask({ ...INVOICED, financialInfo: 'full' });
      differs(none, basic);
      differs(basic, full);
      expect(await ask({ ...BASE, financialInfo: 'full' })).toEqual(await ask(BASE));
    });

    it('detailedSource | string | no | false | true or false; source breakdown', async () => {
      const off = await ask(INVOICED);
      expect(await ask({ ...INVOICED, detailedSource: 'false' })).toEqual(off);
      differs(await ask({ ...INVOICED, detailedSource: 'true' }), off);
      expect(await ask({ ...BASE, detailedSource: 'true' })).toEqual(await ask(BASE));
    });

    it('assetBreakdown | string | no | false | per-asset breakdown when querying by assetGroupId', async () => {
      const off = await ask(BASE);
      expect(await ask({ ...BASE, assetBreakdown: 'false' })).toEqual(off);
      expect(has(await ask({ ...BASE, assetBreakdown: 'true' }), 'assetGroups')).toBe(true);
      expect(await ask({ ...ONE, assetBreakdown: 'true' })).toEqual(await ask(ONE));
    });

    it('tags | string | no | | Comma-separated account/meter tags to narrow consumption', async () => {
      const all = await ask({ ...BASE, showCounts: 'true' });
      const counts = await Promise.all(
        ['roof', 'hvac', 'roof,hvac', 'nothing'].map(async (tags) =>
          numberAt(await ask({ ...BASE, showCounts: 'true', tags }), 'accountCount'),
        ),
      );
      expect(counts).toEqual([2, 2, 3, 0]);
      expect(numberAt(all, 'accountCount')).toBe(7);
    });

    it('rule 1: One of accountId, assetId or entityId is required', async () => {
      await refused('/consumption', { ...TIME, accountType: 'electricity' }, 'accountId');
      for (const level of [
        { accountId: ACCOUNT.main },
        { assetId: ASSET.tower, accountType: 'electricity' },
        { entityId: ENTITY.north, accountType: 'electricity' },
        { entityId: ENTITY.north, assetId: ASSET.tower, accountType: 'electricity' },
        { entityId: ENTITY.north, assetId: ASSET.hall, accountType: 'electricity' },
        { entityId: ENTITY.south, assetGroupId: GROUP.across, accountType: 'gas' },
      ]) {
        await ask({ ...TIME, ...level });
      }
    });

    it('rule 3: An option exists to return only startDate, endDate and consumption in the granular data entries', async () => {
      const [minimal, whole] = [await ask({ ...BASE, minimal: 'true' }), await ask(BASE)];
      for (const [index, entry] of listAt(minimal, 'data').entries()) {
        const { startDate, endDate, consumption } = objectOf(listAt(whole, 'data')[index]);
        expect(entry).toEqual({ startDate, endDate, consumption });
      }
      expect({ ...minimal, data: null }).toEqual({ ...whole, data: null });
    });
  });

  describe('GET /consumption, top-level fields, always present', () => {
    let bodies: readonly Json[] = [];
    beforeAll(async () => {
      const all: Question = { ...INVOICED, emissions: 'true', financialInfo: 'full', showCounts: 'true' };
      bodies = await Promise.all([BASE, all, ONE, { ...TIME, assetGroupId: GROUP.empty }].map(ask));
    });
    const each = (test: (body: Json) => void): void => {
      expect(bodies).toHaveLength(4);
      bodies.forEach(test);
    };
    const everywhere = (test: (part: Json) => void): void => {
      each((body) => {
        [body, ...listAt(body, 'data')].forEach(test);
      });
    };

    it('startDate, endDate | string | Query period, ISO 8601 UTC', () => {
      each(({ startDate, endDate }) => {
        expect(startDate).toBe('2024-12-28T00:00:00.000Z');
        expect(endDate).toBe('2025-01-13T00:00:00.000Z');
      });
    });
    it('granularity | string | Requested granularity', () => {
      expect(bodies.map(({ granularity }) => granularity)).toEqual(['weekly', 'weekly', 'monthly', 'monthly']);
    });
    it('units | string | For example kWh, m³, kg; kgco2e for emissions-only queries', () => {
      expect(bodies.map(({ units }) => units)).toEqual(['kWh', 'kWh', 'kWh', null]);
      everywhere((part) => {
        expect(has(part, 'units')).toBe(true);
      });
    });
    it.each([
      'consumption | number | Total over the period',
      'estimatedConsumption | number | Estimated part',
      'totalConsumption (= consumption)',
      'totalEstimatedConsumption (= estimatedConsumption)',
    ])('%s', (row) => {
      const [name = ''] = row.split(' ');
      everywhere((part) => {
        expect(typeof part[name]).toBe('number');
        const plain = name.replace(/^total./, (start) => start.slice(-1).toLowerCase());
        expect(part[name]).toBe(part[plain]);
      });
    });
    it('totalEmissions (= emissions)', async () => {
      everywhere((part) => {
        expect(has(part, 'totalEmissions')).toBe(true);
        expect(part.totalEmissions).toEqual(part.emissions ?? null);
      });
      expect(valueAt(bodies[1], 'totalEmissions.total')).toBeGreaterThan(0);
      expect((await ask({ ...BASE, emissions: 'true' })).totalEmissions).not.toBeNull();
    });
    it('isMissing | boolean | Whether complete data coverage is absent (false means covered)', async () => {
      everywhere(({ isMissing }) => {
        expect(typeof isMissing).toBe('boolean');
      });
      const days = await ask({ ...ONE, startDate: '2025-01-01', endDate: '2025-01-03', granularity: 'daily' });
      expect(days.isMissing).toBe(true);
      expect(listAt(days, 'data').map(({ isMissing }) => isMissing)).toEqual([false, true, false]);
    });
    it('sources | array of string | Sources used, for example hh, invoice', async () => {
      expect((await ask(ONE)).sources).toEqual(['hh', 'custom']);
      expect((await ask(BASE)).sources).toEqual(['hh', 'reading', 'invoice', 'custom']);
      expect((await ask(INVOICED)).sources).toEqual(['invoice']);
    });
    it('data | array | One entry per period of the requested granularity', () => {
      expect(bodies.map((body) => listAt(body, 'data').length)).toEqual([3, 3, 2, 2]);
      each((body) => {
        const data = listAt(body, 'data');
        expect(data[0]?.startDate).toBe(body.startDate);
        expect(data.at(-1)?.endDate).toBe(body.endDate);
        data.slice(1).forEach((period, index) => {
          expect(period.startDate).toBe(data[index]?.endDate);
        });
      });
    });
    it('Each data element has the same fields as the top level, scoped to one period, plus date, startDate and endDate', () => {
      each((body) => {
        const top = Object.keys(body).filter(
          (name) => !['granularity', 'data', 'assetGroups', 'factors', 'accountId', 'assetGroupId'].includes(name),
        );
        for (const period of listAt(body, 'data')) {
          expect(Object.keys(period).toSorted()).toEqual([...top, 'date'].toSorted());
          expect(typeof period.date).toBe('string');
          expect(period.startDate).toMatch(DAY_TEXT);
          expect(period.endDate).toMatch(DAY_TEXT);
        }
      });
      expect(listAt(bodies[0], 'data').map(({ date }) => date)).toEqual(['2024-W52', '2025-W01', '2025-W02']);
    });
  });

  describe('GET /consumption, conditional top-level fields', () => {
    it.each([
      ['accountId', ACCOUNT.main],
      ['assetId', ASSET.tower],
      ['assetGroupId', GROUP.across],
      ['entityId', ENTITY.north],
    ])(
      'accountId / assetId / assetGroupId / entityId | string | the matching parameter was given: %s',
      async (name, id) => {
        const body = await ask({ ...TIME, accountType: 'electricity', [name]: id });
        expect(body[name]).toBe(id);
        const names = ['accountId', 'assetId', 'assetGroupId', 'entityId'];
        expect(Object.keys(body).filter((field) => names.includes(field))).toEqual([name]);
        const all = await ask({
          ...TIME,
          ...{ accountId: ACCOUNT.main, assetId: ASSET.tower, assetGroupId: GROUP.across, entityId: ENTITY.north },
        });
        expect(Object.keys(all).filter((field) => names.includes(field))).toEqual(names);
      },
    );

    it.each(CONDITIONAL)('$row', async ({ fields, on, off }) => {
      for (const question of on) {
        const body = await ask(question);
        for (const part of [body, ...listAt(body, 'data')]) {
          for (const name of fields) expect(has(part, name), `${name} of ${JSON.stringify(question)}`).toBe(true);
        }
        for (const name of fields) expect(body[name], name).not.toBeNull();
      }
      for (const question of off) {
        const body = await ask(question);
        for (const part of [body, ...listAt(body, 'data')]) {
          for (const name of fields) expect(has(part, name), `${name} of ${JSON.stringify(question)}`).toBe(false);
        }
      }
    });

    it('assetGroups | array | assetBreakdown=true with assetGroupId', async () => {
      const body = await ask({ ...BASE, assetBreakdown: 'true' });
      expect(listAt(body, 'assetGroups').map(({ siteName }) => siteName)).toEqual(['Tower', 'Hall', 'Shed', 'Annexe']);
      for (const period of listAt(body, 'data')) expect(has(period, 'assetGroups')).toBe(false);
      expect(has(await ask(BASE), 'assetGroups')).toBe(false);
      const site: Question = { ...TIME, assetId: ASSET.tower, accountType: 'electricity', assetBreakdown: 'true' };
      expect(has(await ask(site), 'assetGroups')).toBe(false);
      expect((await ask({ ...TIME, assetGroupId: GROUP.empty, assetBreakdown: 'true' })).assetGroups).toEqual([]);
      // In addition to the contract, an entity has it too, unless an account or an asset narrows it.
      const entity: Question = { ...TIME, entityId: ENTITY.north, accountType: 'electricity', assetBreakdown: 'true' };
      expect(listAt(await ask(entity), 'assetGroups').length).toBeGreaterThan(1);
      expect(has(await ask({ ...entity, assetId: ASSET.tower }), 'assetGroups')).toBe(false);
    });
  });

  describe('GET /consumption, assetGroups element', () => {
    const elements = async (question: Question): Promise<readonly Json[]> =>
      listAt(await ask({ ...question, assetBreakdown: 'true' }), 'assetGroups');
    const ALWAYS = ['assetId', 'siteName', 'address', 'consumption'];

    it('assetId (string), siteName (string), address (string), consumption (number)', async () => {
      const found = await elements(BASE);
      for (const element of found) expect(Object.keys(element)).toEqual(ALWAYS);
      expect(found.map(({ address }) => address)).toEqual([
        '1 High Street, Town, Region, AB1 2CD',
        '2 Low Road, Town, AB1 2CD',
        '3 Back Lane, Town, Region, AB1 2CD',
        '4 Rue Haute, Town, Region, AB1 2CD',
      ]);
      const sum = found.reduce((total, element) => total + numberAt(element, 'consumption'), 0);
      expect(sum).toBeCloseTo(numberAt(await ask(BASE), 'consumption'), 5);
    });
    it('one element per visible asset of the group, even if narrowed by an entity: the elements add up to the total', async () => {
      // The guest account is of the north, its asset of the south.
      const question: Question = { ...BASE, entityId: ENTITY.north, assetBreakdown: 'true' };
      const { body, text, status } = await served.get('/consumption', { ...question });
      expect(status, text).toBe(200);
      const found = listAt(body, 'assetGroups');
      const sum = found.reduce((total, element) => total + numberAt(element, 'consumption'), 0);
      expect(sum).toBeCloseTo(numberAt(body, 'consumption'), 5);
      await ask(question);
    });
    it('emissions (number, when emissions=true)', async () => {
      const found = await elements({ ...BASE, emissions: 'true' });
      for (const element of found) expect(Object.keys(element)).toEqual([...ALWAYS, 'emissions']);
      expect(found.map(({ emissions: total }) => typeof total)).toEqual(['number', 'number', 'number', 'number']);
    });
    it.each(['basic', 'full'])('cost (number, when financialInfo is set): %s', async (financialInfo) => {
      const found = await elements({ ...INVOICED, financialInfo });
      // Each cost also has its currency and reasons (docs/decisions.md, fields and records).
      for (const element of found) expect(Object.keys(element)).toEqual([...ALWAYS, 'cost', 'currency', 'costReasons']);
      for (const element of await elements(INVOICED)) expect(has(element, 'cost')).toBe(false);
      for (const element of await elements({ ...BASE, financialInfo })) expect(has(element, 'cost')).toBe(false);
    });
    it('accountFloorArea and assetFloorArea (numbers, when floorArea=true)', async () => {
      const found = await elements({ ...BASE, floorArea: 'true' });
      for (const element of found)
        expect(Object.keys(element)).toEqual([...ALWAYS, 'accountFloorArea', 'assetFloorArea']);
      expect(found.map(({ assetFloorArea }) => assetFloorArea)).toEqual([1000.5, 1858.0608, 80, 0]);
    });
  });

  describe('GET /emissions, query parameters', () => {
    const GRID: Question = { ...TIME, assetGroupId: GROUP.across };

    it.each(['startDate', 'endDate'] as const)(
      '%s | string | yes | | ISO 8601; normalised to start of day UTC',
      async (name) => {
        const wanted = await emissions(GRID);
        expect(await emissions({ ...GRID, [name]: `${GRID[name] ?? ''}T23:30:00Z` })).toEqual(wanted);
        const without = withoutOne(GRID, name);
        await refused('/emissions', without, name);
      },
    );
    it.each(GRANULARITIES)('granularity | string | no | monthly | %s', async (granularity) => {
      const body = await emissions({ ...GRID, startDate: '2024-12-30', endDate: '2025-01-02', granularity });
      expect(body.granularity).toBe(granularity);
    });
    it('granularity | string | no | monthly: the default', async () => {
      expect(await emissions(GRID)).toEqual(await emissions({ ...GRID, granularity: 'monthly' }));
    });
    it.each(SOURCES)('source | string | no | combined | %s', async (source) => {
      const body = await emissions({ ...GRID, source });
      if (source === 'combined') expect(body).toEqual(await emissions(GRID));
      else differs(body, await emissions(GRID));
    });
    it.each(TYPES)('accountType | string | no | | Comma-separated: %s', async (accountType) => {
      await emissions({ ...GRID, accountType });
      await emissions({ ...GRID, accountType: `${accountType},water` });
    });
    it('accountId | string | no | | Sets the data level to account', async () => {
      differs(await emissions({ ...TIME, accountId: ACCOUNT.virtual }), await emissions(TIME));
    });
    it('assetId | string | no | | Sets the data level to asset', async () => {
      differs(await emissions({ ...TIME, assetId: ASSET.tower }), await emissions(TIME));
    });
    it('assetGroupId | string | no | | One asset group', async () => {
      differs(await emissions(GRID), await emissions(TIME));
    });
    it('Returns emissions only: no consumption, cost or rate fields; none of the other options is a parameter', async () => {
      await refused('/emissions', { ...GRID, entityId: ENTITY.north }, 'entityId');
      await refused('/emissions', { ...GRID, emissions: 'true' }, 'emissions');
      await refused('/emissions', { ...GRID, tags: 'roof' }, 'tags');
    });
    it('deprecated: carries Deprecation and Link to its successor', async () => {
      const { headers } = await served.get('/emissions', { ...TIME });
      expect(headers.deprecation).toBeDefined();
      expect(headers.link).toContain('</2.0/consumption?emissions=true>; rel="successor-version"');
      expect((await served.get('/consumption', { ...ONE })).headers.deprecation).toBeUndefined();
    });
  });

  describe('GET /emissions, response fields', () => {
    let body: Json = {};
    beforeAll(async () => {
      body = await emissions({ ...TIME, granularity: 'weekly' });
    });

    it('startDate, endDate | string | Query period, ISO 8601 UTC', () => {
      expect(body).toMatchObject({ startDate: '2024-12-28T00:00:00.000Z', endDate: '2025-01-13T00:00:00.000Z' });
    });
    it('granularity | string | Requested granularity', () => {
      expect(body.granularity).toBe('weekly');
    });
    it('units | string | Always kgco2e', async () => {
      expect(body.units).toBe('kgco2e');
      expect((await emissions({ ...TIME, assetGroupId: GROUP.empty })).units).toBe('kgco2e');
      expect((await emissions({ ...TIME, accountId: ACCOUNT.warmth })).units).toBe('kgco2e');
    });
    it('isMissing | boolean | Data coverage flag', async () => {
      expect(body.isMissing).toBe(true);
      const covered: Question = { ...TIME, startDate: '2025-01-03', endDate: '2025-01-06', accountId: ACCOUNT.main };
      expect((await emissions(covered)).isMissing).toBe(false);
    });
    it('emissions | object | total, scope1 (direct), scope2 (indirect from energy), scope3; numbers in kgCO2e', () => {
      expect(Object.keys(objectOf(body.emissions))).toEqual(['total', 'scope1', 'scope2', 'scope3']);
      const scopes = ['scope1', 'scope2', 'scope3'].map((name) => numberAt(body, `emissions.${name}`));
      for (const scope of scopes) expect(scope).toBeGreaterThan(0);
      expect(scopes.reduce((sum, scope) => sum + scope, 0)).toBeCloseTo(numberAt(body, 'emissions.total'), 5);
    });
    it('data | array | One element per period: date (string), startDate, endDate (ISO 8601 UTC), isMissing (boolean), emissions', () => {
      const data = listAt(body, 'data');
      expect(data.map(({ date }) => date)).toEqual(['2024-W52', '2025-W01', '2025-W02']);
      for (const period of data) {
        expect(Object.keys(period)).toEqual(['date', 'startDate', 'endDate', 'isMissing', 'emissions']);
      }
    });
    it('Returns emissions only: no consumption, cost or rate fields', () => {
      expect(Object.keys(body)).toEqual([
        ...['startDate', 'endDate', 'granularity', 'units', 'isMissing', 'emissions', 'missingFactors', 'factors'],
        'data',
      ]);
      expect(body.missingFactors).toEqual([{ type: 'electricity', country: 'fr' }]);
      expect(body.factors).toContainEqual({
        ...{ set: 'desnz', country: 'gb', type: 'electricity', year: 2025 },
        source: expect.stringMatching(/^DESNZ/) as string,
      });
    });
  });
});
