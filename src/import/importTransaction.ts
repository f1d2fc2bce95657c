import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { shareUsageLock } from '../usage/usageLock.js';
import { RUNNING, type Running } from './journal.js';
import { schemaOf } from './staging.js';

/** Memory for a sort or a hash while the import prepares its rows. At most two such statements run at a time. */
const WORK_MEM = '64MB';

/**
 * Runs one step of an import's preparation in a transaction.
 * @throws Error if another import has taken over the workspace: its tables then belong to that import
 */
export async function prepareInTransaction<T>(
  { knex }: Database,
  entry: Running,
  run: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return knex.transaction(async (trx) => {
    // An import that takes over updates this row, so it waits for the end of this transaction.
    await enterWorkspace(trx, entry, { states: RUNNING, lock: 'for share', workMem: WORK_MEM });
    return run(trx);
  });
}

/**
 * Applies a part in one transaction, and counts it as applied in the journal.
 * @throws Error if another import has taken over the workspace
 */
export async function applyInTransaction<T>(
  database: Database,
  entry: Running,
  apply: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const trx = await database.knex.transaction();
  try {
    await shareUsageLock(trx);
    // This lock, too, makes another import wait. Unlike `for share`, it lets each part update the count in the row.
    await enterWorkspace(trx, entry, { states: ['applying'], lock: 'for key share', workMem: null });
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

interface WorkspaceCheck {
  /** The allowed states of the import. */
  readonly states: readonly string[];
  /** The lock on the row of the import until the transaction ends. */
  readonly lock: 'for share' | 'for key share';
  /** Null: the setting of the session. */
  readonly workMem: string | null;
}

/**
 * Checks that an import still runs, and puts its schema first in the search path of a transaction. One statement does
 * both, because a small import has ten such transactions.
 */
async function enterWorkspace(
  trx: Knex.Transaction,
  { id, workspace }: Running,
  { states, lock, workMem }: WorkspaceCheck,
): Promise<void> {
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(
    `select set_config('work_mem', coalesce(:workMem, current_setting('work_mem')), true),
       case when current_setting('search_path') not like :schema || ', %'
         then set_config('search_path', :schema || ', ' || current_setting('search_path'), true) end
     from imports where import_id = :id and state = any(:states) ${lock}`,
    { schema: schemaOf(workspace), id, states: [...states], workMem },
  );
  if (rows.length === 0) throw new Error('another import has replaced this one: run this import again');
}
