import type { Knex } from 'knex';
import { AppError } from '../errors/appError.js';
import type { Reading } from './database.js';
import { isDeadConnection } from './failure.js';

/** Runs something with a connection of its own, under the engine's rules for reads. */
export type Hold = <T>(signal: AbortSignal | undefined, run: (connection: object) => Promise<T>) => Promise<T>;

/**
 * Reads by an engine's way of holding a connection.
 * @param onDead called before it is asked again, so that the second connection is a fresh one
 * @param askAgain whether what met a dead connection is asked once more here
 */
export function readingOf(instance: Knex, once: Hold, onDead: () => void, askAgain = true): Reading {
  const hold: Hold = async (signal, run) => {
    try {
      return await once(signal, run);
    } catch (error) {
      if (!isDeadConnection(error)) throw error;
      onDead();
      if (!askAgain) throw error;
      return once(signal, run);
    }
  };
  return {
    rows: <T>(statement: string, bindings: readonly unknown[], signal?: AbortSignal) =>
      hold(signal, async (connection) => {
        const query = instance.raw<{ readonly rows: readonly T[] }>(statement, [...bindings] as never[]);
        return (await query.connection(connection)).rows;
      }),
    snapshot: (run, signal) =>
      hold(signal, (connection) =>
        instance.transaction(run, { connection, isolationLevel: 'repeatable read', readOnly: true }),
      ),
  };
}

/** The pool of Knex, which its types leave out. */
interface Pooled {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

function poolOf(instance: Knex): Pooled {
  return instance.client as Pooled;
}

/**
 * A connection of the pool. Whoever waits too long, or whose client leaves, waits no more; the connection that comes
 * for it later goes back.
 * @throws AppError client-gone, or Knex's error of a full pool
 */
export async function acquire(
  instance: Knex,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly connection: object; readonly release: () => void }> {
  requirePresent(signal);
  const pool = poolOf(instance);
  const release = (connection: object): void => {
    void pool.releaseConnection(connection);
  };
  const coming = pool.acquireConnection();
  let giveUp: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(clientGone());
    };
    timer = setTimeout(() => {
      reject(new Error('Timeout acquiring a connection'));
    }, waitMs);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
  try {
    const connection = await Promise.race([coming, given]);
    return {
      connection,
      release: () => {
        release(connection);
      },
    };
  } catch (error) {
    coming.then(release, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    if (giveUp) signal?.removeEventListener('abort', giveUp);
  }
}

/** @throws AppError client-gone when nobody waits for the answer any more */
export function requirePresent(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw clientGone();
}

function clientGone(): AppError {
  return new AppError('client-gone', 'The client left before the answer.');
}
