import { randomUUID } from 'node:crypto';
import type { Caller, Queryable } from '../db/database.js';
import { databaseFailure } from '../db/failure.js';
import type { Topology } from '../db/topology.js';
import { portfoliosOfAccess } from './access.js';
import type { Access } from './resource.js';
import {
  asVisible,
  constant,
  identifier,
  idParameter,
  join,
  NOTHING,
  plannedOnce,
  raw,
  type Sql,
  sql,
  type VisibleSql,
} from '../db/sql.js';

/** The state of the visible data in the snapshot of a statement. */
export interface DataState {
  /**
   * Whether some servers of a cluster lack a committed change. Then no version describes the data that a statement
   * reads.
   */
  readonly isUnconfirmed?: true;
  /** A number and a mark. Equal versions mean that the visible data is equal (`portfolio_versions`). */
  readonly version: string;
  /**
   * ISO 8601. Changes after the snapshot of the statement get an `updatedAt` of this moment or later
   * (docs/rest.md, incremental sync). Null: the statement did not read it.
   */
  readonly syncFrom: string | null;
}

/** The parts of a state that a statement reads. `syncFrom` takes as long as the version. */
export type StateParts = 'version' | 'all';

/** The `syncFrom` before the first import. */
const NEVER = '1970-01-01T00:00:00.000Z';
const SYNC_FROM = '$syncFrom';
/** The name of the column of the version. */
export const VERSION = '$version';
const AS_SYNC_FROM = sql`as "$syncFrom"`;
const AS_VERSION = sql`as "$version"`;
const IS_UNCONFIRMED = sql`, exists (select from data_changes c where c.portfolio_ids && s.ids) as "$isUnconfirmed"`;

/**
 * Combines the versions of the rows `v`, which are a viewer's companies and entities. The sum of their numbers only
 * rises. Their marks distinguish equal sums, for example after one change to either of two companies.
 */
const JOINED = sql`sum(v.version) || '.' || lpad(to_hex(bit_xor(v.mark)), 16, '0')`;

/**
 * Returns the earliest possible `updatedAt` of a change after the snapshot of the statement. A change is stamped with
 * the start of its transaction. If the snapshot lacks an import, or shows it reading its rows, its transactions begin
 * after the last change in the snapshot. If the snapshot shows an import applying its rows, its transactions began
 * after the import. Imports of other companies change no data of the viewer. A wrong clock may have stamped a change in
 * the future, hence `now()`.
 * @param changed the moment of the viewer's last change
 * @param ids the viewer's companies and entities
 */
const syncFrom = (changed: Sql, ids: Sql): Sql => sql`least(${changed}, date_trunc('milliseconds', now()),
  (select min(i.started_at) from imports i where i.state = 'applying' and (i.companies is null
    or exists (select from unnest(i.companies) c(id) join unnest(${ids}) p(id) on p.id = c.id)
    or exists (select from unnest(${ids}) p(id) join entities e on e._id = p.id where e.company_id = any(i.companies)))))`;

/** Returns the columns of the state, each with a subquery. They read the snapshot of the statement. */
export function stateColumns(access: Access): readonly VisibleSql[] {
  const ids = idsOf(access);
  const ofViewer = (value: Sql): Sql => sql`(select ${value} from ${versionsOf(access)})`;
  return [
    asVisible(sql`${ofViewer(JOINED)} ${AS_VERSION}`),
    asVisible(sql`${syncFrom(ofViewer(sql`max(v.changed_at)`), ids)} ${AS_SYNC_FROM}`),
  ];
}

const JOINED_VERSION = constant(sql`${JOINED} ${AS_VERSION}`);
/** The columns of the row `s`, which {@link stateSql} joins. */
const [ROW_VERSION, ROW_SYNC_FROM] = [raw(`s.${identifier(VERSION)}`), raw(`s.${identifier(SYNC_FROM)}`)];

/** The parts of a statement that read the state in its snapshot. */
export interface StateSql {
  /** A table of one row for a join; null: the columns need no table. */
  readonly from: Sql | null;
  /** The first columns of the select list. */
  readonly columns: readonly VisibleSql[];
}

/**
 * Returns the parts that read the state of a viewer: the version, or the version and `syncFrom`. One joined row serves
 * both columns. On a cluster each column has a subquery: Citus accepts this form in statements on distributed tables.
 */
export function stateSql(access: Access, { joinsFreely }: Topology, parts: StateParts): StateSql {
  if (!joinsFreely) return { from: null, columns: stateColumns(access).slice(0, parts === 'version' ? 1 : 2) };
  const versions = versionsOf(access);
  // They read only versions of the viewer's companies and entities.
  const version = asVisible(ROW_VERSION);
  if (parts === 'version') return { from: sql`(select ${JOINED_VERSION} from ${versions}) s`, columns: [version] };
  const syncFromSql = sql`${syncFrom(sql`max(v.changed_at)`, idsOf(access))} ${AS_SYNC_FROM}`;
  return {
    from: sql`(select ${JOINED_VERSION}, ${syncFromSql} from ${versions}) s`,
    columns: [version, asVisible(ROW_SYNC_FROM)],
  };
}

/** Returns the viewer's companies and entities as a parameter. */
function idsOf(access: Access): Sql {
  return sql`${portfoliosOfAccess(access).map(idParameter)}::bytea[]`;
}

/** The most identifiers, including the common one, that are compared one by one. */
const FEW = 4;

/**
 * Selects the versions `v` of the viewer's companies and entities. For a few, comparisons cost less than a join. With
 * `= any(…)` PostgreSQL would search a long list for each row.
 */
function versionsOf(access: Access): Sql {
  const ids = portfoliosOfAccess(access).map(idParameter);
  if (ids.length > FEW) return sql`unnest(${idsOf(access)}) p(id) join portfolio_versions v on v.portfolio_id = p.id`;
  const each = ids.map((id) => sql`v.portfolio_id = ${id}`);
  return sql`portfolio_versions v where ${join(each, ' or ')}`;
}

/**
 * Returns the statement of the states of several viewers. `viewers` and `ids` are pairs: a viewer's number, and a
 * company or entity that it may see. On a cluster it also reads whether some servers lack a committed change.
 */
function statesSql(viewers: readonly number[], ids: readonly string[], { hasSnapshots }: Topology): Sql {
  return sql`
  with s as (
    select p.viewer, array_agg(p.id) as ids, ${JOINED} as version, max(v.changed_at) as changed
    from unnest(${viewers}::int[], ${ids}::bytea[]) p(viewer, id)
      left join portfolio_versions v on v.portfolio_id = p.id group by p.viewer
  )
  select s.viewer as "$viewer", s.version ${AS_VERSION},
    ${syncFrom(sql`s.changed`, sql`s.ids`)} ${AS_SYNC_FROM}${hasSnapshots ? NOTHING : IS_UNCONFIRMED} from s`;
}

type StateRow = Readonly<Record<string, unknown>> & { readonly $viewer: number };

/**
 * Reads the states of viewers in one statement. An unconfirmed state gets a unique version.
 * @param parts `version` leaves out `syncFrom` if that saves time
 */
export async function readStates(
  database: Queryable,
  accesses: readonly Access[],
  parts: StateParts,
  caller?: Caller,
): Promise<ReadonlyMap<Access, DataState>> {
  const distinct = [...new Set(accesses)];
  const [first] = distinct;
  const one = first && distinct.length === 1 ? stateOfFew(first, database.topology(), parts) : null;
  try {
    if (!first || !one) return await readSeveral(database, distinct, caller);
    const [tuple] = await database.tuples(plannedOnce(one), caller);
    return new Map([[first, stateOf(tuple?.[0], tuple?.[1])]]);
  } catch (error) {
    throw databaseFailure(error, 'Try again in a few seconds.');
  }
}

/**
 * Returns the statement of the state of one viewer of a few companies and entities, which takes half the time of that
 * for several viewers. Null: the viewer has more, or the database is a cluster, where a state may be unconfirmed.
 */
function stateOfFew(access: Access, topology: Topology, parts: StateParts): Sql | null {
  const { columns, from } = stateSql(access, topology, parts);
  return from && portfoliosOfAccess(access).length <= FEW ? sql`select ${join(columns, ', ')} from ${from}` : null;
}

async function readSeveral(
  database: Queryable,
  accesses: readonly Access[],
  caller?: Caller,
): Promise<ReadonlyMap<Access, DataState>> {
  const viewers: number[] = [];
  const ids: string[] = [];
  for (const [viewer, access] of accesses.entries()) {
    for (const id of portfoliosOfAccess(access)) {
      viewers.push(viewer);
      ids.push(idParameter(id));
    }
  }
  const states = statesSql(viewers, ids, database.topology());
  const rows = await database.rows<StateRow>(plannedOnce(states), caller);
  const byViewer = new Map(rows.map((row) => [row.$viewer, row]));
  return new Map(accesses.map((access, viewer) => [access, ofRow(byViewer.get(viewer) ?? {})]));
}

/** Reads the state of one viewer. */
export async function readState(database: Queryable, access: Access, caller?: Caller): Promise<DataState> {
  return stateFor(access, await readStates(database, [access], 'all', caller));
}

/** Returns the state of one viewer from the result of {@link readStates}. */
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

/** Returns the state from a row with {@link stateColumns}. */
function rowState([row]: readonly Readonly<Record<string, unknown>>[]): DataState {
  return stateOf(row?.[VERSION], row?.[SYNC_FROM] ?? null);
}

/**
 * Returns the state from the values of its columns.
 * @param at null: there was no change yet; undefined: the statement has no such column
 */
export function stateOf(version: unknown, at?: unknown): DataState {
  if (typeof version !== 'string') throw new Error('The database has no row in portfolio_versions for everybody.');
  if (at === undefined) return { version, syncFrom: null };
  return { version, syncFrom: typeof at === 'string' ? at : NEVER };
}
