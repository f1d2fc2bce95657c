import type { Sql } from './sql.js';
import { AppError } from '../errors/appError.js';
import { type Ask, type Hold, queryableOf } from './connection.js';
import { type Queryable, type Tuple, requirePresent } from './database.js';
import { isDeadConnection, isHung, isUnreachable, READ_TIMEOUT } from './failure.js';
import {
  DROPPED_MS,
  createPrepared,
  HANG_MS,
  type PostgresConnection,
  type PostgresConnections,
} from './postgresConnection.js';
import type { Knex } from 'knex';
import { emitStatement } from './pool.js';

/**
 * Reads on PostgreSQL: once more on a fresh connection when the first was dead, as after a restart of the server; ended
 * with the connection when the client leaves; a connection that hangs is dropped. While the server may go on with a
 * statement whose client has left, the user's place stays taken, and the time counts as the statement's: requests that are
 * aborted at once would otherwise have the server do more than those that are not.
 * @param askAgain false: what met a dead connection is asked elsewhere
 */
export function postgresQueryable(
  connections: PostgresConnections,
  ask: Ask<PostgresConnection>,
  waitMs: number,
  askAgain: boolean,
): Queryable {
  const once: Hold<PostgresConnection> = async (caller, run) => {
    const connection = await connections.acquire(waitMs, caller);
    connection.failure = undefined;
    let busyMs = 0;
    const leave = (): void => {
      if (connection.isBusy) {
        busyMs = DROPPED_MS;
        caller?.noteAbandoned(busyMs);
      }
      connection.discard();
    };
    caller?.signal.addEventListener('abort', leave, { once: true });
    try {
      return await run(connection);
    } catch (error) {
      requirePresent(caller);
      const failure = connection.failure ?? error;
      if (isDeadConnection(failure)) connection.discard();
      // What was found out before another statement failed is the answer, unless the same can be asked elsewhere.
      const isDecided = error instanceof AppError && !isUnreachable(failure) && !isHung(failure);
      throw isDecided ? error : failure;
    } finally {
      caller?.signal.removeEventListener('abort', leave);
      connections.release(connection, busyMs);
    }
  };
  const expire = (): void => {
    connections.expire();
  };
  return queryableOf(ask, once, expire, askAgain, () => connections.isDistributed);
}

/**
 * Asks connections of Knex's pool directly, with prepared statements, which Knex has not. Knex tells of these statements by
 * its own events as of all others.
 * @param statementTimeoutMs after which the server ends a statement; 0: it does not
 */
export function postgresAsk(instance: Knex, statementTimeoutMs: number): Ask<PostgresConnection> {
  const prepare = createPrepared();
  let statements = 0;
  const query = async (
    connection: PostgresConnection,
    statement: Sql,
    more: { readonly rowMode?: 'array' },
  ): Promise<readonly unknown[]> => {
    const prepared = prepare(statement);
    statements += 1;
    connection.prepareToSend(prepared);
    const { driver } = connection;
    const events = emitStatement(instance, driver, {
      id: `direct-${statements}`,
      sql: prepared.text,
      bindings: prepared.values,
    });
    const ahead = connection.sent();
    try {
      const { rows }: { readonly rows: readonly unknown[] } = await driver.query({
        ...prepared,
        ...more,
        values: [...prepared.values],
        ...timeoutBehind(ahead, statementTimeoutMs),
      });
      events.answered(rows);
      return rows;
    } catch (raw) {
      const error = connection.isHung ? new Error(READ_TIMEOUT, { cause: raw }) : raw;
      events.failed(error);
      connection.failed(error);
      throw error;
    } finally {
      connection.answered();
    }
  };
  return {
    rows: <T>(connection: PostgresConnection, statement: Sql) =>
      query(connection, statement, {}) as Promise<readonly T[]>,
    tuples: (connection, statement) => query(connection, statement, { rowMode: 'array' }) as Promise<readonly Tuple[]>,
  };
}

/** When pg gives a statement up: those before it on the connection may take their time first. */
function timeoutBehind(ahead: number, statementTimeoutMs: number): { readonly query_timeout?: number } {
  return ahead === 0 || statementTimeoutMs === 0 ? {} : { query_timeout: (ahead + 1) * statementTimeoutMs + HANG_MS };
}
