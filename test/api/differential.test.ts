import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { loadPortfolio } from '../support/loadPortfolio.js';
import { envelope, LIST_FIELDS, subset, valueAt, type Filter, type Grants, type Question } from '../support/model.js';
import { COMPANIES, ENTITIES, PORTFOLIO } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { startServer, type TestServer } from '../support/server.js';

type Kind = 'id' | 'text' | 'number' | 'boolean' | 'timestamp' | 'choice' | 'list';
type RestList = keyof typeof LIST_FIELDS;

const RUNS = 150;
const LISTS = Object.keys(LIST_FIELDS) as RestList[];
const FIELD = { accounts: 'accounts', assets: 'assets', 'non-cumulative': 'nonCumulative' } as const;
const TYPE = { accounts: 'Account', assets: 'Asset', 'non-cumulative': 'Interval' } as const;
const ADDRESS = ['streetAddress', 'locality', 'region', 'postCode', 'countryCode', 'latitude', 'longitude'];
const CHOICES = ['type', 'status', 'tenure', 'occupationStatus'];
const NUMBERS = ['floorArea', 'noOfFloors', 'value'];
const RANGES = ['gte', 'lte', 'gt', 'lt'] as const;

const GRANTS: readonly Grants[] = [
  { companies: COMPANIES, entities: [] },
  { companies: [COMPANIES[0]], entities: [] },
  { companies: [], entities: [ENTITIES[0], ENTITIES[4]] },
  { companies: [COMPANIES[1]], entities: [ENTITIES[1]] },
];

function kindOf(path: string): Kind {
  if (path === 'tags') return 'list';
  if (/^_id$|Id$/.test(path)) return 'id';
  if (/(At|Since|Timestamp)$/.test(path)) return 'timestamp';
  if (CHOICES.includes(path)) return 'choice';
  if (NUMBERS.includes(path)) return 'number';
  return /^(is[A-Z]|automatic)/.test(path) ? 'boolean' : 'text';
}

/** The leaves of a list's records. */
const PATHS = Object.fromEntries(
  LISTS.map((name) => [
    name,
    LIST_FIELDS[name].flatMap((field) => (field === 'address' ? ADDRESS.map((part) => `address.${part}`) : [field])),
  ]),
) as unknown as Readonly<Record<RestList, readonly string[]>>;

/** Values that occur, so that filters find something, and some that do not. */
function values(name: RestList, path: string): fc.Arbitrary<unknown> {
  const there = PORTFOLIO[name].map((record) => valueAt(record, path)).filter((value) => value !== null);
  const known = fc.constantFrom(...new Set(there.flat()));
  const kind = kindOf(path);
  if (kind === 'text' || kind === 'list') {
    const other = fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !text.includes('\0'));
    return fc.oneof({ weight: 5, arbitrary: known }, other);
  }
  if (kind === 'number')
    return fc.oneof(
      known,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
    );
  if (kind === 'id') return fc.oneof({ weight: 5, arbitrary: known }, fc.stringMatching(/^[0-9a-f]{24}$/));
  return known;
}

function nest(path: string, inner: unknown): Filter {
  return path.split('.').reduceRight((value, part) => ({ [part]: value }), inner) as Filter;
}

interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
}

function conditions(name: RestList, operators: (kind: Kind) => readonly string[]): fc.Arbitrary<Condition> {
  return fc.constantFrom(...PATHS[name]).chain((path) =>
    fc.constantFrom(...operators(kindOf(path))).chain((operator) => {
      const value = values(name, path);
      const several = operator === 'in' || operator === 'has';
      return (several ? fc.array(value, { maxLength: 3, minLength: operator === 'has' ? 1 : 0 }) : value).map(
        (wanted) => ({ path, operator, value: wanted }),
      );
    }),
  );
}

/** What REST can ask. */
const restOperators = (kind: Kind): readonly string[] =>
  kind === 'list' ? ['has'] : kind === 'timestamp' || kind === 'number' ? ['eq', ...RANGES] : ['eq'];
/** What GraphQL can ask. */
const allOperators = (kind: Kind): readonly string[] => {
  if (kind === 'list') return ['has'];
  if (kind === 'boolean') return ['eq', 'null'];
  return kind === 'choice' ? ['eq', 'in', 'null'] : ['eq', 'in', 'null', ...RANGES];
};

function filters(name: RestList): fc.Arbitrary<Filter> {
  const nullable = PATHS[name].filter((path) => PORTFOLIO[name].some((record) => valueAt(record, path) === null));
  const leaf = fc.oneof(
    {
      weight: 4,
      arbitrary: conditions(name, (kind) => allOperators(kind).filter((operator) => operator !== 'null')).map(
        ({ path, operator, value }) => nest(path, { [operator]: value }),
      ),
    },
    fc.constantFrom(...nullable).map((path) => nest(path, { eq: null })),
  );
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.array(tie('filter'), { maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('filter'), { maxLength: 3 }).map((or) => ({ or })),
      tie('filter').map((not) => ({ not })),
    ),
  })).filter;
}

function paging(name: RestList): fc.Arbitrary<Question> {
  const sorts = PATHS[name].filter((path) => path !== 'tags').flatMap((path) => [`${path}:asc`, `${path}:desc`]);
  return fc.record(
    {
      sort: fc.constantFrom(...sorts),
      limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000 })),
      page: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: [] },
  );
}

function selection(name: RestList): string {
  return LIST_FIELDS[name].map((field) => (field === 'address' ? `address { ${ADDRESS.join(' ')} }` : field)).join(' ');
}

function restTarget(name: RestList, asked: readonly Condition[], { sort, limit, page }: Question): string {
  const pairs = asked.flatMap(({ path, operator, value }) => {
    const parameter = operator === 'eq' || operator === 'has' ? path : `${path}.${operator}`;
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => [parameter, String(item)] as const);
  });
  const all = [...pairs, ...Object.entries({ sort, limit, page }).filter(([, value]) => value !== undefined)];
  return `/${name}?${all.map(([parameter, value]) => `${encodeURIComponent(parameter)}=${encodeURIComponent(String(value))}`).join('&')}`;
}

describe.each(ENGINES)('REST, GraphQL and the model agree on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let keys: readonly string[];

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await loadPortfolio(database);
    server = await startServer(database);
    keys = await Promise.all(GRANTS.map((grants) => server.key(grants)));
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const viewers = fc.nat(GRANTS.length - 1);

  it.each(LISTS)(
    '/%s and its GraphQL list answer the same, which is what the model says',
    { timeout: 120_000 },
    async (name) => {
      // A comma in REST separates values, and an empty list cannot be asked for.
      const sayable = ({ operator, value }: Condition): boolean =>
        operator !== 'has' || (value as string[]).every((text) => !text.includes(','));
      const asked = fc.uniqueArray(conditions(name, restOperators).filter(sayable), {
        maxLength: 3,
        selector: ({ path, operator }) => `${path} ${operator}`,
      });
      const query = `query($filter: ${TYPE[name]}Filter, $sort: Sort, $limit: Int, $page: Int) { page: ${FIELD[name]}(filter: $filter, sort: $sort, limit: $limit, page: $page) { total limit skip data { ${selection(name)} } } }`;
      await fc.assert(
        fc.asyncProperty(asked, paging(name), viewers, async (parameters, page, viewer) => {
          const filter = { and: parameters.map(({ path, operator, value }) => nest(path, { [operator]: value })) };
          const question = { ...page, filter };
          const model = envelope(name, question, at(GRANTS, viewer));
          const expected = { ...model, data: model.data.map((record) => subset(record, LIST_FIELDS[name])) };
          const rest = await server.get(restTarget(name, parameters, page), at(keys, viewer));
          expect(rest.text).toBe(JSON.stringify(expected));
          const graphql = await server.graphql(query, question, at(keys, viewer));
          expect(graphql.body.errors).toBeUndefined();
          expect(JSON.stringify(graphql.body.data?.page)).toBe(rest.text);
        }),
        { numRuns: RUNS, seed: 20_240_131 },
      );
    },
  );

  it.each(LISTS)(
    'GraphQL filters with and, or and not over %s answer what the model says',
    { timeout: 120_000 },
    async (name) => {
      const query = `query($filter: ${TYPE[name]}Filter, $sort: Sort, $limit: Int, $page: Int) { page: ${FIELD[name]}(filter: $filter, sort: $sort, limit: $limit, page: $page) { total limit skip data { _id } } }`;
      await fc.assert(
        fc.asyncProperty(filters(name), paging(name), viewers, async (filter, page, viewer) => {
          const question = { ...page, filter };
          const model = envelope(name, question, at(GRANTS, viewer));
          const { body } = await server.graphql(query, question, at(keys, viewer));
          expect(body).toMatchObject({ data: { page: { ...model, data: model.data.map(({ _id }) => ({ _id })) } } });
        }),
        { numRuns: RUNS, seed: 20_240_131 },
      );
    },
  );
});
