import type { Value } from '../values/scalars.js';
import { type CountedQuery, FIRST_OWNERS, type Key, ownerKey } from './countedOwners.js';
import type { Access, Comparison, Where } from './resource.js';
import { accessSql } from './access.js';
import { afterSql, orderKeys, orderSql, pinnedBy, whereSql } from './conditions.js';
import { identifierSql, idParameter, join, raw, type Sql, sql, type VisibleSql } from './sql.js';

/** Few records may have what these ask for, which an index of their own finds. */
const FOUND_BY_THEMSELVES = ['_id', 'updatedAt'];

/**
 * The records of a page in the order of owners (accounts), times and identifiers, owner by owner: the records of each that match
 * are a range of the index on owner and time, and further owners are read until the page is full. So a page costs what it passes,
 * wherever it lies. A statement over all owners would read and sort all that lies behind the page.
 * @param query its `after` is behind which record the page begins
 * @param asked its condition on a record `t`; access is checked of the owner
 * @param list what to select of a record `t`
 * @returns undefined where the order is another, or of one owner, or an index of its own serves the filter
 */
export function ownerWalk(query: CountedQuery, access: Access, asked: Sql, list: Sql): VisibleSql | undefined {
  const { resource, where, sort, limit, skip, after } = query;
  const key = ownerKey(resource);
  const [owner, time] = resource.order;
  const [first, second, ...rest] = orderKeys(resource, sort, pinnedBy(where));
  const isInOrder = first?.column.path === owner && second?.column.path === time && !first?.descending;
  const [place, from, ...others] = after ?? [];
  if (!key || !second || second.descending || !isInOrder || place === null) return undefined;
  const conditions = allOf(where);
  if (conditions.some(({ column }) => FOUND_BY_THEMSELVES.includes(column.path))) return undefined;
  const named = conditions.filter(({ column, operator }) => column.path === owner && operator === 'in');
  const own = place === undefined ? null : { id: idParameter(String(place)), from: from ?? null };
  const owners = ownersSql(
    key,
    accessSql(resource, access),
    named.map((compare) => whereSql({ compare })),
    own,
  );
  const behind = own ? afterSql([second, ...rest], [own.from, ...others]) : sql`true`;
  const start = sql`t.${identifierSql(second.column.name)}`;
  // What is lateral is joined by a nested loop, which keeps the order, and ends with the page.
  return sql`(select r.* from (${owners}) o cross join lateral (
       select ${list} from ${identifierSql(resource.table)} t
       where t.${identifierSql(key.column)} = o.key and ${start} >= o.at and (o.is_later or ${behind}) and ${asked}
       order by ${orderSql([second, ...rest])} limit ${skip + limit}) r limit ${limit} offset ${skip})`;
}

/**
 * A table of owners in their order: `key`, `at`, from which moment on their records are wanted, and `is_later`, whether all of
 * these are. The first ones are found before the others, which few pages come to.
 * @param own where the page goes on
 */
function ownersSql(
  { column, table }: Key,
  access: VisibleSql,
  named: readonly Sql[],
  own: { readonly id: string; readonly from: Value | null } | null,
): VisibleSql {
  const wanted = (more: Sql): VisibleSql => sql`select t.${identifierSql(column)} as key, t._id as id
    from ${identifierSql(table)} t where ${access} and ${join([...named, more], ' and ')} order by t._id`;
  const first = wanted(own ? sql`t._id >= ${own.id}` : sql`true`);
  const others = wanted(
    sql`t._id > (select id from first order by id desc limit 1) and (select count(*) from first) = ${raw(FIRST_OWNERS)}`,
  );
  const isLater = own ? sql`id > ${own.id}` : sql`true`;
  const at = own
    ? sql`case when id > ${own.id} then '-infinity' else ${own.from}::timestamptz end`
    : sql`'-infinity'::timestamptz`;
  return sql`with first as materialized (${first} limit ${raw(FIRST_OWNERS)})
     select key, ${isLater} as is_later, ${at} as at from (select * from first union all (${others})) w`;
}

/** The comparisons that hold together, whatever else a filter asks for. */
function allOf(where: Where | undefined): readonly Comparison[] {
  if (where === undefined) return [];
  if ('compare' in where) return [where.compare];
  return 'all' in where ? where.all.flatMap(allOf) : [];
}
