import fc from 'fast-check';
import { GRAPHQL_FIELDS, GRAPHQL_NAMES, LIST_FIELDS, type RestList } from './contractFields.js';
import { valueAt, type Filter, type Listed, type Question } from './model.js';
import { PORTFOLIO } from './portfolio.js';

type Kind = 'id' | 'text' | 'number' | 'boolean' | 'timestamp' | 'choice';

/** The fields that each list can filter and sort by, by dotted path. */
export const PATHS: Readonly<Record<Listed, readonly string[]>> = { ...LIST_FIELDS, ...GRAPHQL_FIELDS };
const RANGES = ['gte', 'lte', 'gt', 'lt'] as const;

/** Derives the kind from the values of the fixture, and from the name where these are ambiguous. */
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

/** Generates values that occur, so that filters match records, and some that do not. */
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

/** Returns nested objects for a dotted path, around a value. */
export function nest(path: string, inner: unknown): Filter {
  return path.split('.').reduceRight((value, part) => ({ [part]: value }), inner) as Filter;
}

/** A condition of one REST parameter. */
export interface Condition {
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

/** The parameters of a REST request. */
const restOperators = (path: string, kind: Kind): readonly string[] =>
  isList(path) ? ['has'] : kind === 'timestamp' || kind === 'number' ? ['eq', ...RANGES] : ['eq'];
/** The arguments of a GraphQL list. */
const allOperators = (path: string, kind: Kind): readonly string[] => {
  if (isList(path)) return ['has'];
  if (kind === 'boolean') return ['eq'];
  return kind === 'choice' ? ['eq', 'in'] : ['eq', 'in', ...RANGES];
};

/** Generates GraphQL filters with and, or and not. */
export function filters(name: Listed): fc.Arbitrary<Filter> {
  const nullable = PATHS[name].filter(
    (path) => !isList(path) && PORTFOLIO[name].some((record) => valueAt(record, path) === null),
  );
  const leaf = conditions(name, allOperators).map(({ path, operator, value }) => nest(path, { [operator]: value }));
  const empty = (): fc.Arbitrary<Filter> => fc.constantFrom(...nullable).map((path) => nest(path, { eq: null }));
  const leaves = nullable.length === 0 ? leaf : fc.oneof({ weight: 4, arbitrary: leaf }, empty());
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

/** Generates the order and the page. */
export function paging(name: Listed): fc.Arbitrary<Question> {
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

/**
 * Generates the parameters of a REST request: conditions on different fields, and the required parameters of the
 * endpoint.
 */
export function parameters(name: RestList): fc.Arbitrary<readonly Condition[]> {
  // In REST, a comma separates values, and an empty list cannot be written.
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

/** Returns the path of a REST request below the version. */
export function restTarget(name: RestList, asked: readonly Condition[], { sort, limit, page }: Question): string {
  const pairs = asked.flatMap(({ path, operator, value }) => {
    const parameter = operator === 'eq' || operator === 'has' ? path : `${path}.${operator}`;
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => [parameter, String(item)] as const);
  });
  const all = [...pairs, ...Object.entries({ sort, limit, page }).filter(([, value]) => value !== undefined)];
  return `/${name}?${all.map(([parameter, value]) => `${encodeURIComponent(parameter)}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** Returns a GraphQL query for a list, with its page under the alias `page`. */
export function graphqlQuery(name: Listed, selection: string): string {
  const { field, type } = GRAPHQL_NAMES[name];
  return `query($filter: ${type}Filter, $sort: Sort, $limit: Int, $page: Int) { page: ${field}(filter: $filter, sort: $sort, limit: $limit, page: $page) { total limit skip data { ${selection} } } }`;
}
