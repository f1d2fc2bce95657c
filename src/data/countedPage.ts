import { accountKey } from './access.js';
import { orderKeys, whereSql } from './conditions.js';
import { identifierSql, join, type Sql, sql } from './sql.js';
import type { Access, SortKey } from './resource.js';
import { type Counted, countedBy, daysSql, monthsSql } from './countedFilter.js';
import { type CountedQuery, type Key, ownerKey, ownersSql, portfolioTotalSql } from './countedOwners.js';
import { type CountedSql, distributedWalk } from './distributedPage.js';

const NO_PAGE = { page: undefined, steps: undefined };

/**
 * The total and the page of a list whose filter is accounts and whole days. Without accounts the total is that of companies and
 * entities, and the page takes the counts of the first accounts, or of all where it lies further back; with some, the counts of
 * these.
 * @param list what to select of a record `t`
 * @param isDistributed whether a page behind a place is found by counts too, which one server passes accounts for (`ownerWalk`)
 * @returns undefined where counts do not tell
 */
export function countedSql(
  query: CountedQuery,
  access: Access,
  list: Sql,
  isDistributed: boolean,
): CountedSql | undefined {
  const { resource, where, order, after } = query;
  const counted = countedBy(resource, where);
  const key = ownerKey(resource);
  if (!counted || !key) return undefined;
  const isInOrder = isSameOrder(order, orderKeys(resource, [], where));
  const isPage = isInOrder && (after === undefined || isDistributed);
  const page = (): Pick<CountedSql, 'page' | 'steps'> => {
    if (!isPage) return NO_PAGE;
    if (after === undefined) return pageSql(query, key, counted, list);
    return { page: undefined, steps: distributedWalk({ ...query, after }, order, key.column, counted.times, list) };
  };
  const isOfAll = counted.accounts.length === 0;
  return {
    owners: ownersSql(query, key, access, counted, isOfAll && isPage),
    total: isOfAll
      ? portfolioTotalSql(resource, access, counted)
      : sql`(select coalesce(sum(size), 0)::bigint as total from owners)`,
    ...page(),
  };
}

/**
 * The accounts that the page overlaps, and of the first of them the day that it begins on; then the records of each, in
 * their order, as what is lateral is joined by a nested loop.
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
      recordsOf: (own) => records(accountKey(own.key), sql`${own.at}`, sql`limit ${own.wanted} offset ${own.skipped}`),
      recordsOfEach: () => records(sql`s.${key}`, sql`'-infinity'`, sql`limit ${limit}`),
    },
  };
}

/** Whether two orders are the same. */
function isSameOrder(one: readonly SortKey[], other: readonly SortKey[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ column, descending }, index) => {
      const own = other[index];
      return own?.column === column && own.descending === descending;
    })
  );
}
