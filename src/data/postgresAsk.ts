import type { Knex } from 'knex';
import pg from 'pg';
import type { Tuple } from './database.js';
import { createPrepared, KEPT_STATEMENTS } from './prepared.js';
import type { Ask } from './reading.js';

/** What Knex keeps on a connection. */
interface Held {
  readonly __knexUid?: string;
}

export interface PostgresAsk extends Ask {
  /** Whether a connection has as many prepared statements as one may have, and is to be replaced. */
  readonly isFull: (connection: object) => boolean;
}

/**
 * Asks connections of Knex's pool directly, with prepared statements, which Knex has not. Knex tells of these statements by
 * its own events as of all others.
 */
export function postgresAsk(instance: Knex): PostgresAsk {
  const prepare = createPrepared();
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
    const { __knexUid } = connection as Held;
    const event = { __knexUid, __knexQueryUid: `asked-${asked}`, sql: prepared.text, bindings };
    instance.emit('query', event);
    try {
      const { rows }: { readonly rows: readonly unknown[] } = await connection.query({
        ...prepared,
        ...more,
        values: [...bindings],
      });
      instance.emit('query-response', rows, event);
      return rows;
    } catch (error) {
      instance.emit('query-error', error, event);
      throw error;
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
