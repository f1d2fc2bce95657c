import { accessSql, accountKey } from './access.js';
import { orderKeys, whereSql } from './conditions.js';
import { identifierSql, idParameter, join, NOTHING, raw, type Sql, sql, type VisibleSql } from '../db/sql.js';
import type { Access, Column, Comparison, Position, Resource, SortKey, Where } from './resource.js';
import { type CountedSql, pageAfterCursor } from './distributedPage.js';

/**
 * Returns the statements for total and page of a list whose filter has only accounts and whole days. If the filter
 * names accounts, the total is the sum of their counts. Otherwise the total is the count of companies and entities, and
 * the page reads the counts of the first accounts, or of all accounts for a later page.
 * @param list the columns to select from a record `t`
 * @param walks whether counts also find a page behind a cursor; one server uses `pageByOwner` for it
 * @returns undefined if the counts cannot answer the query
 */
export function countedSql(query: CountedQuery, access: Access, list: Sql, walks: boolean): CountedSql | undefined {
  const { resource, where, order, after } = query;
  const counted = countedBy(resource, where);
  const key = ownerKey(resource);
  if (!counted || !key) return undefined;
  const isInOrder = isSameOrder(order, orderKeys(resource, [], where));
  const isPage = isInOrder && (after === undefined || walks);
  const isOfAll = counted.accounts.length === 0;
  return {
    owners: ownersSql(query, key, access, counted, isOfAll && isPage),
    total: isOfAll
      ? portfolioTotalSql(resource, access, counted)
      : sql`(select coalesce(sum(size), 0)::bigint as total from owners)`,
    ...(isPage &&
      (after === undefined
        ? pageSql(query, key, counted, list)
        : { steps: pageAfterCursor({ ...query, after }, order, key.column, counted.times, list) })),
  };
}

/**
 * Selects the accounts that the page overlaps, and the day on which the page begins in the first account. Then it joins
 * the records of each account. A lateral join is a nested loop, so it preserves the order of the records.
 */
function pageSql(
  { resource, limit, skip }: CountedQuery,
  { column }: Key,
  counted: Counted,
  list: Sql,
): Pick<CountedSql, 'page' | 'steps'> {
  const key = identifierSql(column);
  const [, time = ''] = resource.order;
  const start = sql`t.${identifierSql(resource.columns.get(time)?.name ?? time)}`;
  const days = join([monthsSql(counted), daysSql(counted)], ' and ');
  const times = join([sql`true`, ...counted.times.map((compare) => whereSql({ compare }))], ' and ');
  const overlaps = sql`with overlapped as materialized (
       select key, id, greatest(${skip}::bigint - before, 0) as skipped, least(${skip + limit}::bigint - before, size) as until
       from (select key, id, size, sum(size) over (order by id) - size as before from owners) o
       where size > 0 and before < ${skip + limit} and before + size > ${skip} limit ${limit}
     ), daily as (
       select c.month, d.day, d.n, sum(d.n) over (order by c.month, d.day) - d.n as before
       from ${identifierSql(resource.counts)} c, unnest(c.days) with ordinality d(n, day)
       where c.${key} = (select key from overlapped where skipped > 0) and ${days}
     ), begun as materialized (
       select before, (timestamp '1970-01-01' + make_interval(months => month, days => day::int - 1))
         at time zone 'UTC' as at
       from daily, (select skipped from overlapped where skipped > 0) o
       where before <= skipped and before + n > skipped limit 1
     )
     select o.key, coalesce(b.at, '-infinity') as at, (o.until - o.skipped)::bigint as wanted,
       (o.skipped - coalesce(b.before, 0))::bigint as skipped
     from overlapped o left join begun b on o.skipped > 0 order by o.id`;
  /** @param from the first moment */
  const records = <Key extends Sql>(ofKey: Key, from: Sql, bounds: Sql) => sql`
    select ${list} from ${identifierSql(resource.table)} t where t.${key} = ${ofKey} and ${start} >= ${from} and ${times}
    order by ${start}, t._id ${bounds}`;
  const ofOwner = records(sql`o.key`, sql`o.at`, sql`limit o.wanted offset o.skipped`);
  return {
    page: sql`(select r.* from (${overlaps}) o cross join lateral (
        ${ofOwner}) r)`,
    steps: {
      limit,
      overlaps,
      recordsOf: (overlap) =>
        records(accountKey(overlap.key), sql`${overlap.at}`, sql`limit ${overlap.wanted} offset ${overlap.skipped}`),
      recordsOfEach: () => records(sql`s.${key}`, sql`'-infinity'`, sql`limit ${limit}`),
    },
  };
}

function isSameOrder(one: readonly SortKey[], other: readonly SortKey[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ column, descending }, index) => {
      const otherKey = other[index];
      return otherKey?.column === column && otherKey.descending === descending;
    })
  );
}

const DAY_MS = 86_400_000;

/** A filter that the counts by account and UTC day can answer. */
interface Counted {
  /** Conditions on the account. */
  readonly accounts: readonly Comparison[];
  /** Conditions on the time. Together they select whole days. */
  readonly times: readonly Comparison[];
  /** The first day, and the day after the last; null: no limit. */
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
}

interface CalendarDay {
  /** The number of months since January 1970. */
  readonly month: number;
  /** The day of the month, from 1. */
  readonly day: number;
}

/**
 * Reads a filter as accounts and a range of days.
 * @returns undefined if the filter is anything else, or the resource has no counts
 */
function countedBy(resource: Resource, where: Where | undefined): Counted | undefined {
  if (resource.counts === '') return undefined;
  const [account, time] = resource.order;
  const accounts: Comparison[] = [];
  const times: Comparison[] = [];
  let [from, to] = [-Infinity, Infinity];
  for (const comparison of allOf(where)) {
    if (!comparison) return undefined;
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
  const isDayBoundary = (ms: number): boolean => !Number.isFinite(ms) || ms % DAY_MS === 0;
  if (!isDayBoundary(from) || !isDayBoundary(to)) return undefined;
  return { accounts, times, from: calendarDay(from), to: calendarDay(to) };
}

/** Returns the conditions that every matching record satisfies; undefined for a condition that is not a comparison. */
export function allOf(where: Where | undefined): readonly (Comparison | undefined)[] {
  if (where === undefined) return [];
  if ('compare' in where) return [where.compare];
  return 'all' in where ? where.all.flatMap(allOf) : [undefined];
}

function calendarDay(ms: number): CalendarDay | null {
  if (!Number.isFinite(ms)) return null;
  const date = new Date(ms);
  return { month: (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth(), day: date.getUTCDate() };
}

/** Selects the months that overlap the range. */
function monthsSql({ from, to }: Counted): Sql {
  const last = to && (to.day === 1 ? to.month - 1 : to.month);
  return every(from && sql`c.month >= ${from.month}`, last === null ? null : sql`c.month <= ${last}`);
}

/** Selects the days of these months that are in the range. */
function daysSql({ from, to }: Counted): Sql {
  return every(
    from && sql`(c.month > ${from.month} or d.day >= ${from.day})`,
    to && sql`(c.month < ${to.month} or d.day < ${to.day})`,
  );
}

function every(...conditions: readonly (Sql | null)[]): Sql {
  return join([sql`true`, ...conditions.flatMap((condition) => condition ?? [])], ' and ');
}

/**
 * Returns the number of matching records in a month. For a month that the range covers in part, it adds up the days.
 */
function sizeSql({ from, to }: Counted): Sql {
  const months = new Map<number, readonly [first: number, last: number]>();
  if (from && from.day > 1) months.set(from.month, [from.day, 31]);
  if (to && to.day > 1) months.set(to.month, [to.month === from?.month ? from.day : 1, to.day - 1]);
  if (months.size === 0) return sql`c.records`;
  const parts = [...months].map(
    ([month, days]) => sql`when ${month} then (select sum(n)::bigint from unnest(c.days[${days[0]}:${days[1]}]) n)`,
  );
  return join([sql`case c.month`, ...parts, sql`else c.records end`], ' ');
}

/** The parts of a `PageQuery` that the counts depend on. */
export interface CountedQuery {
  readonly resource: Resource;
  readonly where: Where | undefined;
  readonly order: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
  readonly after?: Position;
}

/** The stored key of a record's owner. */
export type Key = NonNullable<Column['key']>;

/**
 * Returns the key of the owner (account) that the records of a resource are sorted by; undefined: they have another
 * order.
 */
export function ownerKey({ order, columns }: Resource): Key | undefined {
  return columns.get(order[0] ?? '')?.key;
}

/**
 * The number of owners (accounts) that a page reads first. It sorts and adds up the others only if these have too few
 * records.
 */
export const FIRST_OWNERS = 50;

/**
 * Selects the accounts with matching records, in the order of the list: the first accounts and, if these have too few
 * records for the page, all others.
 * @param isInOrder whether the query has a page of all accounts in this order
 */
function ownersSql(query: CountedQuery, key: Key, access: Access, counted: Counted, isInOrder: boolean): VisibleSql {
  const { skip, limit, after } = query;
  const cursorId = after?.[0];
  if (!isInOrder || (after !== undefined && typeof cursorId !== 'string')) {
    return sql`with owners as materialized (${sizesSql(query, key, access, counted)})`;
  }
  const id = typeof cursorId === 'string' ? idParameter(cursorId) : null;
  // The account of the cursor may have no other records.
  const enough = id === null ? NOTHING : sql`filter (where id > ${id})`;
  const beyond = sql`t._id > (select id from first order by id desc limit 1) and (select count(*) from first) = ${raw(FIRST_OWNERS)}
       and (select coalesce(sum(size) ${enough}, 0) from first) < ${id === null ? skip + limit : limit}`;
  const first = sizesSql(query, key, access, counted, id === null ? [] : [sql`t._id >= ${id}`]);
  return sql`with first as materialized (${first} order by t._id limit ${raw(FIRST_OWNERS)}),
    owners as materialized (select * from first union all ${sizesSql(query, key, access, counted, [beyond])})`;
}

/** Selects the number of matching records of each visible account. */
function sizesSql(
  { resource }: CountedQuery,
  { column, table }: Key,
  access: Access,
  counted: Counted,
  more: readonly Sql[] = [],
): VisibleSql {
  const key = identifierSql(column);
  const accounts = counted.accounts.map((compare) => whereSql({ compare }));
  const condition = sql`${accessSql(resource, access)} and ${join([...accounts, ...more, monthsSql(counted)], ' and ')}`;
  const size = sizeSql(counted);
  // On a distributed database the planner does not know that each identifier in a reference table has one key.
  return sql`select t.${key} as key, t._id as id, sum(${size}) as size
     from ${identifierSql(table)} t join ${identifierSql(resource.counts)} c on c.${key} = t.${key}
     where ${condition} group by t._id, t.${key}`;
}

/**
 * Selects the number of all records that the viewer may see. An account belongs to one company and at most one entity,
 * so no record counts twice.
 */
function portfolioTotalSql(resource: Resource, access: Access, counted: Counted): VisibleSql {
  const condition = sql`${accessSql(resource, access)} and ${monthsSql(counted)}`;
  const size = sizeSql(counted);
  return sql`(select coalesce(sum(${size}), 0)::bigint as total
      from ${identifierSql(resource.countsByPortfolio)} t cross join lateral (select t.month, t.records, t.days) c
      where ${condition})`;
}
