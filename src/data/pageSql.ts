import type { Columns, Row } from './columns.js';
import type { CountedSql } from './distributedPage.js';
import type { Tuple } from '../db/database.js';
import type { Access, Comparison, Position, Resource, SortKey, Where } from './resource.js';
import { type Search, searchSql } from './search.js';
import { accessSql } from './access.js';
import { afterSql, orderSql, whereSql } from './conditions.js';
import {
  asVisible,
  identifierSql,
  idParameter,
  join,
  NOTHING,
  raw,
  type Sql,
  sql,
  unparsedFrom,
  type VisibleSql,
} from '../db/sql.js';
import type { Value } from '../values/scalars.js';
import { type CountedQuery, FIRST_OWNERS, type Key, ownerKey } from './countedPage.js';

export interface Page {
  /** The number of matching records; undefined if the query does not request it. */
  readonly total: number | undefined;
  readonly rows: readonly Row[];
}

export interface PageQuery {
  readonly resource: Resource;
  /** The columns to read; undefined: the query requests no rows. */
  readonly columns: Columns | undefined;
  readonly total: boolean;
  readonly where: Where | undefined;
  readonly search?: Search | undefined;
  /** The keys of `orderKeys`. */
  readonly order: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
  /** The page has only records that come after it in the order. */
  readonly after?: Position;
}

/** Null in the only row of a page without records. */
const PRESENCE = sql`d."$row"`;
const TOTAL = sql`n.total as "$total"`;
/** The index of a page's parent. */
export const POSITION = sql`p.position as "$parent"`;

/**
 * Returns one statement for total and page, so both are from one snapshot. Each parent has a single row on the left of the joins.
 * So the joins
 * are nested loops, which keep the order of the inner page.
 * @param from the parents, as a table; one row if the page has no parents
 * @param first columns of `from`, before the total, the presence and the records' columns
 * @param link the condition that joins a record `t` to its parent
 */
export function pageSql(
  query: PageQuery,
  access: Access,
  from: Sql,
  first: readonly Sql[],
  link: Sql,
  { counted, page: found }: { readonly counted?: CountedSql | undefined; readonly page?: Sql | undefined } = {},
): VisibleSql {
  const { resource, columns, order, limit, skip, total, after } = query;
  const table = identifierSql(resource.table);
  const condition = sql`${link} and ${accessSql(resource, access)}${conditionsOf(query, access)}`;
  const own = [...(total ? [TOTAL] : []), ...(columns ? [PRESENCE, columns.names] : [])];
  const begin = sql`${counted ? sql`${counted.owners} ` : NOTHING}select ${join([...first, ...own], ', ')} from ${from}`;
  const count = sql`lateral (select count(*) as total from ${table} t where ${condition})`;
  const before = first.length + (total ? 1 : 0) + 1;
  const withTotal = total ? sql`${begin} left join ${counted?.total ?? count} n on true` : begin;
  if (!columns) return asVisible(withTotal);
  const behind = after ? sql` and ${afterSql(order, after)}` : NOTHING;
  const page = sql`(select ${columns.list} from ${table} t where ${condition}${behind}
      order by ${orderSql(order)} limit ${limit} offset ${skip})`;
  const records = sql`left join lateral (select true as "$row", r.* from ${found ?? page} r) d on true`;
  // Records, totals and owners are each read with the viewer's access.
  const statement = asVisible(sql`${withTotal} ${records}`);
  return unparsedFrom(statement, columns.isUnparsed ? before : null);
}

/**
 * Returns whether the query selects all records of one company or entity by identifier. An index on both columns then finds the
 * page.
 */
export function isFoundAlike({ resource, where, search, order }: PageQuery, { companies, entities }: Access): boolean {
  const isAll = search === undefined && (where === undefined || ('all' in where && where.all.length === 0));
  const isOfOne =
    resource.seenBy.length === 0 && resource.distributedBy === '' && companies.length + entities.length === 1;
  return isAll && isOfOne && order.every(({ column }) => column.path === '_id');
}

/** Returns the number of records that match a query, on all pages. */
export function totalSql(query: PageQuery, access: Access): VisibleSql {
  const { resource } = query;
  const condition = sql`${accessSql(resource, access)}${conditionsOf(query, access)}`;
  return sql`select count(*) from ${identifierSql(resource.table)} t where ${condition}`;
}

/** Returns the conditions of filter and search on a record `t`. */
function conditionsOf({ where, search }: PageQuery, access: Access): Sql {
  return sql`${where ? sql` and ${whereSql(where)}` : NOTHING}${search ? sql` and ${searchSql(search, access)}` : NOTHING}`;
}

/** Returns the page as a walk over the owners in order; undefined if the query does not allow it. */
export function walkSql(query: PageQuery, access: Access): Sql | undefined {
  const asked = sql`true${conditionsOf(query, access)}`;
  return query.columns && ownerWalk(query, access, asked, query.columns.list);
}

/**
 * Returns a page of the tuples of {@link pageSql}.
 * @param at index of the first column after `first`: the total, if the query requests it, and then the row
 */
export function toPage({ columns, total }: PageQuery, tuples: readonly Tuple[], at: number): Page {
  const present = total ? at + 1 : at;
  const [first] = tuples;
  return {
    total: total ? Number(first?.[at] ?? 0) : undefined,
    rows: columns && first?.[present] === true ? tuples.map(columns.rowsAt(present + 1)) : [],
  };
}

/** Filters by these fields may match few records, which separate indexes find. */
const FOUND_BY_THEMSELVES = ['_id', 'updatedAt'];

/**
 * Reads the records of a page in the order of owners (accounts), times and identifiers, owner by owner. The matching records of
 * an owner
 * are a range of the index on owner and time. The statement reads further owners until the page is full, so every page costs the
 * same.
 * A statement over all owners would read and sort all records behind the page.
 * @param query its `after` is the record before the page
 * @param asked its condition on a record `t`; the statement checks the access to the owner
 * @param list the columns to select from a record `t`
 * @returns undefined if the order differs or is that of one owner, or if a separate index serves the filter
 */
export function ownerWalk(query: CountedQuery, access: Access, asked: Sql, list: Sql): VisibleSql | undefined {
  const { resource, where, order, limit, skip, after } = query;
  const key = ownerKey(resource);
  const [owner, time] = resource.order;
  const [first, second, ...rest] = order;
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
  // A lateral join is a nested loop. It keeps the order, and ends with the page.
  return sql`(select r.* from (${owners}) o cross join lateral (
       select ${list} from ${identifierSql(resource.table)} t
       where t.${identifierSql(key.column)} = o.key and ${start} >= o.at and (o.is_later or ${behind}) and ${asked}
       order by ${orderSql([second, ...rest])} limit ${skip + limit}) r limit ${limit} offset ${skip})`;
}

/**
 * Returns a table of owners in order: `key`; `at`, the first moment of the page's records; and `is_later`, whether all of the
 * owner's records
 * come after the cursor. The statement finds the first owners before the others, which few pages need.
 * @param own the owner of the cursor
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

/** Returns the comparisons that every match satisfies. It leaves out other conditions of the filter. */
function allOf(where: Where | undefined): readonly Comparison[] {
  if (where === undefined) return [];
  if ('compare' in where) return [where.compare];
  return 'all' in where ? where.all.flatMap(allOf) : [];
}
