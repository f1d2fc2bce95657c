import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTargets } from '../../src/consumption/answers.js';
import { clockOf } from '../../src/consumption/localTime.js';
import type { ConsumptionRequest } from '../../src/consumption/context.js';
import { readInOneStatement, oneStatementKind } from '../../src/consumption/oneStatement.js';
import {
  FIGURE_FIELDS,
  type SelectedFields,
  selectedFigures,
  type Selection,
} from '../../src/consumption/fieldNames.js';
import type { FigureQuery } from '../../src/consumption/query.js';
import { buildSchema } from '../../src/run/createCore.js';
import { FIGURES_TYPE } from '../../src/plan/names.js';
import { readColumns } from '../../src/data/columns.js';
import type { Database } from '../../src/db/database.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import { orderKeys } from '../../src/data/conditions.js';
import { openReads } from '../../src/data/reads.js';
import type { Access, Column, Resource, Where } from '../../src/data/resource.js';
import { monthStart } from '../../src/usage/grid.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { explaining } from '../support/explaining.js';

const ACCESS = { companies: ['c00000000000000000000001'], entities: [] };
const { resources, schema } = buildSchema();

/** The 25th of 400 entities, 500 assets and 2,000 accounts. */
const IDS: Readonly<Record<string, string>> = { assetId: 'a0', accountId: 'b0', entityId: 'd0' };
const IDS_OF = {
  account: `b0${'19'.padStart(22, '0')}`,
  asset: `a0${'19'.padStart(22, '0')}`,
  entity: `d0${'19'.padStart(22, '0')}`,
  assetGroup: `90${'19'.padStart(22, '0')}`,
};
/** Access to a whole company, and to some entities of two companies. */
const GRANTS = [
  ACCESS,
  { companies: ['c00000000000000000000002'], entities: [IDS_OF.entity, `d0${'1a'.padStart(22, '0')}`] },
];
const FIGURES: SelectedFields = new Map([['sources', new Map()]]);
const EMISSIONS: SelectedFields = new Map([['emissions', new Map([['total', new Map()]])]]);
const DAY = ['2024-03-10T00:00:00.000Z', '2024-03-11T00:00:00.000Z'] as const;

/** Filters of a column: one identifier, one text, or a day. */
function filtersOf(column: Column): readonly Where[] {
  if (column.kind === 'timestamp') {
    return [
      { compare: { column, operator: 'gte', value: DAY[0] } },
      { compare: { column, operator: 'lt', value: DAY[1] } },
    ];
  }
  const id = `${IDS[column.path] ?? ''}${'19'.padStart(22, '0')}`;
  const texts: Readonly<Record<string, string>> = { meterPointNumber: '1000000000025', type: 'A' };
  return [{ compare: { column, operator: 'eq', value: column.kind === 'id' ? id : (texts[column.path] ?? '') } }];
}

/** Types whose lists need an account: readings by contract 4; contracts are a link of an account. */
const OF_ACCOUNT = ['Reading', 'Contract'];

/** No type links to it, and no request reads it by identifier. */
const LISTED_ALONE = 'Deletion';

/** A request for figures, without its connection. */
function requestFor(access: Access): Omit<ConsumptionRequest, 'queryable'> {
  const resourceOf = (type: string): Resource => {
    const found = resources.get(type);
    if (!found) throw new Error(type);
    return found;
  };
  return {
    ...{ access, account: resourceOf('Account'), asset: resourceOf('Asset') },
    ...{ assetGroup: resourceOf('AssetGroup'), entity: resourceOf('Entity') },
    ...{ defaultCountry: 'gb', maxPeriods: 50_000, endDateIncluded: true, caller: undefined },
  };
}

/** Every field of a type of the schema and its nested types; earlier times have no earlier times of their own. */
function allFieldsOf(type: GraphQLObjectType, around: readonly GraphQLObjectType[] = []): Selection {
  return new Map(
    Object.entries(type.getFields()).map(([name, field]) => {
      const below = getNamedType(field.type);
      const isFurther = isObjectType(below) && !around.includes(below) && below !== type;
      return [name, isFurther ? allFieldsOf(below, [...around, type]) : new Map<string, Selection>()];
    }),
  );
}

/** Every selectable field of figures. */
const EVERYTHING = selectedFigures(allFieldsOf(figuresType()));
const WITHOUT_SITES: SelectedFields = new Map([...EVERYTHING].filter(([name]) => name !== 'assetGroups'));

function figuresType(): GraphQLObjectType {
  const type = schema.getType(FIGURES_TYPE);
  if (!isObjectType(type)) throw new Error(`${FIGURES_TYPE} is no type of objects`);
  return type;
}

/** The names of all fields of a selection and below. */
function namesIn(selection: Selection): readonly string[] {
  return [...selection].flatMap(([name, below]) => [name, ...namesIn(below)]);
}

/** Patterns that distinguish the statements of figures. */
const STATEMENTS = {
  'comparable days': /\bpairs as \(/,
  'named records': /as "\$\w+Id"/,
  accounts: /t\.meter_user as "meterUser"/,
  assets: /s\.site_name as "siteName"/,
  consumption: /sum\(day_quantity\) as "dayQuantity"/,
  factors: /f\.scope1/,
  'uniform days': /u\.from_day as "from"/,
  costs: /values_total_cost/,
  contracts: /from contracts\b/,
  demand: /greatest\(s00/,
  'half-hours': /\bsum\(u\.s00\) as |array\[u\.s00, /,
  gaps: /coverage\[1\] = 1800000/,
};

/** The names of statements, in the order of {@link STATEMENTS}; the first that fits counts. */
function namesOf(statements: readonly string[]): readonly string[] {
  const nameOf = (text: string): string =>
    Object.entries(STATEMENTS).find(([, pattern]) => pattern.test(text))?.[0] ?? text;
  const found = new Set(statements.map(nameOf));
  return [...Object.keys(STATEMENTS).filter((name) => found.delete(name)), ...found];
}

it('the figure names in the code equal those of the schema', () => {
  expect(FIGURE_FIELDS.toSorted()).toEqual([...new Set(namesIn(EVERYTHING))].toSorted());
});

describe.runIf(ENGINES.includes('postgres'))(
  'finds records by an index, with every cheap filter and without a filter',
  () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase('postgres');
      const { knex } = database;
      const id = (prefix: string, n: string): string => `decode('${prefix}' || lpad(to_hex(${n}), 22, '0'), 'hex')`;
      const company = id('c0', '1');
      const stamp = (n: string): string => `timestamptz '2023-01-01' + (${n}) * interval '1 hour'`;
      await knex.raw(`insert into companies (_id) values (${company})`);
      await knex.raw(
        `insert into entities (_id, company_id) select ${id('d0', 'n')}, ${company} from generate_series(1, 2000) n`,
      );
      await knex.raw(`insert into asset_groups (_id, company_id, entity_id, asset_ids)
      select ${id('90', 'n')}, ${company}, ${id('d0', 'n % 50 + 1')},
        array(select ${id('a0', '10 * (n % 50) + i')} from generate_series(1, 2) i)
      from generate_series(1, 2000) n`);
      await knex.raw(`insert into assets (_id, company_id, entity_id, status)
      select ${id('a0', 'n')}, ${company}, ${id('d0', 'n % 50 + 1')}, 'active' from generate_series(1, 2000) n`);
      await knex.raw(`insert into accounts (_id, company_id, entity_id, asset_id, status, type, meter_point_number)
      select ${id('b0', 'n')}, ${company}, ${id('d0', 'n % 400 + 1')}, ${id('a0', 'n % 500 + 1')}, 'active', 'water',
        (1000000000000 + n)::text from generate_series(1, 2000) n`);
      await knex.raw(`insert into contracts (_id, account_key, start_date)
      select ${id('80', 'a.account_key * 10 + n')}, a.account_key, ${stamp('n * 2000')}
      from accounts a, generate_series(1, 5) n`);
      await knex.raw(`insert into invoices (account_key, _id, account_id, company_id, entity_id, status,
        values_invoice_date, values_start_date, values_end_date)
      select a.account_key, ${id('e0', 'a.account_key * 100 + n')}, a._id, a.company_id, a.entity_id, 'captured',
        ${stamp('n * 700')}, ${stamp('n * 700')}, ${stamp('n * 700 + 672')}
      from accounts a, generate_series(1, 40) n`);
      await knex.raw(`insert into readings (account_key, _id, submitted_at, value, type)
      select a.account_key, ${id('f0', 'a.account_key * 100 + n')}, ${stamp('n * 700')}, n, 'A'
      from accounts a, generate_series(1, 20) n`);
      await knex.raw(`insert into interval_kinds (type) values ('water')`);
      await knex.raw(`insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value)
      select a.account_key, k.kind_key, ${id('70', 'a.account_key * 1000 + n')}, ${stamp('n * 100')}, ${stamp('n * 100 + 1')}, n
      from accounts a, generate_series(1, 100) n, interval_kinds k`);
      await knex.raw(`insert into usage_months (account_key, month, covered_ms, source, decimals, quantity, estimated, day_quantity)
      select a.account_key, 648 + n, 0, 7, 9, n, 0, 0 from accounts a, generate_series(1, 12) n`);
      await knex.raw(`insert into usage_days (account_key, day, covered_ms, source, whole, quantity, estimated, day_quantity)
      select a.account_key, 19723 + n, 0, 7, false, n, 0, 0 from accounts a, generate_series(1, 30) n`);
      await knex.raw(`insert into usage_runs (account_key, from_day, to_day, source, whole, quantity, estimated)
      select a.account_key, 19723 + n * 20, 19723 + n * 20 + 5, 7, false, n, 0 from accounts a, generate_series(1, 20) n`);
      await knex.raw(`insert into findings (_id, account_key, account_id, asset_id, entity_id, company_id, kind, severity, status,
        start_date, end_date, message, first_seen_at, updated_at)
      select ${id('10', 'a.account_key * 10 + n')}, a.account_key, a._id, a.asset_id, a.entity_id, a.company_id, 'gap', 'medium',
        'open', ${stamp('n * 700')}, ${stamp('n * 700 + 5')}, 'None', ${stamp('n * 700')}, ${stamp('n * 700')}
      from accounts a, generate_series(1, 5) n`);
      await knex.raw(`insert into deletion_owners (account_id, company_id, entity_id)
      select _id, company_id, entity_id from accounts`);
      // More in a day than a page, of each of some resources.
      await knex.raw(`insert into deletions (deleted_at, owner_key, is_account_wide, resource, _id)
      select ${stamp('n * 100 + o.owner_key % 24')}, o.owner_key, false,
        (array['accounts', 'assets', 'invoices', 'readings'])[n % 4 + 1], ${id('20', 'o.owner_key * 100 + n')}
      from deletion_owners o, generate_series(1, 20) n`);
      await knex.raw('vacuum analyze');
    }, 240_000);
    afterAll(() => database.close());

    const asked = [...resources.values()].flatMap((resource) => {
      const filterOf = (path: string): readonly Where[] =>
        [resource.columns.get(path)].flatMap((c) => (c ? filtersOf(c) : []));
      const always = OF_ACCOUNT.includes(resource.type) ? filterOf('accountId') : [];
      return ['no other filter', ...resource.cheap].map((path) => ({
        ...{ type: resource.type, path },
        where: { all: [...always, ...filterOf(path)] },
      }));
    });

    it.each(asked)('$type by $path: its page and its total', async ({ type, path, where }) => {
      const resource = resources.get(type);
      if (!resource) throw new Error(type);
      const { queryable, plan } = explaining(database);
      const columns = readColumns([...resource.columns.values()]);
      const query = {
        resource,
        columns,
        total: false,
        where,
        order: orderKeys(resource, [], where),
        limit: 100,
        skip: 0,
      };
      await openReads(queryable, ACCESS).page(query);
      expect(plan()).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
      expect(plan(), path).not.toMatch(/Seq Scan on (?:intervals|readings|invoices|contracts|findings|deletions)\b/);
      if (path === 'no other filter') return;
      await openReads(queryable, ACCESS).page({ ...query, columns: undefined, total: true });
      expect(plan(), path).not.toMatch(/Seq Scan on (?:intervals|readings|invoices|contracts|findings|deletions)\b/);
    });

    it.each([...resources.keys()].filter((type) => type !== LISTED_ALONE))(
      'records of %s by identifier',
      async (type) => {
        const resource = resources.get(type);
        if (!resource) throw new Error(type);
        const { queryable, plan } = explaining(database);
        const columns = readColumns([...resource.columns.values()]);
        await openReads(queryable, ACCESS).byIds(resource, ['a'.repeat(24), 'b'.repeat(24)], columns);
        expect(plan()).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
        expect(plan()).not.toMatch(
          /Seq Scan on (?:accounts|assets|intervals|readings|invoices|contracts|asset_groups|findings|deletions)\b/,
        );
      },
    );

    it.each(
      (
        [
          ['an account', { accountId: IDS_OF.account }],
          ['an asset', { assetId: IDS_OF.asset }],
          ['an account of an entity', { accountId: IDS_OF.account, entityId: IDS_OF.entity }],
          ['an entity', { entityId: IDS_OF.entity }],
          ['an asset group', { assetGroupId: IDS_OF.assetGroup }],
        ] as const
      ).flatMap(([name, level]) =>
        GRANTS.flatMap((access) =>
          (
            [
              ['daily', FIGURES],
              ['weekly', FIGURES],
              ['monthly', FIGURES],
              ['monthly', EMISSIONS],
              ['yearly', EMISSIONS],
            ] as const
          ).map(([granularity, fields]) => ({
            ...{ name, level, access, granularity, fields },
            ...{ fieldNames: [...fields.keys()], grants: access.entities.length === 0 ? 'a company' : 'several' },
          })),
        ),
      ),
    )(
      '$granularity $fieldNames of $name, granted $grants, with one statement',
      async ({ level, access, granularity, fields }) => {
        const { queryable, plan } = explaining(database);
        const request = { ...requestFor(access), onState: () => undefined };
        // From the middle of a month to that of another, so that days are read as well as months.
        const question: FigureQuery = {
          ...{
            clock: clockOf('UTC', { from: 19_730, to: 19_930 }),
            granularity,
            source: 'combined',
            types: null,
            tags: null,
          },
          emissionsOnly: false,
        };
        const selected: SelectedFields = new Map([['data', fields]]);
        expect(oneStatementKind([level], question, selected, ONE_SERVER)).toBe('accounts');
        // The plan is all there is, and so no account.
        await expect(
          readInOneStatement(queryable, request, level, question, { selected, named: level, read: 'accounts' }),
        ).rejects.toThrow('has this identifier');
        expect(plan()).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
        expect(plan()).not.toMatch(/Seq Scan on (?:accounts|assets|usage_months|usage_days|usage_runs)/);
      },
    );

    it.each(
      [{ accountId: IDS_OF.account }, { assetId: IDS_OF.asset }].flatMap((level) =>
        GRANTS.flatMap((access) => [FIGURES, EMISSIONS].map((fields) => ({ level, access, fields }))),
      ),
    )('whole months of $level, granted $access, with one statement', async ({ level, access, fields }) => {
      const { queryable, plan } = explaining(database);
      const question: FigureQuery = {
        ...{ clock: clockOf('UTC', { from: monthStart(648), to: monthStart(660) }), granularity: 'monthly' },
        ...{ source: 'combined', types: null, tags: null, emissionsOnly: false },
      };
      const selected: SelectedFields = new Map([['data', fields]]);
      const request = { ...requestFor(access), queryable, onState: () => undefined };
      expect(oneStatementKind([level], question, selected, ONE_SERVER)).toBe('months');
      // The plan is all there is, and so no account.
      await expect(answerTargets(request, [level], question, selected, level)).rejects.toThrow('has this identifier');
      expect(plan()).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
      expect(plan()).not.toMatch(/Seq Scan on (?:accounts|assets|usage_months)/);
    });

    it.each(
      (
        [
          ['an account', [{ accountId: IDS_OF.account }]],
          ['assets, together', [{ assetId: IDS_OF.asset }, { assetId: `a0${'1a'.padStart(22, '0')}` }]],
          ['an asset group', [{ assetGroupId: IDS_OF.assetGroup }]],
          ['an entity', [{ entityId: IDS_OF.entity }]],
        ] as const
      ).flatMap(([name, levels]) =>
        GRANTS.flatMap((access) =>
          (['halfhourly', 'daily', 'monthly'] as const).flatMap((granularity) =>
            ['combined', 'hh', 'invoice'].map((source) => ({
              ...{ name, levels, access, granularity, source },
              grants: access.entities.length === 0 ? 'a company' : 'several',
            })),
          ),
        ),
      ),
    )(
      'all figures of $name, $granularity, $source, granted $grants',
      async ({ name, levels, access, granularity, source }) => {
        const { queryable, plans, statements } = explaining(database, true);
        const question: FigureQuery = {
          ...{ clock: clockOf('UTC', { from: 19_730, to: 19_930 }), granularity, source, types: null, tags: null },
          emissionsOnly: false,
        };
        // PostgreSQL finds the accounts at dozens of sites in this small table by reading it whole; the next test has the
        // sites.
        const fields = name === 'an entity' ? WITHOUT_SITES : EVERYTHING;
        await answerTargets({ ...requestFor(access), queryable }, levels, question, fields, levels[0]);
        // Who sees some entities of two companies sees no account of the group.
        if (name !== 'an asset group' || access === GRANTS[0]) {
          const others = [
            ...(source === 'invoice' ? [] : ['costs']),
            ...(granularity === 'halfhourly' ? [] : ['half-hours']),
          ];
          const wanted = Object.keys(STATEMENTS).filter((statement) => !others.includes(statement));
          expect(namesOf(statements())).toEqual(wanted);
        }
        for (const plan of plans())
          expect(plan).not.toMatch(
            /Seq Scan on (?:accounts|assets|asset_groups|contracts|invoices|intervals|usage_\w+)/,
          );
      },
    );

    it.each(GRANTS)(
      'reads the sites of an entity, which have figures of their own, without scans of large tables, granted %s',
      async (access) => {
        const { queryable, plans } = explaining(database, true);
        const question: FigureQuery = {
          ...{ clock: clockOf('UTC', { from: 19_730, to: 19_930 }), granularity: 'yearly', source: 'combined' },
          ...{ types: null, tags: null, emissionsOnly: false },
        };
        const [level] = [{ entityId: IDS_OF.entity }];
        const fields: SelectedFields = new Map([['assetGroups', EVERYTHING.get('assetGroups') ?? new Map()]]);
        await answerTargets({ ...requestFor(access), queryable }, [level], question, fields, level);
        const ofSites = plans().filter((plan) => plan.includes('SubPlan') && plan.includes('on assets o'));
        expect(ofSites).toHaveLength(1);
        for (const plan of ofSites) expect(plan).not.toMatch(/Seq Scan on (?:accounts|assets)/);
      },
    );
  },
);
