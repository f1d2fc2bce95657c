import type { Access, Column, Position, Resource, SortKey, Where, Comparison } from './resource.js';
import { identifier, join, sql, type Sql, accessSql, orderKeys, orderSql, pinnedBy, whereSql } from './sql.js';

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
  /** Begins the statement: the visible accounts and how many records of each are asked for. */
  readonly owners: Sql;
  /** A table with the `total`. */
  readonly total: Sql;
  /** A table of the page's records, in their order; undefined where the order is not the one that counts are in. */
  readonly page: Sql | undefined;
}

/**
 * The total and the page of a list whose filter is accounts and whole days, at the price of the counts of what is
 * visible and of the page itself, wherever it lies.
 * @param list what to select of a record `t`
 * @returns undefined where counts do not tell
 */
export function countedSql(query: CountedQuery, access: Access, list: string): CountedSql | undefined {
  const { resource, where, sort, after } = query;
  const counted = countedBy(resource, where);
  const key = ownerKey(resource);
  if (!counted || !key) return undefined;
  const pinned = pinnedBy(where);
  const isInOrder = orderSql(orderKeys(resource, sort, pinned)) === orderSql(orderKeys(resource, [], pinned));
  return {
    owners: ownersSql(resource, key, access, counted),
    total: sql('(select coalesce(sum(size), 0)::bigint as total from owners)'),
    page: isInOrder && after === undefined ? pageSql(query, key, counted, list) : undefined,
  };
}

type Key = NonNullable<Column['key']>;

function ownerKey({ order, columns }: Resource): Key | undefined {
  return columns.get(order[0] ?? '')?.key;
}

function ownersSql(resource: Resource, { column, table }: Key, access: Access, counted: Counted): Sql {
  const key = identifier(column);
  const accounts = counted.accounts.map((compare) => whereSql({ compare }));
  const condition = join([accessSql(resource, access), ...accounts, monthsSql(counted)], ' and ');
  const size = sizeSql(counted);
  return sql(
    `with owners as materialized (select t.${key} as key, t._id as id, sum(${size.text}) as size
     from ${identifier(table)} t join ${identifier(resource.counts)} c on c.${key} = t.${key}
     where ${condition.text} group by t.${key}, t._id)`,
    ...size.bindings,
    ...condition.bindings,
  );
}

/**
 * The accounts that the page overlaps, and of the first of them the day that it begins on; then the records of each, in
 * their order, as what is lateral is joined by a nested loop.
 */
function pageSql({ resource, limit, skip }: CountedQuery, { column }: Key, counted: Counted, list: string): Sql {
  const key = identifier(column);
  const [, time = ''] = resource.order;
  const start = `t.${identifier(resource.columns.get(time)?.name ?? time)}`;
  const days = join([monthsSql(counted), daysSql(counted)], ' and ');
  const times = join([sql('true'), ...counted.times.map((compare) => whereSql({ compare }))], ' and ');
  return sql(
    `(with overlapped as materialized (
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
     select r.* from (
       select o.key, coalesce(b.at, '-infinity') as at, (o.until - o.skipped)::bigint as wanted,
         (o.skipped - coalesce(b.before, 0))::bigint as skipped
       from overlapped o left join begun b on o.skipped > 0 order by o.id
     ) o cross join lateral (
       select ${list} from ${identifier(resource.table)} t where t.${key} = o.key and ${start} >= o.at and ${times.text}
       order by ${start}, t._id limit o.wanted offset o.skipped
     ) r)`,
    ...[skip, skip + limit, skip + limit, skip, limit],
    ...days.bindings,
    ...times.bindings,
  );
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
    sql('when ? then (select sum(n)::int from unnest(c.days[?:?]) n)', month, ...days),
  );
  return join([sql('case c.month'), ...parts, sql('else c.records end')], ' ');
}

const DAY_MS = 86_400_000;

/** What a filter asks for, where counts by account and UTC day tell how much that is. */
export interface Counted {
  /** Conditions on the account. */
  readonly accounts: readonly Comparison[];
  /** Conditions on the time, which leave whole days. */
  readonly times: readonly Comparison[];
  /** The first day, and the one after the last; null: no bound. */
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
}

export interface CalendarDay {
  /** Counted from January 1970. */
  readonly month: number;
  /** Of the month, from 1. */
  readonly day: number;
}

/**
 * Reads a filter as accounts and a range of days.
 * @returns undefined where it is anything else, or the resource has no counts
 */
export function countedBy(resource: Resource, where: Where | undefined): Counted | undefined {
  if (resource.counts === '') return undefined;
  const [account, time] = resource.order;
  const comparisons = allOf(where);
  if (!comparisons) return undefined;
  const accounts: Comparison[] = [];
  const times: Comparison[] = [];
  let [from, to] = [-Infinity, Infinity];
  for (const comparison of comparisons) {
    const { column, operator, value } = comparison;
    if (column.path === account && (operator === 'eq' || operator === 'in') && value !== null) {
      accounts.push(comparison);
    } else if (column.path === time && typeof value === 'string') {
      const ms = Date.parse(value);
      if (operator === 'gte' || operator === 'gt') from = Math.max(from, operator === 'gt' ? ms + 1 : ms);
      else if (operator === 'lt' || operator === 'lte') to = Math.min(to, operator === 'lte' ? ms + 1 : ms);
      else return undefined;
      times.push(comparison);
    } else return undefined;
  }
  const isWhole = (ms: number): boolean => !Number.isFinite(ms) || ms % DAY_MS === 0;
  if (!isWhole(from) || !isWhole(to)) return undefined;
  return { accounts, times, from: calendarDay(from), to: calendarDay(to) };
}

/** The comparisons that hold together; undefined where a filter is more than that. */
function allOf(where: Where | undefined): readonly Comparison[] | undefined {
  if (where === undefined) return [];
  if ('compare' in where) return [where.compare];
  if (!('all' in where)) return undefined;
  const parts = where.all.map(allOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function calendarDay(ms: number): CalendarDay | null {
  if (!Number.isFinite(ms)) return null;
  const date = new Date(ms);
  return { month: (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth(), day: date.getUTCDate() };
}
