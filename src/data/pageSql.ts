import type { Columns, Row } from './columns.js';
import type { CountedSql } from './distributedPage.js';
import type { Tuple } from '../db/database.js';
import type { Topology } from '../db/topology.js';
import type { Access, Position, Resource, SortKey, Where } from './resource.js';
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
import { allOf, countedSql, FIRST_OWNERS, type Key, ownerKey } from './countedPage.js';

export interface Page {
  /** The number of matching records; undefined: the query does not request it. */
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
  /** The sort keys from `orderKeys`. */
  readonly order: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
  /** The page has only records after this position. */
  readonly after?: Position;
}

/** Null in the only row of an empty page. */
const PRESENCE = sql`d."$row"`;
const TOTAL = sql`n.total as "$total"`;
/** The index of a page's parent. */
export const POSITION = sql`p.position as "$parent"`;

/** The parts of a statement that find total and page without a scan. */
export interface PageSource extends Pick<CountedSql, 'steps'> {
  readonly counted?: CountedSql | undefined;
  readonly page?: Sql | undefined;
}

/**
 * Chooses how to find total and page, from the declaration of the resource: from counts if they fit the query, by
 * cursor pagination over the owners, or by a scan.
 */
export function pageSourceOf(query: PageQuery, access: Access, { joinsFreely }: Topology): PageSource {
  const counted = countedSql(query, access, query.columns?.list ?? NOTHING, !joinsFreely);
  if (!joinsFreely) return { counted, steps: counted?.steps };
  return { counted, page: counted?.page ?? pageByOwner(query, access) };
}

/** The tables of a page and its total, and the `with` clause that both need. */
interface PageTables {
  readonly owners: Sql;
  readonly total: Sql;
  readonly page: Sql;
}

/** @param link the condition that joins a record `t` to its parent */
function pageTables(query: PageQuery, access: Access, link: Sql, { counted, page }: PageSource): PageTables {
  const { resource, columns, order, limit, skip, after } = query;
  const table = identifierSql(resource.table);
  const condition = sql`${link} and ${accessSql(resource, access)}${conditionsOf(query, access)}`;
  const behind = after ? sql` and ${afterSql(order, after)}` : NOTHING;
  const scanned = sql`(select ${columns?.list ?? NOTHING} from ${table} t where ${condition}${behind}
      order by ${orderSql(order)} limit ${limit} offset ${skip})`;
  return {
    owners: counted ? sql`${counted.owners} ` : NOTHING,
    total: counted?.total ?? sql`lateral (select count(*) as total from ${table} t where ${condition})`,
    page: page ?? scanned,
  };
}

/**
 * Returns one statement for the pages of parents and their totals, so all are from one snapshot. The left side of the
 * joins has one row for each parent. So the joins are nested loops, which preserve the order of the inner page.
 * @param from a table of the parents; one row for a page without a parent
 * @param first columns of `from`, before the total, the presence and the records' columns
 * @param link the condition that joins a record `t` to its parent
 */
export function pageSql(
  query: PageQuery,
  access: Access,
  from: Sql,
  first: readonly Sql[],
  link: Sql,
  source: PageSource = {},
): VisibleSql {
  const { columns, total } = query;
  const tables = pageTables(query, access, link, source);
  const selected = [...first, ...(total ? [TOTAL] : []), ...(columns ? [PRESENCE, columns.names] : [])];
  const withTotal = sql`${tables.owners}select ${join(selected, ', ')} from ${from}${total ? sql` left join ${tables.total} n on true` : NOTHING}`;
  if (!columns) return asVisible(withTotal);
  const records = sql`left join lateral (select true as "$row", r.* from ${tables.page} r) d on true`;
  // The statements for records, totals and owners each contain the viewer's access.
  const statement = asVisible(sql`${withTotal} ${records}`);
  return unparsedFrom(statement, columns.isUnparsed ? first.length + Number(total) + 1 : null);
}

/** The table of parents of a page without a parent: one row. */
export const ONE = sql`(values (1)) p(position)`;

/**
 * Returns the statement of a page without a parent, on one server. The first tuple has the columns `first` and the
 * total, and each later tuple has a record. Repeated in each of 100 records, the first columns would take a fifth of the
 * statement's time. Without such columns there is no first tuple. Without parallel workers, an Append runs its parts in
 * order.
 * @param from the table of `first`; null: none
 */
export function onePageSql(
  query: PageQuery,
  access: Access,
  from: Sql | null,
  first: readonly Sql[],
  source: PageSource,
): VisibleSql {
  const { columns, total } = query;
  const head = [...first, ...(total ? [TOTAL] : [])];
  if (!columns) return pageSql(query, access, from ?? ONE, first, sql`true`, source);
  const tables = pageTables(query, access, sql`true`, source);
  const nulls = raw(head.map(() => 'null, ').join(''));
  const records = sql`select ${nulls}${columns.names} from ${tables.page} d`;
  const joined = total ? sql` left join ${tables.total} n on true` : NOTHING;
  const statement =
    head.length === 0
      ? sql`${tables.owners}${records}`
      : sql`${tables.owners}select ${join(head, ', ')}, ${columns.nulls} from ${from ?? ONE}${joined} union all (${records})`;
  return unparsedFrom(asVisible(statement), columns.isUnparsed ? head.length : null);
}

/**
 * Returns whether the query selects all records of one company or entity by identifier. An index on both columns then
 * finds the page.
 */
export function selectsAllOfOneOwner(
  { resource, where, search, order }: PageQuery,
  { companies, entities }: Access,
): boolean {
  const isAll = search === undefined && (where === undefined || ('all' in where && where.all.length === 0));
  const hasOneOwner =
    resource.seenBy.length === 0 && resource.distributedBy === '' && companies.length + entities.length === 1;
  return isAll && hasOneOwner && order.every(({ column }) => column.path === '_id');
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

/**
 * Returns a page of the tuples of {@link onePageSql}.
 * @param at the number of columns `first`: the index of the total, if the query requests it
 */
export function toOnePage({ columns, total }: PageQuery, tuples: readonly Tuple[], at: number): Page {
  const count = at + Number(total);
  const records = count > 0 ? tuples.slice(1) : tuples;
  return {
    total: total ? Number(tuples[0]?.[at] ?? 0) : undefined,
    rows: columns ? records.map(columns.rowsAt(count)) : [],
  };
}

/** A filter by these fields may match few records. Separate indexes find them. */
const SEPARATELY_INDEXED = ['_id', 'updatedAt'];

/**
 * Reads the records of a page in the order of owners (accounts), times and identifiers, owner by owner. The matching
 * records of an owner are a range of the index on owner and time. The statement reads further owners until the page is
 * full, so every page costs the same. A statement over all owners would read and sort all records behind the page.
 * @param query its `after` is the record before the page
 * @returns undefined if the order differs, if only one owner matches, or if a separate index serves the filter
 */
function pageByOwner(query: PageQuery, access: Access): VisibleSql | undefined {
  const { resource, columns, where, order, limit, skip, after } = query;
  const key = ownerKey(resource);
  const [owner, time] = resource.order;
  const [first, second, ...rest] = order;
  const isInOrder = first?.column.path === owner && second?.column.path === time && !first?.descending;
  const [cursorId, from, ...others] = after ?? [];
  if (!columns || !key || !second || second.descending || !isInOrder || cursorId === null) return undefined;
  const conditions = allOf(where).flatMap((comparison) => comparison ?? []);
  if (conditions.some(({ column }) => SEPARATELY_INDEXED.includes(column.path))) return undefined;
  const ownerFilters = conditions.filter(({ column, operator }) => column.path === owner && operator === 'in');
  const cursor = cursorId === undefined ? null : { id: idParameter(String(cursorId)), from: from ?? null };
  const owners = ownersSql(
    key,
    accessSql(resource, access),
    ownerFilters.map((compare) => whereSql({ compare })),
    cursor,
  );
  const behind = cursor ? afterSql([second, ...rest], [cursor.from, ...others]) : sql`true`;
  const start = sql`t.${identifierSql(second.column.name)}`;
  // The subquery of owners contains the access. A lateral join is a nested loop: it preserves the order, and ends with
  // the page.
  return sql`(select r.* from (${owners}) o cross join lateral (
       select ${columns.list} from ${identifierSql(resource.table)} t
       where t.${identifierSql(key.column)} = o.key and ${start} >= o.at and (o.is_later or ${behind}) and true${conditionsOf(query, access)}
       order by ${orderSql([second, ...rest])} limit ${skip + limit}) r limit ${limit} offset ${skip})`;
}

/**
 * Returns a table of owners in order: `key`; `at`, the first moment of the page's records; and `is_later`, whether all
 * of the owner's records come after the cursor. The statement first finds the first owners. Few pages need the others.
 * @param cursor the owner of the cursor
 */
function ownersSql(
  { column, table }: Key,
  access: VisibleSql,
  filters: readonly Sql[],
  cursor: { readonly id: string; readonly from: Value | null } | null,
): VisibleSql {
  const ownersWhere = (more: Sql): VisibleSql => sql`select t.${identifierSql(column)} as key, t._id as id
    from ${identifierSql(table)} t where ${access} and ${join([...filters, more], ' and ')} order by t._id`;
  const first = ownersWhere(cursor ? sql`t._id >= ${cursor.id}` : sql`true`);
  const others = ownersWhere(
    sql`t._id > (select id from first order by id desc limit 1) and (select count(*) from first) = ${raw(FIRST_OWNERS)}`,
  );
  const isLater = cursor ? sql`id > ${cursor.id}` : sql`true`;
  const at = cursor
    ? sql`case when id > ${cursor.id} then '-infinity' else ${cursor.from}::timestamptz end`
    : sql`'-infinity'::timestamptz`;
  return sql`with first as materialized (${first} limit ${raw(FIRST_OWNERS)})
     select key, ${isLater} as is_later, ${at} as at from (select * from first union all (${others})) w`;
}
