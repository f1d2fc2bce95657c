import type pg from 'pg';
import type { Connection, Connections } from './connection.js';
import type { Database, LockName, Locks } from './database.js';

/** Returns locks that belong to a session. A transaction would have to stay open as long as its locks. */
export function sessionLocks(connections: Connections<Connection<pg.Client>>): Database['withLocks'] {
  return async (run) => {
    const connection = await connections.take();
    try {
      return await run(advisoryLocks(connection.driver));
    } finally {
      // A lost connection has lost its locks too.
      await connection.driver.query('select pg_advisory_unlock_all()').catch(() => undefined);
      connections.release(connection);
    }
  };
}

function advisoryLocks(driver: pg.Client): Locks {
  const call = async (name: string, [of, number]: LockName): Promise<boolean> => {
    const text = `select ${name}($1::int, $2::int) as done`;
    const { rows } = await driver.query<{ readonly done: unknown }>(text, [of, number]);
    return rows[0]?.done === true;
  };
  return {
    try: (name) => call('pg_try_advisory_lock', name),
    tryShared: (name) => call('pg_try_advisory_lock_shared', name),
    take: async (name) => void (await call('pg_advisory_lock', name)),
    share: async (name) => void (await call('pg_advisory_lock_shared', name)),
    release: async (name) => void (await call('pg_advisory_unlock', name)),
  };
}
