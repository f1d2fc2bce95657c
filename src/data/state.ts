import { randomUUID } from 'node:crypto';
import type { Queryable, Caller } from './database.js';
import { databaseFailure } from './failure.js';
import { plannedOnce } from './sql.js';

/** What the database is at, as a statement saw it. */
export interface DataState {
  /** Whether what was committed is not on all servers yet, so that no version tells what a statement sees. */
  readonly isUnsettled?: true;
  /** Its number and its mark; the same ones, the same data (migrations 010 and 015). */
  readonly version: string;
  /** ISO 8601. Whatever the statement did not see yet will have an `updatedAt` of this moment or later (docs/rest.md, incremental sync). */
  readonly syncFrom: string;
}

/** Before any import. */
const NEVER = '1970-01-01T00:00:00.000Z';
const SYNC_FROM = '$syncFrom';
const VERSION = '$version';

/**
 * What tells the state, from the statement's own snapshot. While imports run, the first one's beginning decides, as parts of
 * it are yet to come, each with the moment of its transaction; else the last one's end, as the next one begins after that,
 * unless a wrong clock put it into what is to come.
 */
const STATE = {
  [VERSION]: `(select version || '.' || mark from data_version)`,
  [SYNC_FROM]: `coalesce((select min(started_at) from imports where state in ('reading', 'applying')),
  least((select max(finished_at) from imports), date_trunc('milliseconds', now())))`,
};

/** Columns of a statement that tell the state: of each row, or of those that a condition holds for. */
export function stateColumns(condition?: string): readonly string[] {
  return Object.entries(STATE).map(([name, value]) =>
    condition === undefined ? `${value} as "${name}"` : `case when ${condition} then ${value} end as "${name}"`,
  );
}

const READ_STATE = plannedOnce(`select ${stateColumns().join(', ')}`);

/** Of data that is distributed: also whether what was committed is on all servers yet, without which the version is unknown. */
const READ_SETTLED = `select ${stateColumns().join(', ')}, exists (select from data_changes) as "$isUnsettled"`;

/** Reads the state alone. A version that is unknown is like no other. */
export async function readState(database: Queryable, caller?: Caller): Promise<DataState> {
  try {
    if (!database.isDistributed()) return rowState(await database.rows(READ_STATE, [], caller));
    const rows = await database.rows<Readonly<Record<string, unknown>>>(READ_SETTLED, [], caller);
    const state = rowState(rows);
    return rows[0]?.$isUnsettled === true
      ? { ...state, version: `unsettled ${randomUUID()}`, isUnsettled: true }
      : state;
  } catch (error) {
    throw databaseFailure(error, 'Try again in a few seconds.');
  }
}

/** The state that a row tells which has {@link stateColumns}. */
export function rowState([row]: readonly Readonly<Record<string, unknown>>[]): DataState {
  return stateOf(row?.[VERSION], row?.[SYNC_FROM]);
}

/** The state that the values of {@link stateColumns} tell. */
export function stateOf(version: unknown, at: unknown): DataState {
  if (typeof version !== 'string') throw new Error('The database has no row in data_version.');
  return { version, syncFrom: typeof at === 'string' ? at : NEVER };
}
