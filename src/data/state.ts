import { randomUUID } from 'node:crypto';
import type { Queryable, Caller } from './database.js';
import { databaseFailure } from './failure.js';
import { portfoliosOfAccess } from './portfolios.js';
import type { Access } from './resource.js';
import { idParameter, plannedOnce, sql, type Sql } from './sql.js';

/** What the database is at for who may see some of it, as a statement saw it. */
export interface DataState {
  /** Whether what was committed is not on all servers yet, so that no version tells what a statement sees. */
  readonly isUnsettled?: true;
  /** Its number and its mark; the same ones, the same data of all that may be seen (migration 018). */
  readonly version: string;
  /** ISO 8601. Whatever the statement did not see yet will have an `updatedAt` of this moment or later (docs/rest.md, incremental sync). */
  readonly syncFrom: string;
}

/** Before any import. */
const NEVER = '1970-01-01T00:00:00.000Z';
const SYNC_FROM = '$syncFrom';
const VERSION = '$version';

/**
 * Of the versions that concern a viewer, one: the sum of their numbers, which none of them lets go back, and their marks
 * joined, as two sums may be the same, of changes to one company and to another. Of rows `v`.
 */
const JOINED = `sum(v.version) || '.' || lpad(to_hex(bit_xor(v.mark)), 16, '0')`;

/**
 * Where an import's part is yet to come it has the moment of its transaction. So while imports run, the first one's beginning
 * decides; else the last one's end, as the next one begins after that, unless a wrong clock put it into what is to come.
 */
const SYNC = `coalesce((select min(started_at) from imports where state in ('reading', 'applying')),
  least((select max(finished_at) from imports), date_trunc('milliseconds', now())))`;

/**
 * Columns of a statement that tell the state, from its own snapshot: of each row, or of those that a condition holds for.
 * @param access of the viewer whose answer it is
 */
export function stateColumns(access: Access, condition?: string): readonly Sql[] {
  // Joined, as a long list is not searched from its beginning for each row then, whatever the plan.
  const version = `(select ${JOINED} from unnest(?::bytea[]) p(id) join portfolio_versions v on v.portfolio_id = p.id)`;
  const told = (value: string, name: string): string =>
    condition === undefined ? `${value} as "${name}"` : `case when ${condition} then ${value} end as "${name}"`;
  return [sql(told(version, VERSION), portfoliosOfAccess(access).map(idParameter)), sql(told(SYNC, SYNC_FROM))];
}

/** The states of viewers, who are numbered: of each the versions that concern it, as two lists. */
const READ_STATES = statesSql(`select p.viewer as "$viewer"`);

/** Of data that is distributed: also whether what was committed of theirs is on all servers yet, without which the version is unknown. */
const READ_SETTLED = `
  select s.*, exists (select from data_changes c where c.portfolio_ids && s.ids) as "$isUnsettled"
  from (${statesSql('select p.viewer as "$viewer", array_agg(p.id) as ids')}) s`;

function statesSql(select: string): string {
  return `${select}, ${JOINED} as "${VERSION}", ${SYNC} as "${SYNC_FROM}"
  from unnest(?::int[], ?::bytea[]) p(viewer, id) left join portfolio_versions v on v.portfolio_id = p.id
  group by p.viewer`;
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
  const bindings = [concerned.map(({ viewer }) => viewer), concerned.map(({ id }) => id)];
  const statement = plannedOnce(database.isDistributed() ? READ_SETTLED : READ_STATES);
  try {
    const rows = await database.rows<StateRow>(statement, bindings, caller);
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
  return row.$isUnsettled === true ? { ...state, version: `unsettled ${randomUUID()}`, isUnsettled: true } : state;
}

/** The state that a row tells which has {@link stateColumns}. */
export function rowState([row]: readonly Readonly<Record<string, unknown>>[]): DataState {
  return stateOf(row?.[VERSION], row?.[SYNC_FROM]);
}

/** The state that the values of {@link stateColumns} tell. */
export function stateOf(version: unknown, at: unknown): DataState {
  if (typeof version !== 'string') throw new Error('The database has no row in portfolio_versions for everybody.');
  return { version, syncFrom: typeof at === 'string' ? at : NEVER };
}
