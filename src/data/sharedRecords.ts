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

/**
 * Returns a function whose calls share statements: reading several records takes little longer than reading one. Calls
 * with the same columns and access share a statement as by {@link shareRead}, so a record is never older than its call.
 * Each look-up of a key makes one access object, so the calls belong to one user. The statement belongs to the first
 * request. If its client disconnects, the other requests read their records again.
 */
export function shareRecords(read: ReadRecords): ReadRecord {
  const readersByAccess = new WeakMap<Access, Map<Columns, (call: Call) => Promise<RecordsWithState>>>();
  const readerOf = (source: RecordSource): ((call: Call) => Promise<RecordsWithState>) => {
    const readers = readersByAccess.get(source.access) ?? new Map<Columns, (call: Call) => Promise<RecordsWithState>>();
    readersByAccess.set(source.access, readers);
    const reader =
      readers.get(source.columns) ??
      shareRead((calls: readonly Call[]) => {
        const present = calls.find(({ caller }) => caller?.isGone !== true);
        return read(source, [...new Set(calls.map(({ id }) => id))], present?.caller);
      });
    readers.set(source.columns, reader);
    return reader;
  };
  return async (source, id, caller) => {
    requirePresent(caller);
    try {
      return await readerOf(source)({ id, caller });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'client-gone') throw error;
      requirePresent(caller);
      return read(source, [id], caller);
    }
  };
}
