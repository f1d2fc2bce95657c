import type { Writable } from 'node:stream';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Tuple } from './database.js';
import { READ_TIMEOUT } from './failure.js';
import { createPrepared, KEPT_STATEMENTS } from './prepared.js';
import type { Ask } from './queryable.js';
import { SILENCE_MS, watchSilence } from './silence.js';

/** What Knex and pg keep on a connection, beside what their types tell. */
interface Held {
  readonly __knexUid?: string;
  readonly connection?: { readonly stream: Pick<Writable, 'cork' | 'uncork'> };
}

export interface PostgresAsk extends Ask {
  /** Whether a connection has as many prepared statements as one may have, and is to be replaced. */
  readonly isFull: (connection: object) => boolean;
}

/**
 * Asks connections of Knex's pool directly, with prepared statements, which Knex has not. Knex tells of these statements by
 * its own events as of all others.
 * @param statementTimeoutMs after which the server ends a statement; 0: it does not
 */
export function postgresAsk(instance: Knex, statementTimeoutMs: number): PostgresAsk {
  const prepare = createPrepared();
  const silence = watchSilence(statementTimeoutMs);
  const names = new WeakMap<object, Set<string>>();
  let asked = 0;
  const noteName = (connection: object, name: string): void => {
    const known = names.get(connection) ?? new Set();
    names.set(connection, known.add(name));
  };
  const query = async (
    connection: object,
    statement: string,
    bindings: readonly unknown[],
    more: { readonly rowMode?: 'array' },
  ): Promise<readonly unknown[]> => {
    if (!(connection instanceof pg.Client)) throw new Error('there is no PostgreSQL connection');
    const prepared = prepare(statement);
    if (prepared.name !== undefined) noteName(connection, prepared.name);
    asked += 1;
    const { __knexUid, connection: socket } = connection as Held;
    startPipelining(connection);
    if (socket) sendTogether(socket.stream);
    const event = { __knexUid, __knexQueryUid: `asked-${asked}`, sql: prepared.text, bindings };
    instance.emit('query', event);
    const ahead = silence.asked(connection);
    try {
      const { rows }: { readonly rows: readonly unknown[] } = await connection.query({
        ...prepared,
        ...more,
        values: [...bindings],
        ...timeoutBehind(ahead, statementTimeoutMs),
      });
      instance.emit('query-response', rows, event);
      return rows;
    } catch (raw) {
      const error = silence.isFound(connection) ? new Error(READ_TIMEOUT, { cause: raw }) : raw;
      instance.emit('query-error', error, event);
      throw error;
    } finally {
      silence.answered(connection);
    }
  };
  return {
    rows: <T>(connection: object, statement: string, bindings: readonly unknown[]) =>
      query(connection, statement, bindings, {}) as Promise<readonly T[]>,
    tuples: (connection, statement, bindings) =>
      query(connection, statement, bindings, { rowMode: 'array' }) as Promise<readonly Tuple[]>,
    isFull: (connection) => (names.get(connection)?.size ?? 0) >= KEPT_STATEMENTS,
  };
}

/** When pg gives a statement up: those before it on the connection may take their time first. */
function timeoutBehind(ahead: number, statementTimeoutMs: number): { readonly query_timeout?: number } {
  return ahead === 0 || statementTimeoutMs === 0 ? {} : { query_timeout: (ahead + 1) * statementTimeoutMs + SILENCE_MS };
}

/**
 * From now on statements are sent without waiting for those before them (pg's `pipeline`, which its types call read-only).
 * Whoever holds a connection of the pool finds it with nothing under way.
 */
function startPipelining(connection: pg.Client): void {
  if (!connection.pipeline) Object.assign(connection, { pipeline: true });
}

/** For COPY, which pg refuses between others, and whose failure what comes next has to wait for. */
export function stopPipelining(connection: pg.Client): void {
  Object.assign(connection, { pipeline: false });
}

/** Has what is asked until everything that runs now has run sent at once: each sending costs as much as a small statement. */
function sendTogether(stream: Pick<Writable, 'cork' | 'uncork'>): void {
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}
