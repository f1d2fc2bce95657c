import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Columns, Row } from './columns.js';
import { type Owner, readCurrencies } from './currency.js';
import { countedSql } from './countedPage.js';
import type { Queryable, Tuple, Caller } from './database.js';
import { type CountedSql, distributedPage } from './distributedPage.js';
import { SHARDS } from './distribution.js';
import { databaseFailure } from './failure.js';
import { isFoundAlike, type Page, type PageQuery, pageSql, POSITION, toPage, totalSql, walkSql } from './pageSql.js';
import type { Access, Resource } from './resource.js';
import { accessSql, ofEverybody } from './access.js';
import { type Belonging, linkSql, withoutPinned } from './conditions.js';
import {
  identifierSql,
  idParameter,
  join,
  NOTHING,
  numberedText,
  plannedOnce,
  raw,
  sharedColumns,
  type Sql,
  sql,
  unparsedFrom,
  type VisibleSql,
} from './sql.js';
import { type DataState, stateOf, type StateSql, stateSql } from './state.js';

/** Reads records of the resources, with the viewer's access in every statement. */
export interface Reads {
  /** Records by a column that identifies them, in any order; at most one for each id. */
  byIds(resource: Resource, ids: readonly string[], columns: Columns): Promise<readonly Row[]>;
  page(query: PageQuery): Promise<Page>;
  /**
   * The moment from which on there are records of a resource that are kept for a time only, as it is now: a page that was read
   * before has those from then on. Null: none are kept.
   */
  deletionHorizon(resource: Resource): Promise<string | null>;
  /** A page for each parent, in one statement; the result is in the parents' order. */
  pages(query: PageQuery, belonging: Belonging, parents: readonly string[]): Promise<readonly Page[]>;
  /** The currencies that the money of owners of records is in, in their order; null: not known. */
  currencies(owners: readonly Owner[]): Promise<readonly (string | null)[]>;
}

/** What reads are told and may use. */
export interface ReadOptions {
  /** The request that reads. */
  readonly caller?: Caller | undefined;
  /** Told what the database was at in the snapshot that a page or record came from; not of records that are distributed. */
  readonly onState?: ((state: DataState) => void) | undefined;
  /** Totals that were counted before. They are used where the state of a page is told, as it says whether they still hold. */
  readonly totals?: Totals | undefined;
}

/** @param access what the viewer is granted */
export function openReads(database: Queryable, access: Access, { caller, onState, totals }: ReadOptions = {}): Reads {
  const run = async (resource: Resource, statement: VisibleSql): Promise<readonly Tuple[]> => {
    try {
      return await database.tuples(statement, caller);
    } catch (error) {
      throw databaseFailure(error, cheaper(resource));
    }
  };
  const reader: Reader = { database, access, run, onState };
  const states = statesOf(reader, 'all').columns.length;
  return {
    async byIds(resource, ids, columns) {
      const state = statesOf(reader, 'version');
      const before = state.columns.length;
      const list = join([...state.columns, columns.names], ', ');
      const found = sql`select ${columns.list} from ${identifierSql(resource.table)} t
        where t._id = any(${ids.map(idParameter)}) and ${accessSql(resource, access)}`;
      const from = state.from ? sql`${state.from} cross join (${found}) d` : sql`(${found}) d`;
      const statement = plannedOnce(sql`select ${list} from ${from}`);
      const tuples = await run(resource, unparsedFrom(statement, columns.isUnparsed ? before : null));
      return tellState(reader, tuples, before).map(columns.rowsAt(before));
    },
    async page(query) {
      const counted = countedSql(query, access, query.columns?.list ?? NOTHING, database.isDistributed());
      if (counted?.steps && query.columns && database.isDistributed()) {
        const ask = (statement: VisibleSql): Promise<readonly Tuple[]> => run(query.resource, statement);
        const { total, rows } = await distributedPage(ask, counted, counted.steps, query.columns);
        return { total: query.total ? total : undefined, rows };
      }
      if (totals && onState && query.total && query.columns && !counted) return readCounted(reader, query, totals);
      return toPage(query, tellState(reader, await readPage(reader, query, counted), states), states);
    },
    async deletionHorizon(resource) {
      const since = sql`select case when since < 'infinity' then since end from ${identifierSql(resource.known)}`;
      const [row] = await run(resource, ofEverybody(since));
      return typeof row?.[0] === 'string' ? row[0] : null;
    },
    async pages(query, belonging, parents) {
      const statement = pagesSql(query, access, belonging, parents, database.isDistributed());
      const tuples = await run(query.resource, statement);
      const byParent: Tuple[][] = parents.map(() => []);
      for (const tuple of tuples) byParent[Number(tuple[0]) - 1]?.push(tuple);
      return byParent.map((own) => toPage(query, own, 1));
    },
    currencies: (owners) => readCurrencies(database, owners, caller),
  };
}

/** What reads of one request have in common. */
interface Reader {
  readonly database: Queryable;
  readonly access: Access;
  readonly run: (resource: Resource, statement: VisibleSql) => Promise<readonly Tuple[]>;
  readonly onState: ReadOptions['onState'];
}

/** What tells the state in a statement; no columns where nobody is told. */
function statesOf({ database, access, onState }: Reader, what: 'version' | 'all'): StateSql {
  return onState ? stateSql(access, database.isDistributed(), what) : { from: null, columns: [] };
}

/**
 * Tells the state that tuples begin with, and returns them.
 * @param count how many columns tell it
 */
function tellState({ onState }: Reader, tuples: readonly Tuple[], count: number): readonly Tuple[] {
  const [version, at] = tuples[0]?.slice(0, count) ?? [];
  if (onState && version !== undefined) onState(stateOf(version, at));
  return tuples;
}

/** One page, of no parent. */
const ONE = sql`(values (1)) p(position)`;

function readPage(reader: Reader, query: PageQuery, counted: CountedSql | undefined): Promise<readonly Tuple[]> {
  const { database, access, run } = reader;
  const { from, columns } = statesOf(reader, 'all');
  const page = counted?.page ?? (database.isDistributed() ? undefined : walkSql(query, access));
  const found = pageSql(query, access, from ?? ONE, columns, sql`true`, { counted, page });
  const statement = sharedColumns(found, columns.length + Number(query.total) + Number(query.columns !== undefined));
  return run(query.resource, isFoundAlike(query, access) ? plannedOnce(statement) : statement);
}

/** Reads a page whose total is counted record by record; not again, where it was counted at the version that the page has. */
async function readCounted(reader: Reader, query: PageQuery, totals: Totals): Promise<Page> {
  const states = statesOf(reader, 'all').columns.length;
  const question = questionOf(totalSql(query, reader.access));
  const known = totals.find(question);
  if (known) {
    const uncounted = { ...query, total: false };
    const tuples = await readPage(reader, uncounted, undefined);
    if (versionIn(tuples) === known.version) {
      return { ...toPage(uncounted, tellState(reader, tuples, states), states), total: known.total };
    }
  }
  const tuples = tellState(reader, await readPage(reader, query, undefined), states);
  const page = toPage(query, tuples, states);
  const version = versionIn(tuples);
  if (version !== null && page.total !== undefined) totals.store(question, { version, total: page.total });
  return page;
}

/** The version of what the viewer sees, which stands first; null: it is not known. */
function versionIn([first]: readonly Tuple[]): string | null {
  const version = first?.[0];
  return typeof version === 'string' ? version : null;
}

/** The pages of parents in one statement, whose tuples begin with their parent's place. */
function pagesSql(
  query: PageQuery,
  access: Access,
  belonging: Belonging,
  parents: readonly string[],
  isDistributed: boolean,
): VisibleSql {
  const from = sql`unnest(${parents.map(idParameter)}::bytea[]) with ordinality p(id, position)`;
  const pinned = new Set('column' in belonging ? [belonging.column.path] : []);
  const order = withoutPinned(query.resource, query.order, pinned);
  const shared = isDistributed ? ofShards(query.resource, from, belonging) : null;
  const [parentsOf, link] = shared ?? [from, linkSql(belonging, sql`p.id`)];
  return pageSql({ ...query, order }, access, parentsOf, [POSITION], link);
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
  const key = identifierSql(column);
  const shards = sql`join ${identifierSql(table)} k on k._id = p.id join ${raw(SHARDS)} s on s.${key} = k.${key}`;
  return [sql`${parents} ${shards}`, sql`t.${key} = s.${key}`];
}

function cheaper({ cheap }: Resource): string {
  return cheap.length === 0 ? 'Ask for less.' : `Add a filter that an index serves: ${cheap.join(', ')}.`;
}

/** How many records a question has, at a version of the data that its viewer sees. */
interface Total {
  readonly version: string;
  readonly total: number;
}

/**
 * Totals of lists that were counted. Counting takes PostgreSQL longer than finding a page, and the total of a question is the same as
 * long as the version of what its viewer sees is.
 */
export interface Totals {
  /** @param question the condition of the records that are counted, the viewer's access included */
  find(question: string): Total | undefined;
  store(question: string, total: Total): void;
}

/** Totals that are remembered at most. */
const MOST = 300;

export function createTotals(): Totals {
  const totals = new LRUCache<string, Total>({ max: MOST });
  return {
    find: (question) => totals.get(question),
    store(question, total) {
      totals.set(question, total);
    },
  };
}

/**
 * Names what a statement asks: its text and its parameters. The name is a digest, as a viewer with 10,000 entities has 300 KB of
 * parameters.
 */
export function questionOf(statement: Sql): string {
  const { text, bindings } = numberedText(statement);
  return hash('sha256', JSON.stringify([text, bindings]), 'base64url');
}
