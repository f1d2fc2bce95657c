import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isLeafType, isObjectType, Kind } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { readOperations } from '../../src/data/schemaTexts.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { GRAPHQL_NAMES } from '../support/contractFields.js';
import { answer, currencyOf, timeZoneOf, visible, type Listed } from '../support/model.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { startServer, type TestServer } from '../support/server.js';

const SCOPES = ['read:accounts', 'read:assets', 'read:invoices', 'read:readings', 'read:consumptions'] as const;
type Scope = (typeof SCOPES)[number];

const OWN = { companies: [COMPANIES[0]], entities: [] };
const OTHER = { companies: [COMPANIES[1]], entities: [] };

const mine = (name: Listed, has = 'companyId'): string =>
  String(PORTFOLIO[name].find((record) => record[has] !== null && visible(name, record, OWN))?._id);
const ACCOUNT = mine('accounts', 'assetId');
const GROUP = mine('asset-groups');
const CONTRACT = mine('contracts');
const INVOICE = mine('invoices', 'accountId');
const SUPPLIER = mine('suppliers');
const READING = mine('readings', 'invoiceId');
const METERED = String(PORTFOLIO.readings.find(({ _id }) => _id === READING)?.accountId);
const ASSET = String(PORTFOLIO.accounts.find(({ _id }) => _id === ACCOUNT)?.assetId);

/** Every endpoint of contract 4 that is served: the scope it needs, and a target that has something of the owner's. */
const ENDPOINTS: Readonly<Record<string, { readonly scope: Scope; readonly target: string; readonly shows: Listed }>> =
  {
    '/accounts': { scope: 'read:accounts', target: '/accounts?limit=1000', shows: 'accounts' },
    '/accounts/:id': { scope: 'read:accounts', target: `/accounts/${ACCOUNT}`, shows: 'accounts' },
    '/assets': { scope: 'read:assets', target: '/assets?limit=1000', shows: 'assets' },
    '/assets/:id': { scope: 'read:assets', target: `/assets/${ASSET}`, shows: 'assets' },
    '/invoices': { scope: 'read:invoices', target: '/invoices?limit=1000', shows: 'invoices' },
    '/invoices/:id': { scope: 'read:invoices', target: `/invoices/${INVOICE}`, shows: 'invoices' },
    '/readings': {
      scope: 'read:readings',
      target: `/readings?accountId=${METERED}&type=*&limit=1000`,
      shows: 'readings',
    },
    '/non-cumulative': { scope: 'read:consumptions', target: '/non-cumulative?limit=1000', shows: 'non-cumulative' },
  };

interface FieldRow {
  /** The scope for the field itself. The test reads its parents with all scopes. */
  readonly scope: Scope;
  readonly shows: Listed;
  /** The field is under the alias `it`. */
  readonly query: string;
}

const page = '(limit: 20) { total data { _id } }';
const accounts = (field: string): string => `{ accounts(limit: 1000) { data { it: ${field} } } }`;
const assets = (field: string): string => `{ assets(limit: 1000) { data { it: ${field} } } }`;
const invoices = (field: string): string => `{ invoices(limit: 1000) { data { it: ${field} } } }`;
const readings = (field: string): string => `{ readings(limit: 1000) { data { it: ${field} } } }`;
const groups = (field: string): string => `{ assetGroups(limit: 1000) { data { it: ${field} } } }`;
const entities = (field: string): string => `{ entities(limit: 1000) { data { it: ${field} } } }`;

/** Every root field and every link of the schema. */
const FIELDS: Readonly<Record<string, FieldRow>> = {
  'Query.account': { scope: 'read:accounts', shows: 'accounts', query: `{ it: account(id: "${ACCOUNT}") { _id } }` },
  'Query.accounts': { scope: 'read:accounts', shows: 'accounts', query: `{ it: accounts${page} }` },
  'Query.asset': { scope: 'read:assets', shows: 'assets', query: `{ it: asset(id: "${ASSET}") { _id } }` },
  'Query.assets': { scope: 'read:assets', shows: 'assets', query: `{ it: assets${page} }` },
  'Query.entity': { scope: 'read:assets', shows: 'entities', query: `{ it: entity(id: "${ENTITIES[0]}") { _id } }` },
  'Query.entities': { scope: 'read:assets', shows: 'entities', query: `{ it: entities${page} }` },
  'Query.assetGroup': {
    scope: 'read:assets',
    shows: 'asset-groups',
    query: `{ it: assetGroup(id: "${GROUP}") { _id } }`,
  },
  'Query.assetGroups': { scope: 'read:assets', shows: 'asset-groups', query: `{ it: assetGroups${page} }` },
  'Query.invoice': { scope: 'read:invoices', shows: 'invoices', query: `{ it: invoice(id: "${INVOICE}") { _id } }` },
  'Query.invoices': { scope: 'read:invoices', shows: 'invoices', query: `{ it: invoices${page} }` },
  'Query.reading': { scope: 'read:readings', shows: 'readings', query: `{ it: reading(id: "${READING}") { _id } }` },
  'Query.readings': { scope: 'read:readings', shows: 'readings', query: `{ it: readings${page} }` },
  'Query.contract': {
    scope: 'read:accounts',
    shows: 'contracts',
    query: `{ it: contract(id: "${CONTRACT}") { _id } }`,
  },
  'Query.contracts': { scope: 'read:accounts', shows: 'contracts', query: `{ it: contracts${page} }` },
  'Query.supplier': {
    scope: 'read:accounts',
    shows: 'suppliers',
    query: `{ it: supplier(id: "${SUPPLIER}") { _id } }`,
  },
  'Query.suppliers': { scope: 'read:accounts', shows: 'suppliers', query: `{ it: suppliers${page} }` },
  'Contract.supplier': {
    scope: 'read:accounts',
    shows: 'suppliers',
    query: '{ contracts(limit: 1000) { data { it: supplier { _id } } } }',
  },
  'Invoice.supplier': { scope: 'read:accounts', shows: 'suppliers', query: invoices('supplier { _id }') },
  'Account.invoices': { scope: 'read:invoices', shows: 'invoices', query: accounts(`invoices${page}`) },
  'Account.readings': { scope: 'read:readings', shows: 'readings', query: accounts(`readings${page}`) },
  'Account.contracts': { scope: 'read:accounts', shows: 'contracts', query: accounts(`contracts${page}`) },
  'AssetGroup.assets': { scope: 'read:assets', shows: 'assets', query: groups(`assets${page}`) },
  'AssetGroup.entity': { scope: 'read:assets', shows: 'entities', query: groups('entity { _id }') },
  'Contract.account': {
    scope: 'read:accounts',
    shows: 'accounts',
    query: '{ contracts(limit: 1000) { data { it: account { _id } } } }',
  },
  'Invoice.account': { scope: 'read:accounts', shows: 'accounts', query: invoices('account { _id }') },
  'Invoice.entity': { scope: 'read:assets', shows: 'entities', query: invoices('entity { _id }') },
  'Reading.account': { scope: 'read:accounts', shows: 'accounts', query: readings('account { _id }') },
  'Reading.invoice': { scope: 'read:invoices', shows: 'invoices', query: readings('invoice { _id }') },
  'Query.nonCumulative': { scope: 'read:consumptions', shows: 'non-cumulative', query: `{ it: nonCumulative${page} }` },
  'Account.asset': { scope: 'read:assets', shows: 'assets', query: accounts('asset { _id }') },
  'Account.entity': { scope: 'read:assets', shows: 'entities', query: accounts('entity { _id }') },
  'Account.nonCumulative': {
    scope: 'read:consumptions',
    shows: 'non-cumulative',
    query: accounts(`nonCumulative${page}`),
  },
  'Asset.entity': { scope: 'read:assets', shows: 'entities', query: assets('entity { _id }') },
  'Asset.accounts': { scope: 'read:accounts', shows: 'accounts', query: assets(`accounts${page}`) },
  'Entity.assets': { scope: 'read:assets', shows: 'assets', query: entities(`assets${page}`) },
  'Entity.accounts': { scope: 'read:accounts', shows: 'accounts', query: entities(`accounts${page}`) },
  'Interval.account': {
    scope: 'read:accounts',
    shows: 'accounts',
    query: '{ nonCumulative(limit: 1000) { data { it: account { _id } } } }',
  },
};

/** Fields that need a key and no scope. */
const OPEN = ['Query.viewer'];

/** Types with figures: test/consumption/access.test.ts and table.test.ts test them. */
const FIGURE_ENDPOINTS = ['/consumption', '/emissions', '/figures'];
const FIGURE_FIELDS = [
  ...['Query', 'Viewer', 'Account', 'Asset', 'AssetGroup', 'Entity'].map((type) => `${type}.consumption`),
  ...['Query.emissions', 'Query.figures'],
];

/** Types with findings: test/findings/access.test.ts tests them, because this portfolio has none. */
const FINDING_ENDPOINTS = ['/findings', '/findings/:id', '/invoices/:id/check'];
const FINDING_FIELDS = [
  ...['Query.finding', 'Query.findings', 'Account.findings', 'Asset.findings', 'Invoice.findings'],
  ...['Finding.account', 'Finding.asset', 'Finding.invoices'],
];
const FINDING_TYPES = ['Finding', 'FindingPage'];
/** Needs the scope of the requested list: test/sync/deletions.test.ts tests it. */
const DELETIONS = { endpoint: '/deletions', field: 'Query.deletions', types: ['Deletion', 'DeletionPage'] };

/** The resource that each type's records are of; the others are values, pages and the viewer. */
const TYPES = Object.fromEntries(
  (Object.keys(GRAPHQL_NAMES) as Listed[]).map((name) => [GRAPHQL_NAMES[name].type, name]),
) as Readonly<Record<string, Listed>>;

/** Objects within records. A key that may read the record may read them. */
const VALUES = [
  ...['Address', 'InvoiceValues', 'RateLine', 'FindingEvidence'],
  ...['InvoiceCheck', 'QuantityCheck', 'SumCheck', 'RatesCheck', 'RateCheck'],
  ...['LinesCheck', 'LineCheck', 'PriceCheck', 'TaxCheck'],
];

/** Figures and the objects within them. A key that may read the accounts may read them. */
const FIGURES = [
  ...['Consumption', 'ConsumptionPeriod', 'Emissions', 'MissingFactor', 'EmissionFactor', 'SourceBreakdown', 'Rates'],
  ...['ContractCoverage', 'Intensity', 'AssetFigures', 'Gap', 'Comparable', 'ComparableFigures', 'DataCounts'],
  ...['FigureRow', 'FigureTable'],
];

const schema = buildSchema(readFileSync(join(PACKAGE_ROOT, 'schema/generated.graphql'), 'utf8'));
const objects = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .filter(({ name }) => !name.startsWith('__'));

/** Everything below the alias `it`, wherever it is. */
function its(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(its);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'it' ? [inner] : its(inner)));
}

function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === '_id' ? [String(inner)] : idsIn(inner)));
}

describe('the access matrix', () => {
  it('has a row for every endpoint', () => {
    const paths = readOperations().flatMap(({ definitions }) =>
      definitions.flatMap((node) => {
        if (node.kind !== Kind.OPERATION_DEFINITION) return [];
        const value = node.directives?.find(({ name }) => name.value === 'get')?.arguments?.[0]?.value;
        return value?.kind === Kind.STRING ? [value.value] : [];
      }),
    );
    expect(paths.toSorted()).toEqual(
      [...Object.keys(ENDPOINTS), ...FIGURE_ENDPOINTS, ...FINDING_ENDPOINTS, DELETIONS.endpoint].toSorted(),
    );
  });

  it('has a row for every root field and every link', () => {
    const fields = objects
      .filter(({ name }) => !name.endsWith('Page'))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter(
            (field) =>
              type.name === 'Query' ||
              (isObjectType(getNamedType(field.type)) &&
                !VALUES.includes(getNamedType(field.type).name) &&
                !FIGURES.includes(type.name)),
          )
          .map((field) => `${type.name}.${field.name}`),
      );
    expect(fields.toSorted()).toEqual(
      [...Object.keys(FIELDS), ...OPEN, ...FIGURE_FIELDS, ...FINDING_FIELDS, DELETIONS.field].toSorted(),
    );
  });

  it('covers every object type, and pages and the viewer have only the known fields', () => {
    const pages = Object.keys(TYPES).map((name) => `${name}Page`);
    const others = ['Query', 'Viewer', ...VALUES, ...FIGURES, ...FINDING_TYPES, ...DELETIONS.types, ...pages];
    expect(objects.map(({ name }) => name).toSorted()).toEqual([...Object.keys(TYPES), ...others].toSorted());
    for (const type of objects) {
      const names = Object.keys(type.getFields());
      if (type.name === 'AssetPage') expect(names).toEqual(['total', 'limit', 'skip', 'dataCounts', 'data']);
      else if (type.name.endsWith('Page')) expect(names).toEqual(['total', 'limit', 'skip', 'data']);
      if (type.name === 'Viewer')
        expect(names).toEqual([
          'userId',
          'label',
          'role',
          'scopes',
          'companyIds',
          'entityIds',
          'expiresAt',
          'consumption',
        ]);
    }
  });
});

describe.each(ENGINES)('access by key and scope, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let own: string;
  let other: string;
  const without = new Map<Scope, string>();

  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    own = await server.key(OWN);
    other = await server.key(OTHER);
    for (const scope of SCOPES) {
      without.set(scope, await server.key({ ...OWN, scopes: SCOPES.filter((name) => name !== scope) }));
    }
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const bad = (): string => `${own.split(':')[0] ?? ''}:${'A'.repeat(43)}`;
  const allowed = (name: Listed, grants: typeof OWN | typeof OTHER): ReadonlySet<string> =>
    new Set(answer(name, {}, grants).map(({ _id }) => String(_id)));

  describe.each(Object.entries(ENDPOINTS))('GET %s', (path, { scope, target, shows }) => {
    it('returns 401 without a key or with an invalid one', async () => {
      expect((await server.get(target)).body).toMatchObject({ status: 401, code: 'invalid-key' });
      expect((await server.get(target, bad())).body).toMatchObject({ status: 401, code: 'invalid-key' });
    });
    it(`returns ${scope} in a 403 if the key lacks it`, async () => {
      const got = await server.get(target, without.get(scope));
      expect(got.body).toMatchObject({
        status: 403,
        code: 'missing-scope',
        detail: expect.stringContaining(scope) as string,
      });
      expect(idsIn(got.body)).toEqual([]);
    });
    it("hides the owner's records from another company, and shows them to the owner", async () => {
      const [got, foreign] = [await server.get(target, own), await server.get(target, other)];
      expect(got.status).toBe(200);
      expect(idsIn(got.body).length).toBeGreaterThan(0);
      for (const id of idsIn(got.body)) expect(allowed(shows, OWN)).toContain(id);
      for (const id of idsIn(foreign.body)) expect(allowed(shows, OTHER)).toContain(id);
      if (path.endsWith(':id')) expect(foreign.status).toBe(404);
      else if (path === '/readings') {
        const all = answer(shows, { filter: { accountId: { eq: METERED } } }, OWN);
        expect([got.body.total, foreign.body.total]).toEqual([all.length, 0]);
      } else {
        expect(got.body.total).toBe(allowed(shows, OWN).size);
        expect(foreign.body.total).toBe(allowed(shows, OTHER).size);
      }
    });
  });

  describe.each(Object.entries(FIELDS))('%s', (_field, { scope, shows, query }) => {
    it('returns 401 without a key or with an invalid one', async () => {
      for (const headers of [{}, { 'x-api-key': bad() }]) {
        const got = await server.ask('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query }),
        });
        expect(got.status).toBe(401);
        expect(got.body).toMatchObject({ errors: [{ extensions: { code: 'invalid-key' } }] });
        expect(idsIn(got.body)).toEqual([]);
      }
    });
    it(`returns null and a field error that names ${scope} if the key lacks it`, async () => {
      const { status, body } = await server.graphql(query, {}, without.get(scope) ?? '');
      expect(status).toBe(200);
      expect(its(body.data).every((value) => value === null)).toBe(true);
      expect(body.errors?.length).toBeGreaterThan(0);
      for (const error of body.errors ?? []) {
        expect(error).toMatchObject({
          message: expect.stringContaining(scope) as string,
          extensions: { code: 'missing-scope' },
        });
      }
    });
    it("hides the owner's records from another company, and shows them to the owner", async () => {
      const [got, foreign] = [await server.graphql(query, {}, own), await server.graphql(query, {}, other)];
      expect(got.body.errors ?? foreign.body.errors).toBeUndefined();
      expect(its(got.body.data).flatMap(idsIn).length).toBeGreaterThan(0);
      for (const id of its(got.body.data).flatMap(idsIn)) expect(allowed(shows, OWN)).toContain(id);
      for (const id of its(foreign.body.data).flatMap(idsIn)) expect(allowed(shows, OTHER)).toContain(id);
    });
  });

  it('Query.viewer needs a key but no scope, and describes only that key', async () => {
    const { body } = await server.graphql('{ viewer { userId companyIds entityIds } }', {}, other);
    expect(body.data).toEqual({ viewer: { userId: other.split(':')[0], companyIds: [COMPANIES[1]], entityIds: [] } });
  });

  it.each(Object.entries(TYPES))("every field of %s is the record's own", async (typeName, name) => {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(typeName);
    // Fields with arguments are computed from other records (test/consumption/ranking.test.ts).
    const leaves = Object.values(type.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) && field.args.length === 0,
    );
    const query = `{ it: ${GRAPHQL_NAMES[name].field}(limit: 1000) { data { ${leaves.map((field) => field.name).join(' ')} } } }`;
    const { body } = await server.graphql<{ it: { data: readonly PlainRecord[] } }>(query, {}, own);
    const records = answer(name, {}, OWN);
    const computed = (record: PlainRecord): PlainRecord => ({
      ...(name === 'invoices' ? { currency: currencyOf(record) } : {}),
      ...(name === 'assets' ? { timeZone: timeZoneOf(record) } : {}),
    });
    const expected = records
      .map((own) => ({ ...own, ...computed(own) }))
      .map((record: PlainRecord) =>
        Object.fromEntries(
          leaves.map((field) => [
            field.name,
            record[field.name] === undefined ? 'not in the model' : record[field.name],
          ]),
        ),
      );
    expect(body.data?.it.data).toEqual(expected);
  });

  it('no filter reveals records that are not visible', async () => {
    const record = PORTFOLIO.accounts.find(({ _id }) => _id === ACCOUNT);
    for (const [path, value] of [
      ['_id', ACCOUNT],
      ['assetId', ASSET],
      ['companyId', COMPANIES[0]],
      ['entityId', typeof record?.entityId === 'string' ? record.entityId : ENTITIES[0]],
    ] as const) {
      expect((await server.get(`/accounts?${path}=${value}`, other)).body).toMatchObject({ total: 0, data: [] });
    }
    expect((await server.get(`/non-cumulative?accountId=${ACCOUNT}`, other)).body).toMatchObject({
      total: 0,
      data: [],
    });
  });
});
