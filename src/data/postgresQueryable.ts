import { AppError } from '../errors/appError.js';
import { requirePresent } from './caller.js';
import type { Queryable } from './database.js';
import { isDeadConnection, isHung, isUnreachable } from './failure.js';
import type { PostgresConnection, PostgresConnections } from './postgresConnection.js';
import { queryableOf, type Ask, type Hold } from './queryable.js';

/**
 * Reads on PostgreSQL: once more on a fresh connection when the first was dead, as after a restart of the server; ended
 * with the connection when the client leaves; a connection that hangs is dropped.
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
    const drop = (): void => {
      connection.discard();
    };
    caller?.signal.addEventListener('abort', drop, { once: true });
    try {
      return await run(connection);
    } catch (error) {
      requirePresent(caller);
      const failure = connection.failure ?? error;
      if (isDeadConnection(failure)) drop();
      // What was found out before another statement failed is the answer, unless the same can be asked elsewhere.
      const isDecided = error instanceof AppError && !isUnreachable(failure) && !isHung(failure);
      throw isDecided ? error : failure;
    } finally {
      caller?.signal.removeEventListener('abort', drop);
      connections.release(connection);
    }
  };
  const expire = (): void => {
    connections.expire();
  };
  return queryableOf(ask, once, expire, askAgain);
}
