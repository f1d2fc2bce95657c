import type { Database } from '../data/database.js';
import { lockOf } from './importLocks.js';
import { readRunning } from './journal.js';
import type { ImportOptions } from './options.js';

/**
 * Runs imports and deletions in one transaction that is taken back at the end: each sees what those before it would have
 * done, and nothing of it is kept, not even in the journal. Readers see nothing of it and do not wait; other imports wait
 * until it ends. A process that is killed takes it back too.
 * @param run given the database to work on, whose parts are applied one at a time on one connection
 * @throws what `run` throws, or the database
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
      // What all servers have may be changed after what is distributed, as by a second part, where no statement runs on shards at once.
      if (database.isDistributed()) await trx.raw(`set local citus.multi_shard_modify_mode = 'sequential'`);
      return await run({ ...database, knex: trx, withLocks: (inside) => inside(locks) });
    } finally {
      // What failed says more than that the connection is gone too, which takes everything back as well.
      await trx.rollback().catch(() => undefined);
    }
  });
}
