import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTargets } from '../../src/consumption/answers.js';
import { clockOf } from '../../src/consumption/localTime.js';
import type { ConsumptionRequest } from '../../src/consumption/context.js';
import { oneStatementKind } from '../../src/consumption/oneStatement.js';
import type { FigureField, SelectedFields } from '../../src/consumption/fieldNames.js';
import type { Target, FigureQuery } from '../../src/consumption/query.js';
import { buildSchema } from '../../src/run/createCore.js';
import type { Database } from '../../src/db/database.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import type { Access, Resource } from '../../src/data/resource.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { changeAndRecompute } from '../../src/findings/changeSetting.js';
import { monthStart } from '../../src/usage/grid.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { LazyRows } from '../../src/values/lazyRows.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { onOneServer } from '../support/onOneServer.js';
import { at } from '../support/random.js';
import { expectSummed } from '../support/sums.js';
import { casesOf } from '../support/repeated.js';
import { writersAtOnce } from '../support/atOnce.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const COMPANIES = ['c00000000000000000000001', 'c00000000000000000000002'];
/** The first two belong to the first company, the last one to the other. */
const ENTITIES = ['e00000000000000000000001', 'e00000000000000000000002', 'e00000000000000000000003'];
const idOf = (prefix: string, number: number): string => `${prefix}${number.toString(16).padStart(23, '0')}`;
const ASSETS = [0, 1, 2].map((number) => idOf('a', number));
const METERS = [0, 1, 2, 3, 4, 5].map((number) => idOf('b', number));
const { resources } = buildSchema();

const GRANTS: readonly Access[] = [
  { companies: COMPANIES, entities: [] },
  ...COMPANIES.map((company) => ({ companies: [company], entities: [] })),
  ...ENTITIES.map((entity) => ({ companies: [], entities: [entity] })),
  { companies: [COMPANIES[1] ?? ''], entities: ENTITIES.slice(0, 1) },
  { companies: [], entities: ENTITIES.slice(1) },
  { companies: [], entities: [] },
];

// January to April 2024.
const [FIRST, AFTER] = [648, 652];
const TYPES = ['electricity', 'gas', 'water', 'temperature'];
/** What adds up to another sum in another order, and what takes fewer decimals. */
const VALUES = [0.1, 0.2, 0.3, 1 / 3, 1e-9, 2.5e-9, -7.7, 123_456.789, 9_007_199.254740993, 4e12, 1e25];

const meter = fc.nat(METERS.length - 1);
const account = fc.record({
  meter,
  type: fc.constantFrom(...TYPES),
  entity: fc.constantFrom(0, 1, null),
  asset: fc.constantFrom(0, 1, 2, null),
  meterUser: fc.constantFrom('Tenant', 'landlord', 'both', null),
  status: fc.constantFrom('active', 'inactive'),
  isVirtual: fc.constantFrom(true, false, false, false, null),
  consumptionPriority: fc.constantFrom(['invoice', 'hh'], null),
});
/** Intervals of a half-hour, a day, or a month. */
const interval = fc.record({
  number: fc.nat(11),
  month: fc.integer({ min: FIRST, max: AFTER - 1 }),
  length: fc.constantFrom('half-hour', 'day', 'month', 'month'),
  value: fc.constantFrom(...VALUES),
  isEstimated: fc.boolean(),
});
const invoice = fc.record({
  number: fc.nat(5),
  month: fc.integer({ min: FIRST, max: AFTER - 1 }),
  value: fc.constantFrom(...VALUES),
});
const asset = fc.record({
  number: fc.nat(2),
  entity: fc.constantFrom(0, 1, null),
  country: fc.constantFrom('GB', 'fr', 'us', null),
});
const unique = <T>(one: fc.Arbitrary<T>, by: (one: T) => number): fc.Arbitrary<T[]> =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 6, selector: by });
const byImport = fc.oneof(
  { weight: 4, arbitrary: fc.record({ intervals: unique(interval, ({ number }) => number) }) },
  { weight: 2, arbitrary: fc.record({ invoices: unique(invoice, ({ number }) => number) }) },
  { weight: 3, arbitrary: fc.record({ accounts: unique(account, (one) => one.meter) }) },
  { weight: 2, arbitrary: fc.record({ assets: unique(asset, ({ number }) => number) }) },
  fc.record({ removed: fc.uniqueArray(fc.nat(11), { minLength: 1 }) }),
  fc.record({ gone: meter }),
  fc.record({ calorific: fc.constantFrom('39.5', '38', null) }),
);
const byHand = fc.record({
  sql: fc.constantFrom(
    [`update accounts set entity_id = null, meter_user = 'TENANT' where account_key % 2 = 0`],
    [
      `update accounts set company_id = '\\x${COMPANIES[1] ?? ''}', entity_id = '\\x${ENTITIES[2] ?? ''}'
      where account_key % 3 = 1 and _id not in (select account_id from invoices where account_id is not null)`,
    ],
    [`update assets set address_country_code = 'US'`, `update assets set site_name = 'another'`],
    ['delete from usage_months where month = 649', 'update usage_months set covered_ms = 0 where month = 650'],
  ),
});

type Change = typeof byImport | typeof byHand extends fc.Arbitrary<infer T> ? T : never;

const day = (month: number): number => monthStart(month) * 86_400_000;
const LENGTHS: Readonly<Record<string, (start: number, month: number) => number>> = {
  'half-hour': (start) => start + 1_800_000,
  day: (start) => start + 86_400_000,
  month: (_, month) => day(month + 1),
};

describe.each(ENGINES)('the months of companies and entities, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    for (const [index, _id] of ENTITIES.entries()) {
      await importPlain(database, 'entities', [{ _id, companyId: COMPANIES[index < 2 ? 0 : 1] }]);
    }
    await importPlain(
      database,
      'assets',
      ASSETS.map((_id) => ({ _id, companyId: COMPANIES[0], status: 'active' })),
    );
  });
  afterAll(() => database.close());

  const apply = async (one: Change): Promise<void> => {
    if ('intervals' in one) {
      const stored: readonly { readonly type: string; readonly id: string }[] = await database
        .knex('accounts')
        .select('type', database.knex.raw(`encode(_id, 'hex') as id`));
      const records = one.intervals.flatMap(({ number, month, length, value, isEstimated }) => {
        const own = stored.find(({ id }) => id === METERS[number % METERS.length]);
        if (!own) return [];
        const end = new Date(at([LENGTHS[length]], 0)?.(day(month), month) ?? 0).toISOString();
        const time = { startTimestamp: new Date(day(month)).toISOString(), endTimestamp: end };
        return [{ _id: idOf('d', number), accountId: own.id, type: own.type, value, isEstimated, ...time }];
      });
      if (records.length > 0) await importPlain(database, 'non-cumulative', records);
    } else if ('invoices' in one) {
      const present = await keysOf();
      const records = one.invoices.flatMap(({ number, month, value }) => {
        const accountId = METERS[number];
        if (accountId === undefined || !present.has(accountId)) return [];
        const time = {
          startDate: new Date(day(month)).toISOString(),
          endDate: new Date(day(month + 1) - 1).toISOString(),
        };
        return [{ _id: idOf('f', number), accountId, status: 'captured', values: { totalUnits: value, ...time } }];
      });
      if (records.length > 0) await importPlain(database, 'invoices', records);
    } else if ('accounts' in one) {
      const elsewhere = await keysOf(COMPANIES[1]);
      const records = one.accounts.map(({ meter: number, type, entity, asset: place, ...own }) => {
        const isElsewhere = elsewhere.has(METERS[number] ?? '');
        return {
          ...{ _id: METERS[number], type, ...own, companyId: COMPANIES[isElsewhere ? 1 : 0] },
          entityId: isElsewhere ? ENTITIES[2] : entity === null ? null : ENTITIES[entity],
          assetId: place === null ? null : ASSETS[place],
        };
      });
      await importPlain(database, 'accounts', records);
    } else if ('assets' in one) {
      const records = one.assets.map(({ number, entity, country }) => ({
        ...{ _id: ASSETS[number], companyId: COMPANIES[0], status: 'active' },
        ...{ entityId: entity === null ? null : ENTITIES[entity], address: { countryCode: country } },
      }));
      await importPlain(database, 'assets', records);
    } else if ('removed' in one) {
      const ids = one.removed.map((number) => idOf('d', number));
      await deleteRecords(database, 'non-cumulative', { ids }, 'delete');
    } else if ('gone' in one) {
      const accounts = [METERS[one.gone] ?? ''];
      if (!(await keysOf()).has(accounts[0] ?? '')) return;
      await deleteRecords(database, 'non-cumulative', { accounts }, 'delete');
      await deleteRecords(database, 'invoices', { ids: [idOf('f', one.gone)] }, 'delete');
      await deleteRecords(database, 'accounts', { ids: accounts }, 'delete');
    } else if ('calorific' in one) {
      await changeAndRecompute(database, 'gas-calorific-value', one.calorific);
    } else {
      await database.knex.transaction(async (trx) => {
        for (const statement of one.sql) await trx.raw(statement);
      });
    }
  };

  /** The accounts that are there, by identifier, of a company where one is given. */
  const keysOf = async (company?: string): Promise<ReadonlySet<string>> => {
    const where = company === undefined ? 'true' : `company_id = '\\x${company}'`;
    const rows: readonly { readonly id: string }[] = await database
      .knex('accounts')
      .select(database.knex.raw(`encode(_id, 'hex') as id`))
      .whereRaw(where);
    return new Set(rows.map(({ id }) => id));
  };

  it(
    'equal the sums of their accounts, for every key, while records and accounts are added, deleted and moved',
    { timeout: 300_000 },
    async () => {
      let turn = 0;
      const change = onOneServer(engine, 'SQL by hand')
        ? fc.oneof({ weight: 14, arbitrary: byImport }, byHand)
        : byImport;
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 7 }), async (changes) => {
          for (const one of changes) {
            await apply(one);
            await expectSummed(database);
          }
          await expectAnswered(database, (turn += 1));
          // What SQL by hand did to computed months.
          await rebuild(database);
          await expectSummed(database);
        }),
        { numRuns: casesOf(12), seed: SEED },
      );
    },
  );

  it('are verified by a check and repaired by a rebuild, which names the company and entity', async () => {
    await apply({
      accounts: METERS.map((_, number) => ({
        ...{ meter: number, type: 'electricity', entity: 0, asset: 0, meterUser: null, status: 'active' },
        ...{ isVirtual: false, consumptionPriority: null },
      })),
    });
    await apply({ intervals: [{ number: 0, month: FIRST, length: 'month', value: 0.1, isEstimated: false }] });
    await rebuild(database);
    const well = { rows: 0, different: [], portfolios: [] };
    expect(await rebuild(database, { dryRun: true })).toMatchObject(well);
    for (const spoilt of [
      'update portfolio_months set quantity = quantity + 0.000000001 where source = 1',
      'delete from portfolio_months',
      'update portfolio_groups set accounts = accounts + 1 where accounts > 0',
      'delete from portfolio_members where account_key = (select min(account_key) from portfolio_members)',
    ]) {
      await database.knex.raw(spoilt);
      const found = await rebuild(database, { dryRun: true });
      expect(found.rows, spoilt).toBeGreaterThan(0);
      expect(found.portfolios, spoilt).toContain(COMPANIES[0]);
      const version = (): Promise<unknown> => Promise.resolve(database.knex('data_version').first('version'));
      const before = await version();
      expect(await rebuild(database, { ids: [] })).toMatchObject({ rows: found.rows, portfolios: found.portfolios });
      expect(await version()).not.toEqual(before);
      await expectSummed(database);
      expect(await rebuild(database, { dryRun: true })).toMatchObject(well);
    }
  });
});

describe.runIf(ENGINES.includes('postgres'))('the months of companies and entities, with concurrent writers', () => {
  it('include all concurrent changes, also for an account that moves and an asset that changes', async () => {
    const database = await openTestDatabase('postgres');
    await importPlain(database, 'entities', [{ _id: ENTITIES[0], companyId: COMPANIES[0] }]);
    await importPlain(database, 'assets', [{ _id: ASSETS[0], companyId: COMPANIES[0], status: 'active' }]);
    const own = { companyId: COMPANIES[0], assetId: ASSETS[0], type: 'electricity' };
    await importPlain(
      database,
      'accounts',
      METERS.map((_id) => ({ _id, ...own })),
    );
    const { wrote, haveWritten } = writersAtOnce(database, 4);
    const write = (month: number): Promise<void> =>
      database.knex.transaction(async (trx) => {
        await trx.raw(
          `insert into usage_months (account_key, month, covered_ms, source, decimals, quantity, estimated, day_quantity)
           select account_key, ?::int, 1, 1, 9, account_key * 7, 0, 0 from accounts`,
          [month],
        );
        wrote();
        await haveWritten(4);
      });
    const move = async (): Promise<void> => {
      await haveWritten(2);
      await database.knex.raw(`update accounts set entity_id = '\\x${ENTITIES[0] ?? ''}' where account_key > 2`);
      wrote();
    };
    const settle = async (): Promise<void> => {
      await haveWritten(3);
      await database.knex.raw(`update assets set address_country_code = 'fr'`);
      wrote();
    };
    await Promise.all([write(FIRST), move(), write(FIRST + 1), settle()]);
    await expectSummed(database);
    await database.close();
  });
});

const question = (more: Partial<FigureQuery>): FigureQuery => ({
  ...{ clock: clockOf('UTC', { from: monthStart(FIRST), to: monthStart(AFTER) }), granularity: 'monthly' as const },
  ...{ source: 'combined', types: null, tags: null, emissionsOnly: false },
  ...more,
});
const QUESTIONS: readonly FigureQuery[] = [
  ...(['monthly', 'quarterly', 'yearly'] as const).map((granularity) => question({ granularity, emissionsOnly: true })),
  question({ emissionsOnly: true, types: ['gas', 'temperature'], source: 'hh' }),
  question({ types: ['electricity', 'gas'] }),
  question({ types: ['electricity', 'gas'], source: 'invoice', granularity: 'yearly' }),
  question({ types: ['water'], clock: clockOf('UTC', { from: monthStart(FIRST + 1), to: monthStart(AFTER - 1) }) }),
];
const LEVELS: readonly Target[] = [{}, ...ENTITIES.map((entityId) => ({ entityId }))];
const fieldsOf = (...names: readonly FigureField[]): SelectedFields => new Map(names.map((name) => [name, new Map()]));
const FIGURES: readonly FigureField[] = [
  'consumption',
  'emissions',
  'missingFactors',
  'factors',
  'dayConsumption',
  'tenantConsumption',
  'sources',
];
const withData = (...more: readonly FigureField[]): SelectedFields =>
  new Map([...fieldsOf(...FIGURES, ...more), ['data', fieldsOf(...FIGURES)]]);

function requestOf(database: Database, access: Access): ConsumptionRequest {
  const resourceOf = (type: string): Resource => {
    const found = resources.get(type);
    if (!found) throw new Error(type);
    return found;
  };
  return {
    ...{ queryable: database, access, account: resourceOf('Account'), asset: resourceOf('Asset') },
    ...{ assetGroup: resourceOf('AssetGroup'), entity: resourceOf('Entity') },
    ...{ defaultCountry: 'gb', maxPeriods: 50_000, endDateIncluded: true, caller: undefined },
  };
}

/** All figures of an answer, unrounded, as JSON; without those that the other ways were made to read accounts for. */
function jsonOf(answer: object | undefined): string {
  const left = ['gaps', 'accountCount', 'assetCount', 'accountFloorArea', 'assetFloorArea', 'intensity'];
  return JSON.stringify(answer, (name, value: unknown) => {
    if (left.includes(name)) return undefined;
    if (value instanceof LazyRows) return Array.from<unknown>(value);
    // Factors that come with the rest have their fields in another order.
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/**
 * Expects the stored months to equal the sums of months of accounts to the last digit, by one statement and by several.
 * @param turn selects a request for each viewer and target, another one each time
 */
async function expectAnswered(database: Database, turn: number): Promise<void> {
  for (const [viewer, access] of GRANTS.entries()) {
    const request = requestOf(database, access);
    for (const [number, level] of LEVELS.entries()) {
      for (const asked of QUESTIONS.filter((_, index) => (turn + viewer + number + index) % 3 === 0)) {
        const ways = [
          ['portfolios', withData()],
          [level.entityId === undefined ? null : 'accounts', withData('accountCount')],
          [null, withData('gaps')],
        ] as const;
        const answers: string[] = [];
        for (const [way, selected] of ways) {
          expect(oneStatementKind([level], asked, selected, ONE_SERVER)).toBe(way);
          const [answer] = await answerTargets(request, [level], asked, selected);
          answers.push(jsonOf(answer));
        }
        const what = JSON.stringify({ access, level, types: asked.types, source: asked.source });
        expect(answers[0]?.length, what).toBeGreaterThan(200);
        expect(answers[1], what).toBe(answers[0]);
        expect(answers[2], what).toBe(answers[0]);
      }
    }
  }
}
