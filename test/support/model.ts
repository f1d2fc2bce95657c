import { PORTFOLIO, type PlainRecord, type ResourceName } from './portfolio.js';

/** The grants of an API key. */
export interface Grants {
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

export type Listed = Exclude<ResourceName, 'companies'>;

/** A filter in GraphQL's form. */
export type Filter = Readonly<Record<string, unknown>>;

export interface Question {
  readonly filter?: Filter;
  /** `<field>:asc` or `<field>:desc`. */
  readonly sort?: string;
  readonly limit?: number;
  readonly page?: number;
}

/** Returns a field by its dotted path. For a list of objects, returns the field of each object. */
export function valueAt(record: PlainRecord, path: string): unknown {
  if (!path.includes('.')) return record[path];
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return (value as readonly PlainRecord[]).map((item) => item[name]);
    return (value as PlainRecord | null | undefined)?.[name];
  }, record);
}

/** Texts whose characters are one UTF-16 unit each sort below texts with characters of two. */
const ONE_UNIT_EACH = /^[^\ud800-\uffff]*$/;

/** Compares by code point, like `COLLATE "C"`. By UTF-16 unit, astral characters would sort before U+E000. */
export function compareText(left: string, right: string): number {
  if (ONE_UNIT_EACH.test(left) && ONE_UNIT_EACH.test(right)) return left < right ? -1 : Number(left > right);
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  return Number(left) - Number(right);
}

const OPERATORS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  in: (value, wanted) => (wanted as readonly unknown[]).includes(value),
  has: (value, wanted) => (value as readonly unknown[]).some((item) => (wanted as readonly unknown[]).includes(item)),
  gt: (value, wanted) => compare(value, wanted) > 0,
  gte: (value, wanted) => compare(value, wanted) >= 0,
  lt: (value, wanted) => compare(value, wanted) < 0,
  lte: (value, wanted) => compare(value, wanted) <= 0,
};

/**
 * Evaluates a filter in two-valued logic: a record without the value fails every comparison, so it satisfies `not` of
 * it.
 */
export function matches(record: PlainRecord, filter: Filter, prefix = ''): boolean {
  return Object.entries(filter).every(([name, inner]) => {
    if (prefix === '' && name === 'and') return (inner as readonly Filter[]).every((part) => matches(record, part));
    if (prefix === '' && name === 'or') return (inner as readonly Filter[]).some((part) => matches(record, part));
    if (prefix === '' && name === 'not') return !matches(record, inner as Filter);
    const path = `${prefix}${name}`;
    const value = valueAt(record, path);
    const operators = Object.entries(inner as Filter);
    if (typeof value === 'object' && value !== null && !(Array.isArray(value) && 'has' in (inner as Filter))) {
      return matches(record, inner as Filter, `${path}.`);
    }
    return operators.every(([operator, wanted]) => {
      if (value === null) return operator === 'eq' && wanted === null;
      return wanted !== null && (OPERATORS[operator]?.(value, wanted) ?? false);
    });
  });
}

const ACCOUNTS = new Map(PORTFOLIO.accounts.map((account) => [account._id, account]));

/**
 * Whether the viewer may see a record: its company or entity is granted. An interval belongs to its account. A supplier
 * is visible if a visible contract or invoice names it.
 */
export function visible(name: Listed, record: PlainRecord, grants: Grants): boolean {
  const { companies, entities } = grants;
  if (name === 'suppliers') {
    return (['contracts', 'invoices'] as const).some((of) =>
      PORTFOLIO[of].some((other) => other.supplierId === record._id && visible(of, other, grants)),
    );
  }
  const owner = name === 'non-cumulative' ? ACCOUNTS.get(record.accountId) : record;
  const entity = name === 'entities' ? record._id : owner?.entityId;
  return companies.includes(String(owner?.companyId)) || entities.includes(String(entity));
}

/** Returns the currency of a record: that of its entity, or else of its company. */
export function currencyOf({ entityId, companyId }: PlainRecord): unknown {
  const entity = PORTFOLIO.entities.find(({ _id }) => _id === entityId);
  return entity?.currency ?? PORTFOLIO.companies.find(({ _id }) => _id === companyId)?.currency ?? null;
}

const ZONES: Readonly<Record<string, string>> = { gb: 'Europe/London', fr: 'Europe/Paris' };

/** Returns the time zone of an asset: the imported one, or else its country's, or else the default. */
export function timeZoneOf(asset: PlainRecord): unknown {
  return asset.timeZone ?? ZONES[String(valueAt(asset, 'address.countryCode'))] ?? 'UTC';
}

/**
 * Returns all records of a resource that a key may see, in the requested order and then by `_id`. Nulls come last in
 * both directions.
 */
export function answer(name: Listed, { filter = {}, sort }: Question, grants: Grants): readonly PlainRecord[] {
  const [path, direction] = sort === undefined ? [] : sort.split(':');
  const factor = direction === 'desc' ? -1 : 1;
  const preset = name === 'non-cumulative' ? ['accountId', 'startTimestamp'] : [];
  const keys = [...(path === undefined ? preset : [path]), '_id'];
  return PORTFOLIO[name]
    .filter((record) => visible(name, record, grants) && matches(record, filter))
    .toSorted((left, right) => {
      for (const key of keys) {
        const [a, b] = [valueAt(left, key), valueAt(right, key)];
        if (a === b) continue;
        if (a === null) return 1;
        if (b === null) return -1;
        const order = compare(a, b);
        if (order !== 0) return order * (key === path ? factor : 1);
      }
      return 0;
    });
}

/** Returns one page of {@link answer} in the contract's envelope. */
export function envelope(
  name: Listed,
  question: Question,
  grants: Grants,
): { readonly total: number; readonly limit: number; readonly skip: number; readonly data: readonly PlainRecord[] } {
  const all = answer(name, question, grants);
  const { limit = 100, page = 1 } = question;
  const skip = (page - 1) * limit;
  return { total: all.length, limit, skip, data: all.slice(skip, skip + limit) };
}

/** Returns a record with only these leaf fields, by dotted path and in this order, in nested objects and lists too. */
export function subset(record: PlainRecord, paths: readonly string[]): PlainRecord {
  const heads = new Set(paths.map((path) => path.split('.')[0] ?? ''));
  return Object.fromEntries(
    [...heads].map((head) => {
      const value = record[head];
      if (paths.includes(head)) return [head, value];
      const below = paths.filter((path) => path.startsWith(`${head}.`)).map((path) => path.slice(head.length + 1));
      const inner = (item: unknown): PlainRecord => subset(item as PlainRecord, below);
      return [head, Array.isArray(value) ? value.map(inner) : inner(value)];
    }),
  );
}
