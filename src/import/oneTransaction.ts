import { confirmChanges } from '../data/recordChange.js';
import type { Database } from '../db/database.js';
import { lockOf } from './importLocks.js';
import { readRunning } from './journal.js';
import type { ImportOptions } from './options.js';

/**
 * Runs imports and deletions in one transaction. Each operation sees the results of those before it. Readers see no
 * change before the commit and do not wait. Other imports wait until the transaction ends. A killed process leaves
 * nothing, and the journal has no entry of an operation that is rolled back.
 * @param run receives the database to work on; it applies parts one at a time on one connection
 * @param isKept whether a result is committed; otherwise everything is rolled back
 * @throws errors of `run` or of the database; then everything is rolled back
 */
export async function inOneTransaction<T>(
  database: Database,
  onWait: ImportOptions['onWait'],
  run: (database: Database) => Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> {
  return database.withLocks(async (locks) => {
    if (!(await locks.try(lockOf('all')))) {
      onWait?.((await readRunning(database))[0]);
      await locks.take(lockOf('all'));
    }
    const trx = await database.knex.transaction();
    try {
      for (const statement of database.topology().beforeLongTransaction) await trx.raw(statement);
      const result = await run({ ...database, knex: trx, withLocks: (inside) => inside(locks) });
      if (!isKept(result)) return result;
      await trx.commit();
      await confirmChanges(database);
      return result;
    } finally {
      // The first error explains more than a lost connection, which rolls back everything as well.
      if (!trx.isCompleted()) await trx.rollback().catch(() => undefined);
    }
  });
}

/** Runs imports and deletions in one transaction and rolls it back at the end, so nothing is stored. */
export async function dryRun<T>(
  database: Database,
  onWait: ImportOptions['onWait'],
  run: (database: Database) => Promise<T>,
): Promise<T> {
  return inOneTransaction(database, onWait, run, () => false);
}
