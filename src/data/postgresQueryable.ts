import type { Knex } from 'knex';
import type pg from 'pg';
import type { Queryable } from './database.js';
import { AppError } from '../errors/appError.js';
import { isDeadConnection, isSilent, isUnreachable } from './failure.js';
import { acquire, queryableOf, requirePresent, type Ask, type Hold } from './queryable.js';

/** What Knex and pg keep on a connection, beside what their types tell. */
interface Held {
  readonly __knexUid?: string;
  __knex__disposed?: unknown;
  readonly connection?: { readonly stream: { destroy(): void } };
}

/**
 * Takes a connection out of use: the pool hands it out no more, statements on it fail at once, and the server, which
 * looks every so often whether its client is there (`client_connection_check_interval`), ends what it was doing.
 */
export function discard(connection: pg.Client): void {
  const held = connection as unknown as Held;
  held.__knex__disposed ??= 'discarded';
  held.connection?.stream.destroy();
}

/** Which connections of the pool may still be used. */
export interface Freshness {
  /** For the pool's `afterCreate` and `validate`. */
  readonly created: (connection: object) => void;
  readonly isFresh: (connection: object) => boolean;
  /** Every connection that there is now may be as dead as the one that was found so. */
  readonly expire: () => void;
}

export function trackFreshness(): Freshness {
  let generation = 0;
  const born = new WeakMap<object, number>();
  return {
    created: (connection) => {
      born.set(connection, generation);
    },
    isFresh: (connection) => born.get(connection) === generation,
    expire: () => {
      generation += 1;
    },
  };
}

/**
 * Reads on PostgreSQL: once more on a fresh connection when the first was dead, as after a restart of the server; ended
 * with the connection when the client leaves; a connection that has gone silent is dropped.
 * @param askAgain false: what met a dead connection is for the caller to ask elsewhere
 */
export function postgresQueryable(
  instance: Knex,
  ask: Ask,
  freshness: Freshness,
  waitMs: number,
  askAgain: boolean,
): Queryable {
  const failures = new Map<string, { first: unknown; drop(): void }>();
  // A transaction that fails reports the failure of its ROLLBACK; what failed first is what counts.
  instance.on('query-error', (error: unknown, { __knexUid: uid = '' }: Held) => {
    const held = failures.get(uid);
    if (!held) return;
    held.first ??= error;
    // Whatever comes next on this connection would wait behind the statement that nobody answers.
    if (isSilent(error)) held.drop();
  });
  const once: Hold = async (signal, run) => {
    const { connection, release } = await acquire(instance, waitMs, signal);
    const drop = (): void => {
      discard(connection as pg.Client);
    };
    const uid = (connection as Held).__knexUid ?? '';
    const held = { first: undefined as unknown, drop };
    failures.set(uid, held);
    signal?.addEventListener('abort', drop, { once: true });
    try {
      return await run(connection);
    } catch (error) {
      requirePresent(signal);
      const failure = held.first ?? error;
      if (isDeadConnection(failure)) drop();
      // What was found out before another statement failed is the answer, unless the same can be asked elsewhere.
      const isDecided = error instanceof AppError && !isUnreachable(failure) && !isSilent(failure);
      throw isDecided ? error : failure;
    } finally {
      signal?.removeEventListener('abort', drop);
      failures.delete(uid);
      release();
    }
  };
  return queryableOf(ask, once, freshness.expire, askAgain);
}
