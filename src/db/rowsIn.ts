import type { Knex } from 'knex';
import type { VisibleSnapshot } from './database.js';
import { knexText, type Sql } from './sql.js';

/** Reads the rows of one statement: in the snapshot of a request, or in a transaction. */
export type ReadRows = VisibleSnapshot['rows'];

/** Returns a function that reads within a transaction. */
export function rowsIn(trx: Knex): <T>(statement: Sql) => Promise<readonly T[]> {
  return async <T>(statement: Sql): Promise<readonly T[]> => {
    const { text, bindings } = knexText(statement);
    const { rows }: { readonly rows: readonly T[] } = await trx.raw(text, [...bindings] as never[]);
    return rows;
  };
}

/** Returns whether a statement returns any row. */
export async function hasRows(trx: Knex, statement: string, bindings: readonly unknown[] = []): Promise<boolean> {
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(statement, [...bindings] as never[]);
  return rows.length > 0;
}
