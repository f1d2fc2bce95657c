import type { Columns, Row } from './columns.js';
import type { CountedSql } from './countedSteps.js';
import type { Tuple } from './database.js';
import { ownerWalk } from './ownerWalk.js';
import type { Access, Position, Resource, SortKey, Where } from './resource.js';
import { searchSql, type Search } from './search.js';
import { accessSql, afterSql, identifier, join, orderKeys, orderSql, sql, type Sql, whereSql } from './sql.js';

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

const PARENT = '$parent';
const TOTAL = '$total';
/** Of the rows of a page; a page without any is one row whose number is null. */
const NUMBER = '$number';
/** Whether a row is the first of its page. */
export const FIRST = `coalesce(d."${NUMBER}", 1) = 1`;
/** Tells whether the page has rows. */
const PRESENCE = `case when ${FIRST} then d."${NUMBER}" is not null end as "$row"`;
/** The place of a page's parent. */
export const POSITION = sql(`p.position as "${PARENT}"`);

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
): Sql {
  const { resource, columns, sort, limit, skip, total, after } = query;
  const table = `from ${identifier(resource.table)} t`;
  const condition = join([link, accessSql(resource, access), ...askedSql(query, access)], ' and ');
  const own = [...(total ? [totalOf(columns)] : []), ...(columns ? [PRESENCE, ...columns.names] : [])];
  const list = join([...first, ...own.map((column) => sql(column))], ', ');
  const pieces = [
    ...(counted ? [counted.owners] : []),
    sql(`select ${list.text} from ${from.text}`, ...list.bindings, ...from.bindings),
  ];
  if (total) {
    const count = sql(`lateral (select count(*) as total ${table} where ${condition.text})`, ...condition.bindings);
    pieces.push(sql('left join'), counted?.total ?? count, sql('n on true'));
  }
  if (columns) {
    const keys = orderKeys(resource, sort, pinned);
    const rest = after ? join([condition, afterSql(keys, after)], ' and ') : condition;
    const page = sql(
      `(select ${columns.text} ${table} where ${rest.text} order by ${orderSql(keys)} limit ? offset ?)`,
      ...[...rest.bindings, limit, skip],
    );
    const numbered = sql(`left join lateral (select row_number() over () as "${NUMBER}", r.* from`);
    pieces.push(numbered, found ?? page, sql('r) d on true'));
  }
  return join(pieces, ' ');
}

/** Whether all records of one company or entity are asked for by their identifiers, whose page an index on both begins at. */
export function isFoundAlike({ resource, where, search, sort }: PageQuery, { companies, entities }: Access): boolean {
  const isAll = search === undefined && (where === undefined || ('all' in where && where.all.length === 0));
  const isOfOne =
    resource.seenBy.length === 0 && resource.distributedBy === '' && companies.length + entities.length === 1;
  return isAll && isOfOne && orderKeys(resource, sort, new Set()).every(({ column }) => column.path === '_id');
}

/** What a filter and a search ask of a record `t`. */
function askedSql({ where, search }: PageQuery, access: Access): readonly Sql[] {
  return [...(where ? [whereSql(where)] : []), ...(search ? [searchSql(search, access)] : [])];
}

/** The page as accounts are passed for it; undefined where they are not. */
export function walkSql(query: PageQuery, access: Access): Sql | undefined {
  const asked = join([sql('true'), ...askedSql(query, access)], ' and ');
  return query.columns && ownerWalk(query, access, asked, query.columns.text);
}

function totalOf(columns: Columns | undefined): string {
  return columns ? `case when ${FIRST} then n.total end as "${TOTAL}"` : `n.total as "${TOTAL}"`;
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
