import type { Knex } from 'knex';
import type { Snapshot } from '../data/database.js';

/** Reads the rows of one statement: of a request's snapshot, or within an import's transaction. */
export type ReadRows = Snapshot['rows'];

/** Reads within a transaction. */
export function rowsIn(trx: Knex): ReadRows {
  return async <T>(statement: string, bindings: readonly unknown[]): Promise<readonly T[]> => {
    const { rows }: { readonly rows: readonly T[] } = await trx.raw(statement, [...bindings] as never[]);
    return rows;
  };
}
