import type { Knex } from 'knex';
import type { Caller, Connection, Connections } from './connection.js';
import { idOf, type KnexStatement } from './pool.js';

/** A statement that has ended, in whatever way. */
export interface Statement {
  readonly sql: string;
  /** From sending it, or from the end of those before it on its connection, to its last row. */
  readonly ms: number;
  /** On whose behalf it was asked; undefined: nobody's, or no single request's. */
  readonly caller: Caller | undefined;
}

interface Running {
  readonly since: number;
  readonly connection: Connection | undefined;
  readonly caller: Caller | undefined;
}

/**
 * Follows the statements of a database, by Knex's events: the time that each takes, and of the request on whose behalf it
 * is, the time that it waits.
 */
export function followStatements(
  instance: Knex,
  connections: Connections<Connection>,
): (listener: (statement: Statement) => void) => () => void {
  const running = new Map<string, Running>();
  const listeners = new Set<(statement: Statement) => void>();
  const ended = (statement: KnexStatement): void => {
    const found = running.get(idOf(statement));
    if (!found) return;
    running.delete(idOf(statement));
    const { since, connection, caller } = found;
    caller?.clock.waitEnds();
    const now = performance.now();
    // One that was sent behind others began when they had ended.
    const ms = now - Math.max(since, connection?.lastEnd ?? 0);
    if (connection) connection.lastEnd = now;
    for (const listener of listeners) listener({ sql: statement.sql, ms, caller });
  };
  instance.on('query', (statement: KnexStatement) => {
    if (listeners.size === 0) return;
    const connection = connections.named(statement.__knexUid);
    const caller = connection?.caller;
    caller?.clock.waitBegins();
    running.set(idOf(statement), { since: performance.now(), connection, caller });
  });
  instance.on('query-response', (_rows: unknown, statement: KnexStatement) => {
    ended(statement);
  });
  instance.on('query-error', (_error: unknown, statement: KnexStatement) => {
    ended(statement);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
