import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Columns, Row } from './columns.js';
import { type Owner, readCurrencies } from './currency.js';
import type { Queryable, Tuple, Caller } from '../db/database.js';
import { distributedPage } from './distributedPage.js';
import { SHARDS, type Topology } from '../db/topology.js';
import { databaseFailure } from '../db/failure.js';
import { requirePresent } from '../db/pool.js';
import type { PageSource, Page, PageQuery } from './pageSql.js';
import {
  ONE,
  onePageSql,
  pageSourceOf,
  pageSql,
  POSITION,
  selectsAllOfOneOwner,
  toOnePage,
  toPage,
  totalSql,
} from './pageSql.js';
import type { Access, Resource } from './resource.js';
import { accessSql, ofEverybody } from './access.js';
import { type Belonging, linkSql, withoutPinned } from './conditions.js';
import {
  equalsAny,
  identifierSql,
  idParameter,
  join,
  numberedText,
  plannedOnce,
  raw,
  type Sql,
  sql,
  unparsedFrom,
  type VisibleSql,
} from '../db/sql.js';
import type { ReadRecord, RecordSource, RecordsWithState } from './sharedRecords.js';
import { type DataState, stateOf, type StateParts, type StateSql, stateSql } from './state.js';

/** Reads records of the resources, with the viewer's access in every statement. */
export interface Reads {
  /**
   * Returns the record with an identifier in lower case, or null.
   * @param columns with the column `_id`
   */
  byId(resource: Resource, id: string, columns: Columns): Promise<Row | null>;
  /** Returns the records with these identifiers, in any order. */
  byIds(resource: Resource, ids: readonly string[], columns: Columns): Promise<readonly Row[]>;
  page(query: PageQuery): Promise<Page>;
  /**
   * Returns the deletion horizon of a resource with records for a limited time only, such as deletions. Read it after a
   * page: the page then has all records since this moment. Null: the resource stores no records.
   */
  deletionHorizon(resource: Resource): Promise<string | null>;
  /** Returns a page for each parent, in the order of the parents. One statement reads them all. */
  pages(query: PageQuery, belonging: Belonging, parents: readonly string[]): Promise<readonly Page[]>;
  /** Returns the currency of each owner of records, in the order of owners; null: it is unknown. */
  currencies(owners: readonly Owner[]): Promise<readonly (string | null)[]>;
}

/** The options of {@link openReads}. */
export interface ReadOptions {
  /** The request that the reads belong to. */
  readonly caller?: Caller | undefined;
  /** Called with the state in the snapshot of a page or record. Distributed records have no state. */
  readonly onState?: ((state: DataState) => void) | undefined;
  /** Totals of earlier pages. They are used only with `onState`: the state shows whether they are current. */
  readonly totals?: Totals | undefined;
  /** Reads single records if there is `onState`; by default each in its own statement. */
  readonly readRecord?: ReadRecord | undefined;
}

/**
 * Returns the reads of one request.
 * @param access the companies and entities that the viewer may see
 */
export function openReads(
  database: Queryable,
  access: Access,
  { caller, onState, totals, readRecord }: ReadOptions = {},
): Reads {
  const reader = readerOf(database, access, { caller, onState });
  const { run } = reader;
  return {
    async byId(resource, id, columns) {
      if (!readRecord || !onState) return (await readByIds(reader, resource, [id], columns))[0] ?? null;
      caller?.clock.waitBegins();
      const reading = readRecord({ resource, columns, access }, id, caller);
      const { byId, state } = await reading.finally(() => caller?.clock.waitEnds());
      requirePresent(caller);
      const row = byId.get(id) ?? null;
      if (row && state) onState(state);
      return row;
    },
    byIds: (resource, ids, columns) => readByIds(reader, resource, ids, columns),
    async page(query) {
      const source = pageSourceOf(query, access, database.topology());
      const { counted, steps } = source;
      if (counted && steps && query.columns) {
        const read = (statement: VisibleSql): Promise<readonly Tuple[]> => run(query.resource, statement);
        const { total, rows } = await distributedPage(read, counted, steps, query.columns);
        return { total: query.total ? total : undefined, rows };
      }
      if (totals && onState && query.total && query.columns && !counted)
        return readCounted(reader, query, source, totals);
      return (await readPage(reader, query, source)).page;
    },
    async deletionHorizon(resource) {
      const since = sql`select case when since < 'infinity' then since end from ${identifierSql(resource.horizonTable)}`;
      const [row] = await run(resource, ofEverybody(since));
      return typeof row?.[0] === 'string' ? row[0] : null;
    },
    async pages(query, belonging, parents) {
      const statement = pagesSql(query, access, belonging, parents, database.topology());
      const tuples = await run(query.resource, statement);
      const byParent: Tuple[][] = parents.map(() => []);
      for (const tuple of tuples) byParent[Number(tuple[0]) - 1]?.push(tuple);
      return byParent.map((tuplesOfParent) => toPage(query, tuplesOfParent, 1));
    },
    currencies: (owners) => readCurrencies(database, owners, caller),
  };
}

/** The common values of all reads of a request. */
interface Reader {
  readonly database: Queryable;
  readonly access: Access;
  readonly run: (resource: Resource, statement: VisibleSql) => Promise<readonly Tuple[]>;
  readonly onState: ReadOptions['onState'];
}

function readerOf(
  database: Queryable,
  access: Access,
  { caller, onState }: Pick<ReadOptions, 'caller' | 'onState'>,
): Reader {
  const run: Reader['run'] = async (resource, statement) => {
    try {
      return await database.tuples(statement, caller);
    } catch (error) {
      throw databaseFailure(error, cheaper(resource));
    }
  };
  return { database, access, run, onState };
}

async function readByIds(
  reader: Reader,
  resource: Resource,
  ids: readonly string[],
  columns: Columns,
): Promise<readonly Row[]> {
  const state = statesOf(reader, 'version');
  const before = state.columns.length;
  const list = join([...state.columns, columns.names], ', ');
  const selected = sql`select ${columns.list} from ${identifierSql(resource.table)} t
        where ${equalsAny(sql`t._id`, ids.map(idParameter))} and ${accessSql(resource, reader.access)}`;
  const from = state.from ? sql`${state.from} cross join (${selected}) d` : sql`(${selected}) d`;
  const statement = plannedOnce(sql`select ${list} from ${from}`);
  const tuples = await reader.run(resource, unparsedFrom(statement, columns.isUnparsed ? before : null));
  return reportState(reader, tuples, before).map(columns.rowsAt(before));
}

/** Reads records by identifier with the state of their snapshot, in one statement. */
export async function readRecords(
  database: Queryable,
  { resource, columns, access }: RecordSource,
  ids: readonly string[],
  caller: Caller | undefined,
): Promise<RecordsWithState> {
  let state: DataState | undefined;
  const onState = (read: DataState): void => {
    state = read;
  };
  const rows = await readByIds(readerOf(database, access, { caller, onState }), resource, ids, columns);
  return { byId: new Map(rows.map((row) => [row._id, row])), state };
}

/** Returns the parts of a statement that read the state; none without `onState`. */
function statesOf({ database, access, onState }: Reader, parts: StateParts): StateSql {
  return onState ? stateSql(access, database.topology(), parts) : { from: null, columns: [] };
}

/**
 * Passes the state of the first tuple to `onState`.
 * @param count columns of the state, the first ones of a tuple
 * @returns the tuples
 */
function reportState({ onState }: Reader, tuples: readonly Tuple[], count: number): readonly Tuple[] {
  const [version, at] = tuples[0]?.slice(0, count) ?? [];
  if (onState && version !== undefined) onState(stateOf(version, at));
  return tuples;
}

/**
 * Reads a page, and passes the state of its snapshot to `onState`.
 * @returns the page with its version; null: the version was not read
 */
async function readPage(
  reader: Reader,
  query: PageQuery,
  source: PageSource,
): Promise<{ readonly page: Page; readonly version: string | null }> {
  const { access, run, database } = reader;
  const { from, columns } = statesOf(reader, 'all');
  const { joinsFreely } = database.topology();
  const statement = joinsFreely
    ? onePageSql(query, access, from, columns, source)
    : pageSql(query, access, from ?? ONE, columns, sql`true`, source);
  const tuples = await run(query.resource, selectsAllOfOneOwner(query, access) ? plannedOnce(statement) : statement);
  const version = columns.length === 0 ? null : versionIn(tuples);
  const toResult = joinsFreely ? toOnePage : toPage;
  return { page: toResult(query, reportState(reader, tuples, columns.length), columns.length), version };
}

/** Reads a page with its total. A total of the same version is not counted again. */
async function readCounted(reader: Reader, query: PageQuery, source: PageSource, totals: Totals): Promise<Page> {
  const key = digestOf(totalSql(query, reader.access));
  const cached = totals.find(key);
  if (cached) {
    const { page, version } = await readPage(reader, { ...query, total: false }, source);
    if (version === cached.version) return { ...page, total: cached.total };
  }
  const { page, version } = await readPage(reader, query, source);
  if (version !== null && page.total !== undefined) totals.store(key, { version, total: page.total });
  return page;
}

/** Returns the version, the first value of the first tuple, or null if there is no tuple. */
function versionIn([first]: readonly Tuple[]): string | null {
  const version = first?.[0];
  return typeof version === 'string' ? version : null;
}

/** Returns the statement of a page for each parent. Its tuples begin with the position of their parent. */
function pagesSql(
  query: PageQuery,
  access: Access,
  belonging: Belonging,
  parents: readonly string[],
  { joinsFreely }: Topology,
): VisibleSql {
  const from = sql`unnest(${parents.map(idParameter)}::bytea[]) with ordinality p(id, position)`;
  const pinned = new Set('column' in belonging ? [belonging.column.path] : []);
  const order = withoutPinned(query.resource, query.order, pinned);
  const shared = joinsFreely ? null : ofShards(query.resource, from, belonging);
  const [parentsOf, link] = shared ?? [from, linkSql(belonging, sql`p.id`)];
  return pageSql({ ...query, order }, access, parentsOf, [POSITION], link);
}

/**
 * Joins each parent to the server of its records, if these are distributed by account.
 * @param parents a table `p` of the accounts' identifiers
 * @returns a table of parents, perhaps without parents that have no records, and the condition that links a record to
 * its parent; null: the records are not distributed
 */
function ofShards({ distributedBy }: Resource, parents: Sql, belonging: Belonging): readonly [Sql, Sql] | null {
  if (!('column' in belonging) || belonging.column.path !== distributedBy || !belonging.column.key) return null;
  const { column, table } = belonging.column.key;
  const key = identifierSql(column);
  const shards = sql`join ${identifierSql(table)} k on k._id = p.id join ${raw(SHARDS)} s on s.${key} = k.${key}`;
  return [sql`${parents} ${shards}`, sql`t.${key} = s.${key}`];
}

function cheaper({ cheap }: Resource): string {
  return cheap.length === 0 ? 'Request less data.' : `Add a filter that an index serves: ${cheap.join(', ')}.`;
}

/** The number of matching records, at a version of the viewer's data. */
interface Total {
  readonly version: string;
  readonly total: number;
}

/**
 * Caches totals of lists. Counting takes PostgreSQL longer than finding a page. A total is correct until the version
 * changes.
 */
export interface Totals {
  /** @param question identifies the condition of the counted records, including the viewer's access */
  find(question: string): Total | undefined;
  store(question: string, total: Total): void;
}

/** The maximum number of cached totals. */
const MAX_TOTALS = 300;

export function createTotals(): Totals {
  const totals = new LRUCache<string, Total>({ max: MAX_TOTALS });
  return {
    find: (question) => totals.get(question),
    store(question, total) {
      totals.set(question, total);
    },
  };
}

/**
 * Returns a digest of a statement's text and parameters. The parameters alone may take 300 KB, for a viewer with 10,000
 * entities.
 */
export function digestOf(statement: Sql): string {
  const { text, bindings } = numberedText(statement);
  return hash('sha256', JSON.stringify([text, bindings]), 'base64url');
}
