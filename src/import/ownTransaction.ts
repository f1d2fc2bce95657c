import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { shareUsageLock } from '../usage/usageLock.js';
import { RUNNING, type Running } from './journal.js';
import { schemaOf } from './staging.js';

/** Memory for a sort or a hash of the preparation, which runs two statements at a time at most. */
const WORK_MEM = '64MB';

/**
 * Does a part of the preparation of an import, in one transaction.
 * @throws Error when another import has taken this one's place: the tables are then no longer its own
 */
export async function asOwner<T>(
  { knex }: Database,
  entry: Running,
  run: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return knex.transaction(async (trx) => {
    // An import that takes over changes this row, so it waits for the end of this transaction.
    await enter(trx, entry, { states: RUNNING, lock: 'for share', workMem: WORK_MEM });
    return run(trx);
  });
}

/**
 * Applies a part in one transaction, with the note that it was.
 * @throws Error when another import has taken this one's place
 */
export async function applyAsOwner<T>(
  database: Database,
  entry: Running,
  apply: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const trx = await database.knex.transaction();
  try {
    await shareUsageLock(trx);
    // As above; several parts may have the row so, and count themselves in it.
    await enter(trx, entry, { states: ['applying'], lock: 'for key share', workMem: null });
    const result = await apply(trx);
    await trx('imports').where({ import_id: entry.id }).increment('parts_done', 1);
    await trx.commit();
    await confirmChanges(database);
    return result;
  } catch (error) {
    // The first error explains more than a lost connection.
    await trx.rollback().catch(() => undefined);
    throw error;
  }
}

interface Entrance {
  /** The states that the import may have. */
  readonly states: readonly string[];
  /** How the import's row is locked until the end of the transaction. */
  readonly lock: 'for share' | 'for key share';
  /** Null: the setting of the session. */
  readonly workMem: string | null;
}

/**
 * Checks that an import still runs, and puts its schema first in the search path of a transaction. One statement does
 * both, because a small import has ten such transactions.
 */
async function enter(
  trx: Knex.Transaction,
  { id, place }: Running,
  { states, lock, workMem }: Entrance,
): Promise<void> {
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(
    `select set_config('work_mem', coalesce(:workMem, current_setting('work_mem')), true),
       case when s.path not like :schema || ', %' then set_config('search_path', :schema || ', ' || s.path, true) end
     from (select from imports where import_id = :id and state = any(:states) ${lock}) own, current_setting('search_path') s(path)`,
    { schema: schemaOf(place), id, states: [...states], workMem },
  );
  if (rows.length === 0) throw new Error('another import took over: run this one again');
}
