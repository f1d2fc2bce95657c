import type { Knex } from 'knex';
import type { Caller, Statement } from './database.js';

/** A connection, with the state that the log needs. */
interface LoggedConnection {
  /** The request that holds the connection; undefined: none, or no single one. */
  readonly caller: Caller | undefined;
  /** When the last statement over it ended (`performance.now`). */
  lastEnd: number;
}

/** A statement in an event of Knex (https://knexjs.org/guide/interfaces.html#query-1). */
interface KnexStatement {
  /** Knex's number of the statement; its statements about transactions have only the number of their connection. */
  readonly __knexQueryUid?: string;
  readonly __knexUid: string;
  readonly sql: string;
  readonly bindings?: readonly unknown[];
}

/**
 * Reports each statement of a database to listeners when it has ended. Reads of the gateway report themselves by
 * {@link StatementLog.begin}; Knex's own statements, of imports and transactions, come by Knex's events.
 */
export class StatementLog {
  readonly #listeners = new Set<(statement: Statement) => void>();
  /** Start times of Knex's statements that run, by Knex's number. */
  readonly #running = new Map<string, number>();

  constructor(instance: Knex) {
    instance.on('query', (statement: KnexStatement) => {
      if (this.#listeners.size > 0) this.#running.set(numberOf(statement), performance.now());
    });
    instance.on('query-response', (_rows: unknown, statement: KnexStatement) => {
      this.#knexEnded(statement);
    });
    instance.on('query-error', (_error: unknown, statement: KnexStatement) => {
      this.#knexEnded(statement);
    });
  }

  /**
   * Records that a statement is sent. Until it ends, its request counts as waiting for the database.
   * @returns a function to call when it has its answer, or its failure
   */
  begin(connection: LoggedConnection, sql: string, bindings: readonly unknown[]): () => void {
    if (this.#listeners.size === 0) return ignored;
    const { caller } = connection;
    caller?.clock.waitBegins();
    const since = performance.now();
    return () => {
      caller?.clock.waitEnds();
      const now = performance.now();
      // A statement that was sent behind others begins when they end.
      const ms = now - Math.max(since, connection.lastEnd);
      connection.lastEnd = now;
      this.#report({ sql, bindings, ms, caller });
    };
  }

  /** Adds a listener. @returns a function that removes it */
  readonly listen = (listener: (statement: Statement) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #knexEnded(statement: KnexStatement): void {
    const number = numberOf(statement);
    const since = this.#running.get(number);
    if (since === undefined) return;
    this.#running.delete(number);
    const { sql, bindings = [] } = statement;
    this.#report({ sql, bindings, ms: performance.now() - since, caller: undefined });
  }

  #report(statement: Statement): void {
    for (const listener of this.#listeners) listener(statement);
  }
}

function numberOf({ __knexQueryUid: number, __knexUid: connection }: KnexStatement): string {
  return number ?? connection;
}

function ignored(): void {
  // Nobody listens.
}
