import type { Reading, Snapshot } from './database.js';
import { databaseFailure } from './failure.js';

/** What the database is at, as a statement saw it. */
export interface DataState {
  /** The same number, the same data (migration 010). */
  readonly version: number;
  /** ISO 8601. Whatever the statement did not see yet will have an `updatedAt` of this moment or later (README, sync). */
  readonly syncFrom: string;
}

/** Before any import. */
const NEVER = '1970-01-01T00:00:00.000Z';
const SYNC_FROM = '$syncFrom';
const VERSION = '$version';

/**
 * Columns of a statement that tell the state, from its own snapshot. One import runs at a time, so the newest entry of the
 * journal decides: while it runs, its beginning, as parts of it are yet to come, each with the moment of its transaction;
 * once it ended, its end, as the next one begins after that.
 */
export const STATE_COLUMNS = `(select version from data_version) as "${VERSION}", (select case when j.state in ('reading', 'applying') then j.started_at
  else coalesce(j.finished_at, j.started_at) end from imports j order by j.import_id desc limit 1) as "${SYNC_FROM}"`;

const READ_STATE = `select ${STATE_COLUMNS}`;

/** Reads the state alone. */
export async function readState(database: Reading, signal?: AbortSignal): Promise<DataState> {
  try {
    return rowState(await database.rows(READ_STATE, [], signal));
  } catch (error) {
    throw databaseFailure(error, 'Try again in a few seconds.');
  }
}

/** Reads the state in a snapshot. */
export async function readStateIn(snapshot: Snapshot): Promise<DataState> {
  return rowState(await snapshot.rows(READ_STATE, []));
}

function rowState([row]: readonly Readonly<Record<string, unknown>>[]): DataState {
  return stateOf(row?.[VERSION], row?.[SYNC_FROM]);
}

/** The state that the values of {@link STATE_COLUMNS} tell. */
export function stateOf(version: unknown, at: unknown): DataState {
  return { version: Number(version), syncFrom: typeof at === 'string' ? at : NEVER };
}
