import type { Knex } from 'knex';
import type { Tuple } from './database.js';
import { READ_TIMEOUT } from './failure.js';
import { emitStatement } from './pool.js';
import { HANG_MS, type PostgresConnection } from './postgresConnection.js';
import { createPrepared } from './prepared.js';
import type { Ask } from './queryable.js';

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
    statement: string,
    bindings: readonly unknown[],
    more: { readonly rowMode?: 'array' },
  ): Promise<readonly unknown[]> => {
    const prepared = prepare(statement);
    statements += 1;
    connection.prepareToSend(prepared.name);
    const { driver } = connection;
    const events = emitStatement(instance, driver, { id: `direct-${statements}`, sql: prepared.text, bindings });
    const ahead = connection.sent();
    try {
      const { rows }: { readonly rows: readonly unknown[] } = await driver.query({
        ...prepared,
        ...more,
        values: [...bindings],
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
    rows: <T>(connection: PostgresConnection, statement: string, bindings: readonly unknown[]) =>
      query(connection, statement, bindings, {}) as Promise<readonly T[]>,
    tuples: (connection, statement, bindings) =>
      query(connection, statement, bindings, { rowMode: 'array' }) as Promise<readonly Tuple[]>,
  };
}

/** When pg gives a statement up: those before it on the connection may take their time first. */
function timeoutBehind(ahead: number, statementTimeoutMs: number): { readonly query_timeout?: number } {
  return ahead === 0 || statementTimeoutMs === 0 ? {} : { query_timeout: (ahead + 1) * statementTimeoutMs + HANG_MS };
}
