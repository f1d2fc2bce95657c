import { sql } from '../../src/data/sql.js';
import type { Database } from '../../src/data/database.js';
import { until } from './until.js';

/** Writers of one PostgreSQL database that are in the midst of it at one time. */
export interface Writers {
  /** One of them has written. */
  readonly wrote: () => void;
  /** Waits until so many of them have written, or wait for a lock of another. */
  readonly haveWritten: (count: number) => Promise<void>;
}

/**
 * @param most how many writers there are, each with its own connection
 * @throws Error if the pool has too few connections for them and for the question who waits
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
