import type { Caller } from '../db/database.js';
import { requirePresent } from '../db/pool.js';
import { AppError } from '../errors/appError.js';
import type { Columns, Row } from './columns.js';
import type { Access, Resource } from './resource.js';
import { shareRead } from './shareRead.js';
import type { DataState } from './state.js';

/** The resource, columns and access of records. The columns include `_id`. */
export interface RecordSource {
  readonly resource: Resource;
  readonly columns: Columns;
  readonly access: Access;
}

/** The records of a statement by identifier, and the state of its snapshot. */
export interface RecordsWithState {
  readonly byId: ReadonlyMap<unknown, Row>;
  /** Undefined: there is no record. */
  readonly state: DataState | undefined;
}

/** Reads records by identifier in one statement. */
type ReadRecords = (
  source: RecordSource,
  ids: readonly string[],
  caller: Caller | undefined,
) => Promise<RecordsWithState>;

/** Reads one record, perhaps together with those of other requests. */
export type ReadRecord = (source: RecordSource, id: string, caller: Caller | undefined) => Promise<RecordsWithState>;

/** A record that a request reads. */
interface Call {
  readonly id: string;
  readonly caller: Caller | undefined;
}

/** Reads the record of a call together with those of others. */
type ReadShared = (call: Call) => Promise<RecordsWithState>;

/**
 * Returns a function whose calls share statements: reading several records takes little longer than reading one. Calls
 * with the same columns and access share a statement as by {@link shareRead}, so a record is never older than its call.
 * Each look-up of a key makes one access object, so the calls belong to one user. The statement belongs to the first
 * request whose client is connected. If that client disconnects, the other requests read their records again.
 */
export function shareRecords(read: ReadRecords): ReadRecord {
  const readsByAccess = new WeakMap<Access, WeakMap<Columns, ReadShared>>();
  const readOf = (source: RecordSource): ReadShared => {
    const reads = readsByAccess.get(source.access) ?? new WeakMap<Columns, ReadShared>();
    readsByAccess.set(source.access, reads);
    const existing = reads.get(source.columns);
    if (existing) return existing;
    const shared = shareRead((calls: readonly Call[]) => {
      // If all have left, the first one's statement is not sent.
      const owner = calls.find(({ caller }) => caller?.isGone !== true) ?? calls[0];
      return read(source, [...new Set(calls.map(({ id }) => id))], owner?.caller);
    });
    reads.set(source.columns, shared);
    return shared;
  };
  return async (source, id, caller) => {
    // Each further turn of the loop needs another client that has disconnected.
    for (;;) {
      requirePresent(caller);
      try {
        return await readOf(source)({ id, caller });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'client-gone') throw error;
      }
    }
  };
}
