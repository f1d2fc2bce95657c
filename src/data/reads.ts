import type { Columns, Row } from './columns.js';
import { type Owner, readCurrencies } from './currency.js';
import { countedSql } from './countedPage.js';
import type { CountedSql } from './countedSteps.js';
import type { Queryable, Tuple, Caller } from './database.js';
import { distributedPage } from './distributedPage.js';
import { SHARDS } from './distribution.js';
import { databaseFailure } from './failure.js';
import type { Access, Position, Resource, SortKey, Where } from './resource.js';
import { ownerWalk } from './ownerWalk.js';
import { searchSql, type Search } from './search.js';
import {
  identifier,
  join,
  sql,
  type Sql,
  accessSql,
  afterSql,
  type Belonging,
  linkSql,
  orderKeys,
  orderSql,
  plannedOnce,
  pinnedBy,
  whereSql,
  idParameter,
} from './sql.js';
import { type DataState, stateColumns, stateOf } from './state.js';

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

/** The one door to the resource tables: every read of them adds the viewer's access here. */
export interface Reads {
  /** Records by a column that identifies them, in any order; at most one for each id. */
  byIds(resource: Resource, ids: readonly string[], columns: Columns): Promise<readonly Row[]>;
  page(query: PageQuery): Promise<Page>;
  /**
   * The moment from which on there are records of a resource that are kept for a time only, as it is now: a page that was read
   * before has those from then on. Null: none are kept.
   */
  knownSince(resource: Resource): Promise<string | null>;
  /** A page for each parent, in one statement; the result is in the parents' order. */
  pages(query: PageQuery, belonging: Belonging, parents: readonly string[]): Promise<readonly Page[]>;
  /** The currencies that the money of owners of records is in, in their order; null: not known. */
  currencies(owners: readonly Owner[]): Promise<readonly (string | null)[]>;
}

const PARENT = '$parent';
const TOTAL = '$total';
/** Of the rows of a page; a page without any is one row whose number is null. */
const NUMBER = '$number';
const FIRST = `coalesce(d."${NUMBER}", 1) = 1`;
/** Whether the page has any row. */
const PRESENCE = `case when ${FIRST} then d."${NUMBER}" is not null end as "$row"`;
const POSITION = sql(`p.position as "${PARENT}"`);

/**
 * @param access what the viewer is granted
 * @param caller the request that reads
 * @param onState told what the database was at in the snapshot that a page or record came from; not of records that are distributed
 */
export function openReads(
  database: Queryable,
  access: Access,
  caller?: Caller,
  onState?: (state: DataState) => void,
): Reads {
  const run = async (resource: Resource, { text, bindings }: Sql): Promise<readonly Tuple[]> => {
    try {
      return await database.tuples(text, bindings, caller);
    } catch (error) {
      throw databaseFailure(error, cheaper(resource));
    }
  };
  const states = onState ? 2 : 0;
  /** Tells the state, which stands first. */
  const note = (tuples: readonly Tuple[]): readonly Tuple[] => {
    const [first] = tuples;
    if (onState && first) onState(stateOf(first[0], first[1]));
    return tuples;
  };
  const pages: Reads['pages'] = async (query, belonging, parents) => {
    const from = sql(`unnest(?::bytea[]) with ordinality p(id, position)`, parents.map(idParameter));
    const pinned = new Set([...pinnedBy(query.where), ...('column' in belonging ? [belonging.column.path] : [])]);
    const shared = database.isDistributed() ? ofShards(query.resource, from, belonging) : null;
    const [parentsOf, link] = shared ?? [from, linkSql(belonging, 'p.id')];
    const tuples = await run(query.resource, pageSql(query, access, parentsOf, [POSITION], link, pinned));
    const byParent: Tuple[][] = parents.map(() => []);
    for (const tuple of tuples) byParent[Number(tuple[0]) - 1]?.push(tuple);
    return byParent.map((own) => toPage(query, own, 1));
  };
  return {
    async byIds(resource, ids, columns) {
      const condition = join([sql('t._id = any(?)', ids.map(idParameter)), accessSql(resource, access)], ' and ');
      const list = join([...(onState ? stateColumns(access) : []), sql(columns.names.join(', '))], ', ');
      const found = `select ${columns.text} from ${identifier(resource.table)} t where ${condition.text}`;
      const text = plannedOnce(`select ${list.text} from (${found}) d`);
      const statement = sql(text, ...list.bindings, ...condition.bindings);
      return note(await run(resource, statement)).map(columns.rowsAt(states));
    },
    async page(query) {
      const one = sql('(values (1)) p(position)');
      const counted = countedSql(query, access, query.columns?.text ?? '', database.isDistributed());
      if (counted?.steps && query.columns && database.isDistributed()) {
        const ask = (statement: Sql): Promise<readonly Tuple[]> => run(query.resource, statement);
        const { total, rows } = await distributedPage(ask, counted, counted.steps, query.columns);
        return { total: query.total ? total : undefined, rows };
      }
      const state = onState ? stateColumns(access, query.columns && FIRST) : [];
      const page = counted?.page ?? (database.isDistributed() ? undefined : walkSql(query, access));
      const { text, bindings } = pageSql(query, access, one, state, sql('true'), pinnedBy(query.where), {
        counted,
        page,
      });
      const statement = sql(isFoundAlike(query, access) ? plannedOnce(text) : text, ...bindings);
      return toPage(query, note(await run(query.resource, statement)), states);
    },
    async knownSince(resource) {
      const text = `select case when since < 'infinity' then since end from ${identifier(resource.known)}`;
      const [row] = await run(resource, sql(text));
      return typeof row?.[0] === 'string' ? row[0] : null;
    },
    pages,
    currencies: (owners) => readCurrencies(database, owners, caller),
  };
}

/**
 * Where the records of parents are distributed by account, each on the server that has them.
 * @param parents a table `p` of the accounts' identifiers
 * @returns a table of parents, of which one without any record may be missing, and the condition that a record belongs to one;
 *   null: the records are not distributed
 */
function ofShards({ distributedBy }: Resource, parents: Sql, belonging: Belonging): readonly [Sql, Sql] | null {
  if (!('column' in belonging) || belonging.column.path !== distributedBy || !belonging.column.key) return null;
  const { column, table } = belonging.column.key;
  const key = identifier(column);
  const shards = `join ${identifier(table)} k on k._id = p.id join ${SHARDS} s on s.${key} = k.${key}`;
  return [join([parents, sql(shards)], ' '), sql(`t.${key} = s.${key}`)];
}

/**
 * Total and page in one statement, so from one snapshot. A parent's row stands alone on the left of the joins, so they
 * are nested loops, which keep the order of the inner page. What is the same on all rows of a page stands on its first
 * one alone, as each value of a row costs as much as those of its record.
 */
function pageSql(
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
function isFoundAlike({ resource, where, search, sort }: PageQuery, { companies, entities }: Access): boolean {
  const isAll = search === undefined && (where === undefined || ('all' in where && where.all.length === 0));
  const isOfOne =
    resource.seenBy.length === 0 && resource.distributedBy === '' && companies.length + entities.length === 1;
  return isAll && isOfOne && orderKeys(resource, sort, new Set()).every(({ column }) => column.path === '_id');
}

/** What a filter and a search ask of a record `t`. */
function askedSql({ where, search }: PageQuery, access: Access): readonly Sql[] {
  return [...(where ? [whereSql(where)] : []), ...(search ? [searchSql(search, access)] : [])];
}

function walkSql(query: PageQuery, access: Access): Sql | undefined {
  const asked = join([sql('true'), ...askedSql(query, access)], ' and ');
  return query.columns && ownerWalk(query, access, asked, query.columns.text);
}

function totalOf(columns: Columns | undefined): string {
  return columns ? `case when ${FIRST} then n.total end as "${TOTAL}"` : `n.total as "${TOTAL}"`;
}

/** @param at index of what follows the first columns: the total, where it is wanted, and the row, where it is */
function toPage({ columns, total }: PageQuery, tuples: readonly Tuple[], at: number): Page {
  const present = total ? at + 1 : at;
  const [first] = tuples;
  return {
    total: total ? Number(first?.[at] ?? 0) : undefined,
    rows: columns && first?.[present] === true ? tuples.map(columns.rowsAt(present + 1)) : [],
  };
}

function cheaper({ cheap }: Resource): string {
  return cheap.length === 0 ? 'Ask for less.' : `Add a filter that an index serves: ${cheap.join(', ')}.`;
}
