import { randomUUID } from 'node:crypto';
import type { Caller, Queryable } from './database.js';
import { databaseFailure } from './failure.js';
import { portfoliosOfAccess } from './access.js';
import type { Access } from './resource.js';
import {
  asVisible,
  identifierSql,
  idParameter,
  join,
  NOTHING,
  plannedOnce,
  type Sql,
  sql,
  type VisibleSql,
} from './sql.js';

/** What the database is at for who may see some of it, as a statement saw it. */
export interface DataState {
  /** Whether what was committed is not on all servers yet, so that no version tells what a statement sees. */
  readonly isUnconfirmed?: true;
  /** Its number and its mark; the same ones, the same data of all that may be seen (migration 018). */
  readonly version: string;
  /**
   * ISO 8601. Whatever the statement did not see yet will have an `updatedAt` of this moment or later (docs/rest.md, incremental sync).
   * Null: it was not asked for.
   */
  readonly syncFrom: string | null;
}

/** Before any import. */
const NEVER = '1970-01-01T00:00:00.000Z';
const SYNC_FROM = '$syncFrom';
/** The name of the column that tells the version. */
export const VERSION = '$version';
const AS_SYNC_FROM = sql`as "$syncFrom"`;
const AS_VERSION = sql`as "$version"`;

/**
 * Of the versions that concern a viewer, one: the sum of their numbers, which none of them lets go back, and their marks
 * joined, as two sums may be the same, of changes to one company and to another. Of rows `v`.
 */
const JOINED = sql`sum(v.version) || '.' || lpad(to_hex(bit_xor(v.mark)), 16, '0')`;

/**
 * The moment that changes which a statement does not see yet are not before, for a viewer. A change has the moment at which its
 * transaction began. Transactions of an import that the statement sees reading its rows, or not at all, begin after the statement, and
 * so after the last change that it sees. Those of an import that it sees applying its rows began after the import, if they have begun.
 * Imports of other companies change nothing that the viewer sees. A wrong clock may have put a change into what is to come.
 * @param changed when what the viewer sees last changed
 * @param ids the viewer's companies and entities
 */
const syncFrom = (changed: Sql, ids: Sql): Sql => sql`least(${changed}, date_trunc('milliseconds', now()),
  (select min(i.started_at) from imports i where i.state = 'applying' and (i.companies is null
    or exists (select from unnest(i.companies) c(id) join unnest(${ids}) p(id) on p.id = c.id)
    or exists (select from unnest(${ids}) p(id) join entities e on e._id = p.id where e.company_id = any(i.companies)))))`;

/** Columns of a statement that tell the state, from its own snapshot, each worked out by itself. */
export function stateColumns(access: Access): readonly VisibleSql[] {
  const ids = idsOf(access);
  const ofViewer = (value: Sql): Sql => sql`(select ${value} from ${versionsOf(ids)})`;
  return [
    asVisible(sql`${ofViewer(JOINED)} ${AS_VERSION}`),
    asVisible(sql`${syncFrom(ofViewer(sql`max(v.changed_at)`), ids)} ${AS_SYNC_FROM}`),
  ];
}

/** What tells the state in a statement, from its own snapshot. */
export interface StateSql {
  /** A table of one row, to be joined; null: the columns need none. */
  readonly from: Sql | null;
  /** They stand first. */
  readonly columns: readonly VisibleSql[];
}

/**
 * What tells the state of a viewer, the version alone or also when to sync from. One look at the versions serves both; not where data is
 * distributed, as its servers do not join what is read on one of them.
 */
export function stateSql(access: Access, isDistributed: boolean, what: 'version' | 'all'): StateSql {
  const count = what === 'version' ? 1 : 2;
  if (isDistributed) return { from: null, columns: stateColumns(access).slice(0, count) };
  const ids = idsOf(access);
  const columns = [sql`${JOINED} ${AS_VERSION}`, sql`${syncFrom(sql`max(v.changed_at)`, ids)} ${AS_SYNC_FROM}`];
  return {
    from: sql`(select ${join(columns.slice(0, count), ', ')} from ${versionsOf(ids)}) s`,
    // Of the viewer's own companies and entities.
    columns: [VERSION, SYNC_FROM].slice(0, count).map((name) => asVisible(sql`s.${identifierSql(name)}`)),
  };
}

/** The viewer's companies and entities. */
function idsOf(access: Access): Sql {
  return sql`${portfoliosOfAccess(access).map(idParameter)}::bytea[]`;
}

/** The versions `v` of companies and entities: joined, as a long list is not searched from its beginning for each row then, whatever the plan. */
function versionsOf(ids: Sql): Sql {
  return sql`unnest(${ids}) p(id) join portfolio_versions v on v.portfolio_id = p.id`;
}

/**
 * Reads the states of viewers, who are numbered: of each the versions that concern it, as two lists. Of data that is distributed also
 * whether what was committed of theirs is on all servers yet, without which the version is unknown.
 */
function statesSql(viewers: readonly number[], ids: readonly string[], isDistributed: boolean): Sql {
  const isUnconfirmed = sql`exists (select from data_changes c where c.portfolio_ids && s.ids) as "$isUnconfirmed"`;
  return sql`
  with s as (
    select p.viewer, array_agg(p.id) as ids, ${JOINED} as version, max(v.changed_at) as changed
    from unnest(${viewers}::int[], ${ids}::bytea[]) p(viewer, id)
      left join portfolio_versions v on v.portfolio_id = p.id group by p.viewer
  )
  select s.viewer as "$viewer", s.version ${AS_VERSION},
    ${syncFrom(sql`s.changed`, sql`s.ids`)} ${AS_SYNC_FROM}${isDistributed ? sql`, ${isUnconfirmed}` : NOTHING} from s`;
}

type StateRow = Readonly<Record<string, unknown>> & { readonly $viewer: number };

/** Reads the states alone, of several viewers in one statement. A version that is unknown is like no other. */
export async function readStates(
  database: Queryable,
  accesses: readonly Access[],
  caller?: Caller,
): Promise<ReadonlyMap<Access, DataState>> {
  const distinct = [...new Set(accesses)];
  const concerned = distinct.flatMap((access, viewer) =>
    portfoliosOfAccess(access).map((id) => ({ viewer, id: idParameter(id) })),
  );
  const states = statesSql(
    concerned.map(({ viewer }) => viewer),
    concerned.map(({ id }) => id),
    database.isDistributed(),
  );
  try {
    const rows = await database.rows<StateRow>(plannedOnce(states), caller);
    const byViewer = new Map(rows.map((row) => [row.$viewer, row]));
    return new Map(distinct.map((access, viewer) => [access, ofRow(byViewer.get(viewer) ?? {})]));
  } catch (error) {
    throw databaseFailure(error, 'Try again in a few seconds.');
  }
}

/** Reads the state alone. */
export async function readState(database: Queryable, access: Access, caller?: Caller): Promise<DataState> {
  return stateFor(access, await readStates(database, [access], caller));
}

/** The state of a viewer who was among those whose states were read. */
export function stateFor(access: Access, states: ReadonlyMap<Access, DataState>): DataState {
  const state = states.get(access);
  if (!state) throw new Error('The state was read of others.');
  return state;
}

function ofRow(row: Readonly<Record<string, unknown>>): DataState {
  const state = rowState([row]);
  return row.$isUnconfirmed === true
    ? { ...state, version: `unconfirmed ${randomUUID()}`, isUnconfirmed: true }
    : state;
}

/** The state that a row tells which has {@link stateColumns}. */
export function rowState([row]: readonly Readonly<Record<string, unknown>>[]): DataState {
  return stateOf(row?.[VERSION], row?.[SYNC_FROM] ?? null);
}

/**
 * The state that the values of columns tell.
 * @param at null: there was no change yet; undefined: it was not asked for
 */
export function stateOf(version: unknown, at?: unknown): DataState {
  if (typeof version !== 'string') throw new Error('The database has no row in portfolio_versions for everybody.');
  if (at === undefined) return { version, syncFrom: null };
  return { version, syncFrom: typeof at === 'string' ? at : NEVER };
}

/** A read that takes longer is not waited for: its connection may hang. */
const TIMEOUT_MS = 100;

/**
 * Has those who ask at about the same time share one read. Who asks while one is under way gets the next, which begins when
 * that has ended, or has taken long: what it finds is never older than the question.
 * @param read told what those who share it ask for, each as often as it is asked
 */
export function shareRead<T, Asked = void>(
  read: (asked: readonly Asked[]) => Promise<T>,
): (asked: Asked) => Promise<T> {
  let current: Promise<T> | undefined;
  let next: { readonly asked: Asked[]; readonly read: Promise<T> } | undefined;
  const begin = (asked: readonly Asked[]): Promise<T> => {
    const own = read(asked);
    current = own;
    const end = (): void => {
      if (current === own) current = undefined;
    };
    own.then(end, end);
    return own;
  };
  const beginNext = (asked: readonly Asked[]): Promise<T> => {
    next = undefined;
    return begin(asked);
  };
  return (asked) => {
    if (!current) return begin([asked]);
    if (!next) {
      const all: Asked[] = [];
      next = { asked: all, read: ended(current).then(() => beginNext(all)) };
    }
    next.asked.push(asked);
    return next.read;
  };
}

/** Waits until something has ended, in whatever way, but not for long. */
function ended(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TIMEOUT_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
