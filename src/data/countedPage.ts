import type { Access, Column, Position, Resource, SortKey, Where } from './resource.js';
import { type Counted, countedBy } from './countedFilter.js';
import { countedWalk } from './countedWalk.js';
import {
  identifier,
  join,
  sql,
  type Sql,
  accessSql,
  idParameter,
  orderKeys,
  orderSql,
  pinnedBy,
  whereSql,
} from './sql.js';

/** A list as it is asked for; see PageQuery. */
interface CountedQuery {
  readonly resource: Resource;
  readonly where: Where | undefined;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
  readonly after?: Position;
}

/** Pieces of a statement that take a total and a page from counts, instead of counting and skipping records. */
export interface CountedSql {
  /** Begins the statement: the accounts that the page may overlap, and how many records of each are asked for. */
  readonly owners: Sql;
  /** A table with the `total`. */
  readonly total: Sql;
  /** A table of the page's records, in their order; undefined where the order is not the one that counts are in. */
  readonly page: Sql | undefined;
  /** The same in two steps, for records that are distributed. */
  readonly steps: CountedSteps | undefined;
}

/** A page of records as statements that follow each other: which accounts it overlaps, then the records of each. */
export interface CountedSteps {
  /** A table of these accounts, in their order: `key`, `at`, `wanted`, `skipped`; see {@link Overlap}. */
  readonly overlaps: Sql;
  /** The records of one account, from `at` on, without those `skipped`; as many as are `wanted`. */
  readonly recordsOf: (overlap: Overlap) => Sql;
  /** The first records of each account `s`; as many of each as a page may have. */
  readonly recordsOfEach: () => Sql;
}

/** An account that a page overlaps. */
export interface Overlap {
  readonly key: number;
  /** From the start of the day that the page begins on; `-infinity` where it begins before. */
  readonly at: string;
  /** How many of its records the page has. */
  readonly wanted: number;
  /** How many of them from `at` on are on pages before. */
  readonly skipped: number;
}

/**
 * The total and the page of a list whose filter is accounts and whole days. Without accounts the total is that of companies and
 * entities, and the page takes the counts of no more accounts than it has records, and those before it; with some, the counts of
 * these.
 * @param list what to select of a record `t`
 * @returns undefined where counts do not tell
 */
export function countedSql(query: CountedQuery, access: Access, list: string): CountedSql | undefined {
  const { resource, where, sort, after } = query;
  const counted = countedBy(resource, where);
  const key = ownerKey(resource);
  if (!counted || !key) return undefined;
  const pinned = pinnedBy(where);
  const keys = orderKeys(resource, sort, pinned);
  const isInOrder = orderSql(keys) === orderSql(orderKeys(resource, [], pinned));
  const page = (): Pick<CountedSql, 'page' | 'steps'> => {
    if (!isInOrder) return { page: undefined, steps: undefined };
    if (after === undefined) return pageSql(query, key, counted, list);
    return { page: countedWalk({ ...query, after }, keys, key.column, counted.times, list), steps: undefined };
  };
  const isOfAll = counted.accounts.length === 0;
  return {
    owners: ownersSql(query, key, access, counted, isOfAll && isInOrder ? firstOwners(query, keys[0]) : null),
    total: isOfAll
      ? portfolioTotalSql(resource, access, counted)
      : sql('(select coalesce(sum(size), 0)::bigint as total from owners)'),
    ...page(),
  };
}

type Key = NonNullable<Column['key']>;

function ownerKey({ order, columns }: Resource): Key | undefined {
  return columns.get(order[0] ?? '')?.key;
}

/** The first of the accounts that have what is asked for. */
interface FirstOwners {
  /** Their identifiers are no less than this; null: from the first one on. */
  readonly from: string | null;
  readonly most: number;
}

/** The accounts that a page may overlap: each has a record at least, so there are no more than records up to the page's end. */
function firstOwners({ skip, limit, after }: CountedQuery, first: SortKey | undefined): FirstOwners | null {
  if (after === undefined) return { from: null, most: skip + limit };
  const [id] = after;
  // The one that it goes on in may have none left.
  return first && typeof id === 'string' ? { from: id, most: limit + 1 } : null;
}

/** @param first null: all that there are */
function ownersSql(
  { resource }: CountedQuery,
  { column, table }: Key,
  access: Access,
  counted: Counted,
  first: FirstOwners | null,
): Sql {
  const key = identifier(column);
  const accounts = counted.accounts.map((compare) => whereSql({ compare }));
  const from = first?.from == null ? [] : [sql('t._id >= ?', idParameter(first.from))];
  const condition = join([accessSql(resource, access), ...accounts, ...from, monthsSql(counted)], ' and ');
  const size = sizeSql(counted);
  const most =
    first === null ? sql('') : sql(`having sum(${size.text}) > 0 order by t._id limit ?`, ...size.bindings, first.most);
  return sql(
    `with owners as materialized (select t.${key} as key, t._id as id, sum(${size.text}) as size
     from ${identifier(table)} t join ${identifier(resource.counts)} c on c.${key} = t.${key}
     where ${condition.text} group by t._id ${most.text})`,
    ...size.bindings,
    ...condition.bindings,
    ...most.bindings,
  );
}

/** Of all that the viewer may see: an account is of one company and entity, or none, so none counts twice. */
function portfolioTotalSql(resource: Resource, access: Access, counted: Counted): Sql {
  const condition = join([accessSql(resource, access), monthsSql(counted)], ' and ');
  const size = sizeSql(counted);
  return sql(
    `(select coalesce(sum(${size.text}), 0)::bigint as total
      from ${identifier(resource.countsByPortfolio)} t cross join lateral (select t.month, t.records, t.days) c
      where ${condition.text})`,
    ...size.bindings,
    ...condition.bindings,
  );
}

/**
 * The accounts that the page overlaps, and of the first of them the day that it begins on; then the records of each, in
 * their order, as what is lateral is joined by a nested loop.
 */
function pageSql(
  { resource, limit, skip }: CountedQuery,
  { column }: Key,
  counted: Counted,
  list: string,
): Pick<CountedSql, 'page' | 'steps'> {
  const key = identifier(column);
  const [, time = ''] = resource.order;
  const start = `t.${identifier(resource.columns.get(time)?.name ?? time)}`;
  const days = join([monthsSql(counted), daysSql(counted)], ' and ');
  const times = join([sql('true'), ...counted.times.map((compare) => whereSql({ compare }))], ' and ');
  const overlaps = sql(
    `with overlapped as materialized (
       select key, id, greatest(?::bigint - before, 0) as skipped, least(?::bigint - before, size) as until
       from (select key, id, size, sum(size) over (order by id) - size as before from owners) o
       where size > 0 and before < ? and before + size > ? limit ?
     ), daily as (
       select c.month, d.day, d.n, sum(d.n) over (order by c.month, d.day) - d.n as before
       from ${identifier(resource.counts)} c, unnest(c.days) with ordinality d(n, day)
       where c.${key} = (select key from overlapped where skipped > 0) and ${days.text}
     ), begun as materialized (
       select before, (timestamp '1970-01-01' + make_interval(months => month, days => day::int - 1))
         at time zone 'UTC' as at
       from daily, (select skipped from overlapped where skipped > 0) o
       where before <= skipped and before + n > skipped limit 1
     )
     select o.key, coalesce(b.at, '-infinity') as at, (o.until - o.skipped)::bigint as wanted,
       (o.skipped - coalesce(b.before, 0))::bigint as skipped
     from overlapped o left join begun b on o.skipped > 0 order by o.id`,
    ...[skip, skip + limit, skip + limit, skip, limit],
    ...days.bindings,
  );
  /** @param of the account's key, and the moment that is begun at, as SQL has them */
  const records = (ofKey: string, from: string, rest: string): string => `
    select ${list} from ${identifier(resource.table)} t where t.${key} = ${ofKey} and ${start} >= ${from} and ${times.text}
    order by ${start}, t._id ${rest}`;
  return {
    page: sql(
      `(select r.* from (${overlaps.text}) o cross join lateral (
        ${records('o.key', 'o.at', 'limit o.wanted offset o.skipped')}) r)`,
      ...overlaps.bindings,
      ...times.bindings,
    ),
    steps: {
      overlaps,
      recordsOf: (own) =>
        sql(records('?', '?', 'limit ? offset ?'), own.key, own.at, ...times.bindings, own.wanted, own.skipped),
      recordsOfEach: () => sql(records(`s.${key}`, `'-infinity'`, 'limit ?'), ...times.bindings, limit),
    },
  };
}

/** The months that have a day of the range. */
function monthsSql({ from, to }: Counted): Sql {
  const last = to && (to.day === 1 ? to.month - 1 : to.month);
  return every(from && sql('c.month >= ?', from.month), last === null ? null : sql('c.month <= ?', last));
}

/** The days of these months that are in the range. */
function daysSql({ from, to }: Counted): Sql {
  return every(
    from && sql('(c.month > ? or d.day >= ?)', from.month, from.day),
    to && sql('(c.month < ? or d.day < ?)', to.month, to.day),
  );
}

function every(...conditions: readonly (Sql | null)[]): Sql {
  return join([sql('true'), ...conditions.flatMap((condition) => condition ?? [])], ' and ');
}

/** How many records of a month are asked for: of one that the range has in part, those of its days. */
function sizeSql({ from, to }: Counted): Sql {
  const months = new Map<number, readonly [first: number, last: number]>();
  if (from && from.day > 1) months.set(from.month, [from.day, 31]);
  if (to && to.day > 1) months.set(to.month, [to.month === from?.month ? from.day : 1, to.day - 1]);
  if (months.size === 0) return sql('c.records');
  const parts = [...months].map(([month, days]) =>
    sql('when ? then (select sum(n)::bigint from unnest(c.days[?:?]) n)', month, ...days),
  );
  return join([sql('case c.month'), ...parts, sql('else c.records end')], ' ');
}
