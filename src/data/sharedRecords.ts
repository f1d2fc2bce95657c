import type { Queryable } from '../db/database.js';
import type { Columns, Row } from './columns.js';
import type { Access, Resource } from './resource.js';
import { shareRead } from './shareRead.js';
import type { DataState } from './state.js';

/** What a statement reads of which records. Requests with the same source can share a statement. */
export interface RecordSource {
  readonly database: Queryable;
  readonly resource: Resource;
  /** With the column `_id`. */
  readonly columns: Columns;
  readonly access: Access;
  /** Whether the statement also reads the state of its snapshot. */
  readonly hasState: boolean;
}

/** The records of a statement by identifier, and the state of its snapshot. */
export interface FoundRecords {
  readonly byId: ReadonlyMap<unknown, Row>;
  /** Undefined: not requested, or no record was found. */
  readonly state: DataState | undefined;
}

/** Reads one record, perhaps together with those of other requests. */
export type ReadRecord = (source: RecordSource, id: string) => Promise<FoundRecords>;

/**
 * Returns a function whose callers share statements: reading several records takes little longer than reading one. All
 * calls of a turn of the event loop with the same source share a statement, as by {@link shareRead}. A record is never
 * older than its call, and an error concerns only the calls of its statement.
 * @param read reads records in one statement
 */
export function shareRecords(
  read: (source: RecordSource, ids: readonly string[]) => Promise<FoundRecords>,
): ReadRecord {
  const share = shareRead(async (calls: readonly (readonly [source: RecordSource, id: string])[]) => {
    const statements: { readonly source: RecordSource; readonly ids: Set<string> }[] = [];
    const indexOf = (source: RecordSource): number => statements.findIndex((one) => areSame(one.source, source));
    for (const [source, id] of calls) {
      const statement = statements[indexOf(source)];
      if (statement) statement.ids.add(id);
      else statements.push({ source, ids: new Set([id]) });
    }
    const reads = statements.map(({ source, ids }) => read(source, [...ids]));
    await Promise.allSettled(reads);
    return (source: RecordSource) => reads[indexOf(source)];
  });
  return async (source, id) => {
    const readOf = await share([source, id]);
    const found = await readOf(source);
    if (!found) throw new Error('The statement of this record was not sent.');
    return found;
  };
}

function areSame(one: RecordSource, other: RecordSource): boolean {
  return (
    one.columns === other.columns &&
    one.access === other.access &&
    one.hasState === other.hasState &&
    one.resource === other.resource &&
    one.database === other.database
  );
}
