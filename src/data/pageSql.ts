import type { Columns, Row } from './columns.js';
import type { CountedSql } from './countedSteps.js';
import type { Tuple } from './database.js';
import { ownerWalk } from './ownerWalk.js';
import type { Access, Position, Resource, SortKey, Where } from './resource.js';
import { searchSql, type Search } from './search.js';
import { accessSql } from './access.js';
import { afterSql, orderKeys, orderSql, whereSql } from './conditions.js';
import { asVisible, identifierSql, join, NOTHING, type Sql, sql, type VisibleSql } from './sql.js';

export interface Page {
  /** Matching records; undefined when it was not wanted. */
  readonly total: number | undefined;
  readonly rows: readonly Row[];
}

export interface PageQuery {
  readonly resource: Resource;
  /** The columns to read; undefined: no rows wanted. */
  readonly columns: Columns | undefined;
  readonly total: boolean;
  readonly where: Where | undefined;
  readonly search?: Search | undefined;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
  /** Only what comes after it; the order's keys are those of {@link orderKeys}. */
  readonly after?: Position;
}

/** Whether a row is the first of its page; a page without any is one row whose number is null. */
export const FIRST = sql`coalesce(d."$number", 1) = 1`;
/** Tells whether the page has rows. */
const PRESENCE = sql`case when ${FIRST} then d."$number" is not null end as "$row"`;
/** The place of a page's parent. */
export const POSITION = sql`p.position as "$parent"`;

/**
 * Total and page in one statement, so from one snapshot. A parent's row stands alone on the left of the joins, so they
 * are nested loops, which keep the order of the inner page. What is the same on all rows of a page stands on its first
 * one alone, as each value of a row costs as much as those of its record.
 */
export function pageSql(
  query: PageQuery,
  access: Access,
  from: Sql,
  first: readonly Sql[],
  link: Sql,
  pinned: ReadonlySet<string>,
  { counted, page: found }: { readonly counted?: CountedSql | undefined; readonly page?: Sql | undefined } = {},
): VisibleSql {
  const { resource, columns, sort, limit, skip, total, after } = query;
  const table = identifierSql(resource.table);
  const condition = sql`${link} and ${accessSql(resource, access)}${conditionsOf(query, access)}`;
  const own = [...(total ? [totalOf(columns)] : []), ...(columns ? [PRESENCE, columns.names] : [])];
  const begin = sql`${counted ? sql`${counted.owners} ` : NOTHING}select ${join([...first, ...own], ', ')} from ${from}`;
  const count = sql`lateral (select count(*) as total from ${table} t where ${condition})`;
  const withTotal = total ? sql`${begin} left join ${counted?.total ?? count} n on true` : begin;
  if (!columns) return asVisible(withTotal);
  const keys = orderKeys(resource, sort, pinned);
  const behind = after ? sql` and ${afterSql(keys, after)}` : NOTHING;
  const page = sql`(select ${columns.list} from ${table} t where ${condition}${behind}
      order by ${orderSql(keys)} limit ${limit} offset ${skip})`;
  const numbered = sql`left join lateral (select row_number() over () as "$number", r.* from ${found ?? page} r) d on true`;
  // Records, totals and owners are each read with the viewer's access.
  return asVisible(sql`${withTotal} ${numbered}`);
}

/** Whether all records of one company or entity are asked for by their identifiers, whose page an index on both begins at. */
export function isFoundAlike({ resource, where, search, sort }: PageQuery, { companies, entities }: Access): boolean {
  const isAll = search === undefined && (where === undefined || ('all' in where && where.all.length === 0));
  const isOfOne =
    resource.seenBy.length === 0 && resource.distributedBy === '' && companies.length + entities.length === 1;
  return isAll && isOfOne && orderKeys(resource, sort, new Set()).every(({ column }) => column.path === '_id');
}

/** What a filter and a search ask of a record `t`. */
function conditionsOf({ where, search }: PageQuery, access: Access): Sql {
  return sql`${where ? sql` and ${whereSql(where)}` : NOTHING}${search ? sql` and ${searchSql(search, access)}` : NOTHING}`;
}

/** The page as accounts are passed for it; undefined where they are not. */
export function walkSql(query: PageQuery, access: Access): Sql | undefined {
  const asked = sql`true${conditionsOf(query, access)}`;
  return query.columns && ownerWalk(query, access, asked, query.columns.list);
}

function totalOf(columns: Columns | undefined): Sql {
  return columns ? sql`case when ${FIRST} then n.total end as "$total"` : sql`n.total as "$total"`;
}

/**
 * A page of the tuples of {@link pageSql}.
 * @param at index of what follows the first columns: the total, where it is wanted, and the row, where it is
 */
export function toPage({ columns, total }: PageQuery, tuples: readonly Tuple[], at: number): Page {
  const present = total ? at + 1 : at;
  const [first] = tuples;
  return {
    total: total ? Number(first?.[at] ?? 0) : undefined,
    rows: columns && first?.[present] === true ? tuples.map(columns.rowsAt(present + 1)) : [],
  };
}
