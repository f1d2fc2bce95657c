import { knexText, type Sql } from './sql.js';
import type { Knex } from 'knex';
import { type Connection, type Connections, type Ask, queryableOf } from './connection.js';
import { type Queryable, requirePresent } from './database.js';
import type { PgliteThread } from './pgliteThread.js';

/** How long a read waits for its turn: where PGlite is served, no longer than for a connection to PostgreSQL. */
const WAIT_SERVED_MS = 5_000;
const WAIT_MS = 60_000;
/** Ending a statement costs opening the folder again, so one whose client left may finish if it is about to. */
const ABORT_GRACE_MS = 500;

/**
 * Reads on the embedded database.
 * @param served the thread that PGlite runs in, where statements can be ended, and how long each may take
 */
export function pgliteQueryable(
  instance: Knex,
  connections: Connections<Connection>,
  served: { readonly thread: PgliteThread; readonly statementTimeoutMs: number } | null,
): Queryable {
  return queryableOf(
    askBy(instance),
    async (caller, run) => {
      const connection = await connections.acquire(served ? WAIT_SERVED_MS : WAIT_MS, caller);
      let timer: NodeJS.Timeout | undefined;
      const abort = (): void => {
        timer = setTimeout(() => {
          served?.thread.interrupt('canceling statement: its client has left');
        }, ABORT_GRACE_MS);
      };
      caller?.signal.addEventListener('abort', abort, { once: true });
      served?.thread.limit(served.statementTimeoutMs);
      try {
        return await run(connection);
      } catch (error) {
        requirePresent(caller);
        throw error;
      } finally {
        served?.thread.limit(0);
        clearTimeout(timer);
        caller?.signal.removeEventListener('abort', abort);
        connections.release(connection);
      }
    },
    () => undefined,
  );
}

function askBy(instance: Knex): Ask<Connection> {
  // The one session takes one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  const rows = async <T>(connection: Connection, statement: Sql) => {
    const before = last;
    const own = (async () => {
      await before.catch(() => undefined);
      const { text, bindings } = knexText(statement);
      const query = instance.raw<{ readonly rows: readonly T[] }>(text, [...bindings] as never[]);
      return (await query.connection(connection.driver)).rows;
    })();
    last = own;
    return own;
  };
  return {
    rows,
    tuples: async (connection, statement) =>
      (await rows<object>(connection, statement)).map((row): readonly unknown[] => Object.values(row)),
  };
}
