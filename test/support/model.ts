import { PORTFOLIO, type PlainRecord, type ResourceName } from './portfolio.js';

/** What one API key may see. */
export interface Grants {
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

export type Listed = Exclude<ResourceName, 'companies'>;

/** A filter as GraphQL takes it. */
export type Filter = Readonly<Record<string, unknown>>;

export interface Question {
  readonly filter?: Filter;
  /** `<field>:asc` or `<field>:desc`. */
  readonly sort?: string;
  readonly limit?: number;
  readonly page?: number;
}

/** A field by its dotted path; of a list of objects, each one's. */
export function valueAt(record: PlainRecord, path: string): unknown {
  if (!path.includes('.')) return record[path];
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return (value as readonly PlainRecord[]).map((item) => item[name]);
    return (value as PlainRecord | null | undefined)?.[name];
  }, record);
}

/** Texts of characters that are one UTF-16 unit each, below those that are two. */
const ONE_UNIT_EACH = /^[^\ud800-\uffff]*$/;

/** By code point, as `COLLATE "C"` does; UTF-16 units would order astral characters before U+E000. */
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

/** Two-valued: a record without the value fails every comparison, so it satisfies `not` of it. */
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
 * Visible: of a company or an entity that is granted. An interval is its account's; a supplier is seen where a contract or an
 * invoice that is seen names it.
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

/** What a record's money is in: its entity's currency, else its company's. */
export function currencyOf({ entityId, companyId }: PlainRecord): unknown {
  const entity = PORTFOLIO.entities.find(({ _id }) => _id === entityId);
  return entity?.currency ?? PORTFOLIO.companies.find(({ _id }) => _id === companyId)?.currency ?? null;
}

const ZONES: Readonly<Record<string, string>> = { gb: 'Europe/London', fr: 'Europe/Paris' };

/** The clocks of an asset: as imported, else its country's, else the default. */
export function timeZoneOf(asset: PlainRecord): unknown {
  return asset.timeZone ?? ZONES[String(valueAt(asset, 'address.countryCode'))] ?? 'UTC';
}

/** All that a key may see of a resource, in the order asked for: then by `_id`, nulls last in both directions. */
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

/** One page of {@link answer} in the contract's envelope. */
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

/** A record with these leaves only, by dotted path, in this order; nested objects and lists of them likewise. */
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
