import type { Knex } from 'knex';
import { AppError } from '../errors/appError.js';
import { askingFor, heldFor } from './asker.js';
import type { Queryable, Snapshot, Tuple } from './database.js';
import { isDeadConnection } from './failure.js';
import type { Pool } from './pool.js';

/** Runs something with a connection of its own, under the engine's rules for reads. */
export type Hold = <T>(signal: AbortSignal | undefined, run: (connection: object) => Promise<T>) => Promise<T>;

/** Asks one statement of a connection that is held. */
export interface Ask {
  rows<T>(connection: object, statement: string, bindings: readonly unknown[]): Promise<readonly T[]>;
  tuples(connection: object, statement: string, bindings: readonly unknown[]): Promise<readonly Tuple[]>;
}

/**
 * Reads by an engine's way of holding a connection.
 * @param onDead called before it is asked again, so that the second connection is a fresh one
 * @param askAgain whether what met a dead connection is asked once more here
 */
export function queryableOf(ask: Ask, once: Hold, onDead: () => void, askAgain = true): Queryable {
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
      hold(signal, (connection) => ask.rows<T>(connection, statement, bindings)),
    tuples: (statement, bindings, signal) => hold(signal, (connection) => ask.tuples(connection, statement, bindings)),
    snapshot: (run, signal) => hold(signal, (connection) => inSnapshot(ask, connection, run)),
  };
}

/**
 * Runs statements in a transaction of their own, the first of which do not wait until it is begun. What asks once it has
 * ended, as when another has failed meanwhile, is refused: the connection serves others by then.
 */
async function inSnapshot<T>(ask: Ask, connection: object, run: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const say = (text: string): Promise<unknown> => ask.rows(connection, text, []);
  // Where it fails the statements behind it fail too, and say why.
  const begun = say('begin transaction isolation level repeatable read, read only');
  begun.catch(() => undefined);
  let isOpen = true;
  const snapshot: Snapshot = {
    rows: (statement, bindings) =>
      isOpen ? ask.rows(connection, statement, bindings) : Promise.reject(new Error('the snapshot has ended')),
  };
  try {
    const result = await run(snapshot);
    isOpen = false;
    await begun;
    await say('commit');
    return result;
  } catch (error) {
    isOpen = false;
    await say('rollback').catch(() => undefined);
    throw error;
  }
}

/** The client of Knex with its pool, which its types leave out. */
interface Pooled {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  readonly pool?: Pool;
}

function pooled(instance: Knex): Pooled {
  return instance.client as Pooled;
}

/** A connection that is held until it is released. */
interface Held {
  readonly connection: object;
  readonly release: () => void;
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
): Promise<Held> {
  requirePresent(signal);
  const client = pooled(instance);
  const held = (connection: object): Held => {
    const noLonger = heldFor(connection, signal);
    return {
      connection,
      release: () => {
        noLonger();
        void client.releaseConnection(connection);
      },
    };
  };
  const { pool } = client;
  const isAtHand = pool !== undefined && pool.numFree() > 0 && pool.numPendingAcquires() === 0;
  const coming = askingFor(signal, () => client.acquireConnection());
  // Where one is at hand there is no wait to be bounded; as most often.
  if (!isAtHand) return held(await patiently(coming, waitMs, signal, held));
  const found = held(await coming);
  if (signal?.aborted !== true) return found;
  found.release();
  throw clientGone();
}

/** What comes within a time, and while the client is there; what comes later goes back. */
async function patiently(
  coming: Promise<object>,
  waitMs: number,
  signal: AbortSignal | undefined,
  held: (connection: object) => Held,
): Promise<object> {
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
    return await Promise.race([coming, given]);
  } catch (error) {
    coming.then(
      (connection) => {
        held(connection).release();
      },
      () => undefined,
    );
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
