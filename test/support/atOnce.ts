import { sql } from '../../src/db/sql.js';
import type { Database } from '../../src/db/database.js';
import { until } from './until.js';

/** Several writers with open transactions on one PostgreSQL database at the same time. */
export interface Writers {
  /** Called by a writer after it has written. */
  readonly wrote: () => void;
  /** Waits until this many writers have written or wait for another's lock. */
  readonly haveWritten: (count: number) => Promise<void>;
}

/**
 * Watches writers that run at the same time.
 * @param most how many writers there are, each with its own connection
 * @throws Error if the pool has no connection left to look for waiting writers
 */
export function writersAtOnce(database: Database, most: number): Writers {
  if (database.engine === 'postgres' && database.pool().max <= most) throw new Error('the pool is too small');
  let written = 0;
  const waiting = async (): Promise<number> =>
    (
      await database.rows(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length;
  return {
    wrote() {
      written += 1;
    },
    async haveWritten(count) {
      await until(
        `${count} have written, or wait`,
        async () => ({ written, waiting: await waiting() }),
        (now) => now.written + now.waiting >= count,
      );
    },
  };
}
