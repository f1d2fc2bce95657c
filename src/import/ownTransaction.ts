import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { shareUsageLock } from '../usage/usageLock.js';
import { RUNNING, type Running } from './journal.js';
import { schemaOf } from './staging.js';

/**
 * Does a part of the preparation of an import, in one transaction.
 * @throws Error when another import has taken this one's place: the tables are then no longer its own
 */
export async function asOwner<T>(
  { knex }: Database,
  { id, place }: Running,
  run: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return knex.transaction(async (trx) => {
    // An import that takes over changes this row, so it waits for the end of this transaction.
    await checkOwner(trx('imports').where({ import_id: id }).whereIn('state', RUNNING).forShare());
    await useTables(trx, place);
    return run(trx);
  });
}

/**
 * Applies a part in one transaction, with the note that it was.
 * @throws Error when another import has taken this one's place
 */
export async function applyAsOwner<T>(
  database: Database,
  { id, place }: Running,
  apply: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const trx = await database.knex.transaction();
  try {
    await shareUsageLock(trx);
    // As above; several parts may have the row so, and count themselves in it.
    await checkOwner(trx('imports').where({ import_id: id, state: 'applying' }).forKeyShare());
    await useTables(trx, place);
    const result = await apply(trx);
    await trx('imports').where({ import_id: id }).increment('parts_done', 1);
    await trx.commit();
    await confirmChanges(database);
    return result;
  } catch (error) {
    // The first error explains more than a lost connection.
    await trx.rollback().catch(() => undefined);
    throw error;
  }
}

/** Puts the schema of a place first in the search path of a transaction. */
async function useTables(trx: Knex.Transaction, place: number): Promise<void> {
  const schema = schemaOf(place);
  await trx.raw(
    `select set_config('search_path', '${schema}, ' || current_setting('search_path'), true)
     where current_setting('search_path') not like '${schema}, %'`,
  );
}

async function checkOwner(entry: Knex.QueryBuilder): Promise<void> {
  const rows: readonly unknown[] = await entry.select('import_id');
  if (rows.length === 0) throw new Error('another import took over: run this one again');
}
