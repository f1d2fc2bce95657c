import type { Database } from '../db/database.js';
import { lockOf } from './importLocks.js';
import { readRunning } from './journal.js';
import type { ImportOptions } from './options.js';

/**
 * Runs imports and deletions in one transaction and rolls it back at the end. Each operation sees the results of those
 * before it. Nothing is stored, and the journal gets no entry. Readers see no change and do not wait. Other imports
 * wait until the dry run ends. A killed process rolls back too.
 * @param run receives the database to work on; it applies parts one at a time on one connection
 * @throws errors of `run` or of the database
 */
export async function dryRun<T>(
  database: Database,
  onWait: ImportOptions['onWait'],
  run: (database: Database) => Promise<T>,
): Promise<T> {
  return database.withLocks(async (locks) => {
    if (!(await locks.try(lockOf('all')))) {
      onWait?.((await readRunning(database))[0]);
      await locks.take(lockOf('all'));
    }
    const trx = await database.knex.transaction();
    try {
      for (const statement of database.topology().beforeDryRun) await trx.raw(statement);
      return await run({ ...database, knex: trx, withLocks: (inside) => inside(locks) });
    } finally {
      // The first error explains more than a lost connection, which rolls back everything as well.
      await trx.rollback().catch(() => undefined);
    }
  });
}
