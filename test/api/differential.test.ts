import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { GRAPHQL_FIELDS, GRAPHQL_NAMES, LIST_FIELDS, selectionOf, type RestList } from '../support/contractFields.js';
import { envelope, subset, valueAt, type Filter, type Grants, type Listed, type Question } from '../support/model.js';
import { COMPANIES, ENTITIES, PORTFOLIO } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type TestServer } from '../support/server.js';

type Kind = 'id' | 'text' | 'number' | 'boolean' | 'timestamp' | 'choice';

const RUNS = timesOf('random questions to each list, on each engine');
const LISTS = Object.keys(LIST_FIELDS) as RestList[];
/** What each list can be asked about, by dotted path. */
const PATHS: Readonly<Record<Listed, readonly string[]>> = { ...LIST_FIELDS, ...GRAPHQL_FIELDS };
const ALL = Object.keys(PATHS) as Listed[];
const RANGES = ['gte', 'lte', 'gt', 'lt'] as const;

const GRANTS: readonly Grants[] = [
  { companies: COMPANIES, entities: [] },
  { companies: [COMPANIES[0]], entities: [] },
  { companies: [], entities: [ENTITIES[0], ENTITIES[4]] },
  { companies: [COMPANIES[1]], entities: [ENTITIES[1]] },
];

/** Told by what the fixture holds, and by the name where that is not enough. */
function kindOf(name: Listed, path: string): Kind {
  const closed: Partial<Record<Listed, readonly string[]>> = {
    accounts: ['type', 'status'],
    assets: ['status', 'tenure', 'occupationStatus'],
    invoices: ['status', 'financialStatus'],
    readings: ['source'],
    'non-cumulative': ['type'],
  };
  if (/^_id$|Id$/.test(path)) return 'id';
  if (closed[name]?.includes(path)) return 'choice';
  if (/(At|Since|Timestamp|Date)$/.test(path)) return 'timestamp';
  const value = known(name, path)[0];
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
}

function isList(path: string): boolean {
  return path === 'tags' || path.startsWith('rates.');
}

function known(name: Listed, path: string): readonly unknown[] {
  const values = PORTFOLIO[name].flatMap((record) => valueAt(record, path));
  return [...new Set(values)].filter((value) => value !== null);
}

/** Values that occur, so that filters find something, and some that do not. */
function values(name: Listed, path: string): fc.Arbitrary<unknown> {
  const there = fc.constantFrom(...known(name, path));
  const kind = kindOf(name, path);
  if (kind === 'text') {
    const other = fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !text.includes('\0'));
    return fc.oneof({ weight: 5, arbitrary: there }, other);
  }
  if (kind === 'number')
    return fc.oneof(
      there,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
    );
  if (kind === 'id') return fc.oneof({ weight: 5, arbitrary: there }, fc.stringMatching(/^[0-9a-f]{24}$/));
  return there;
}

function nest(path: string, inner: unknown): Filter {
  return path.split('.').reduceRight((value, part) => ({ [part]: value }), inner) as Filter;
}

interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
}

function conditions(name: Listed, operators: (path: string, kind: Kind) => readonly string[]): fc.Arbitrary<Condition> {
  return fc.constantFrom(...PATHS[name]).chain((path) =>
    fc.constantFrom(...operators(path, kindOf(name, path))).chain((operator) => {
      const value = values(name, path);
      const several = operator === 'in' || operator === 'has';
      return (several ? fc.array(value, { maxLength: 3, minLength: operator === 'has' ? 1 : 0 }) : value).map(
        (wanted) => ({ path, operator, value: wanted }),
      );
    }),
  );
}

/** What REST can ask. */
const restOperators = (path: string, kind: Kind): readonly string[] =>
  isList(path) ? ['has'] : kind === 'timestamp' || kind === 'number' ? ['eq', ...RANGES] : ['eq'];
/** What GraphQL can ask. */
const allOperators = (path: string, kind: Kind): readonly string[] => {
  if (isList(path)) return ['has'];
  if (kind === 'boolean') return ['eq'];
  return kind === 'choice' ? ['eq', 'in'] : ['eq', 'in', ...RANGES];
};

function filters(name: Listed): fc.Arbitrary<Filter> {
  const nullable = PATHS[name].filter(
    (path) => !isList(path) && PORTFOLIO[name].some((record) => valueAt(record, path) === null),
  );
  const leaf = conditions(name, allOperators).map(({ path, operator, value }) => nest(path, { [operator]: value }));
  const empty = fc.constantFrom(...nullable).map((path) => nest(path, { eq: null }));
  const leaves = nullable.length === 0 ? leaf : fc.oneof({ weight: 4, arbitrary: leaf }, empty);
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaves,
      fc.array(tie('filter'), { maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('filter'), { maxLength: 3 }).map((or) => ({ or })),
      tie('filter').map((not) => ({ not })),
    ),
  })).filter;
}

function paging(name: Listed): fc.Arbitrary<Question> {
  const sorts = PATHS[name].filter((path) => !isList(path)).flatMap((path) => [`${path}:asc`, `${path}:desc`]);
  return fc.record(
    {
      sort: fc.constantFrom(...sorts),
      limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000 })),
      page: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: [] },
  );
}

/** The parameters of a REST request: conditions on different things, and those that the endpoint requires. */
function parameters(name: RestList): fc.Arbitrary<readonly Condition[]> {
  // A comma in REST separates values, and an empty list cannot be asked for.
  const sayable = ({ operator, value }: Condition): boolean =>
    operator !== 'has' || (value as unknown[]).every((item) => !String(item).includes(','));
  const asked = fc.uniqueArray(conditions(name, restOperators).filter(sayable), {
    maxLength: 3,
    selector: ({ path, operator }) => `${path} ${operator}`,
  });
  if (name !== 'readings') return asked;
  const accountId = values(name, 'accountId').map((value): Condition => ({ path: 'accountId', operator: 'eq', value }));
  return fc
    .tuple(asked, accountId)
    .map(([others, account]) => [...others.filter(({ path }) => path !== 'accountId'), account]);
}

function restTarget(name: RestList, asked: readonly Condition[], { sort, limit, page }: Question): string {
  const pairs = asked.flatMap(({ path, operator, value }) => {
    const parameter = operator === 'eq' || operator === 'has' ? path : `${path}.${operator}`;
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => [parameter, String(item)] as const);
  });
  const all = [...pairs, ...Object.entries({ sort, limit, page }).filter(([, value]) => value !== undefined)];
  return `/${name}?${all.map(([parameter, value]) => `${encodeURIComponent(parameter)}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** A list as GraphQL asks for it, its page under the alias `page`. */
function graphqlQuery(name: Listed, selection: string): string {
  const { field, type } = GRAPHQL_NAMES[name];
  return `query($filter: ${type}Filter, $sort: Sort, $limit: Int, $page: Int) { page: ${field}(filter: $filter, sort: $sort, limit: $limit, page: $page) { total limit skip data { ${selection} } } }`;
}

describe.each(ENGINES)('REST, GraphQL and the model agree on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let keys: readonly string[];

  beforeAll(async () => {
    database = await openPortfolio(engine);
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
      const query = graphqlQuery(name, selectionOf(LIST_FIELDS[name]));
      await fc.assert(
        fc.asyncProperty(parameters(name), paging(name), viewers, async (asked, page, viewer) => {
          const typed = asked.some(({ path, operator }) => path === 'type' && operator === 'eq');
          const preset = name === 'readings' && !typed ? [{ type: { eq: 'A' } }] : [];
          const filter = {
            and: [...preset, ...asked.map(({ path, operator, value }) => nest(path, { [operator]: value }))],
          };
          const question = { ...page, filter };
          const model = envelope(name, question, at(GRANTS, viewer));
          const expected = { ...model, data: model.data.map((record) => subset(record, LIST_FIELDS[name])) };
          const rest = await server.get(restTarget(name, asked, page), at(keys, viewer));
          expect(rest.text).toBe(JSON.stringify(expected));
          const graphql = await server.graphql(query, question, at(keys, viewer));
          expect(graphql.body.errors).toBeUndefined();
          expect(JSON.stringify(graphql.body.data?.page)).toBe(rest.text);
        }),
        { numRuns: RUNS, seed: 20_240_131 },
      );
    },
  );

  it.each(ALL)(
    'GraphQL filters with and, or and not over %s answer what the model says',
    { timeout: 120_000 },
    async (name) => {
      const query = graphqlQuery(name, '_id');
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
