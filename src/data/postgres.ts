import { pipeline } from 'node:stream/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, LockName, Locks } from './database.js';
import { PARSERS } from './pgProtocol.js';
import { DISTRIBUTES, IS_DISTRIBUTED } from './distribution.js';
import { STATE_LEVEL } from './migrate.js';
import { clientOf, discard, followStatements, KNEX } from './pool.js';
import { CLIENT_CHECK_MS, HANG_MS, postgresAsk, PostgresConnections, postgresQueryable } from './postgresConnection.js';

export interface PostgresOptions {
  readonly url: string;
  readonly poolMax: number;
  /** 0: no limit, for the command line. */
  readonly statementTimeoutMs: number;
  /** Whether a read that met a dead connection is asked once more; false where another server can be asked. */
  readonly askAgain?: boolean;
}

/** How long a request may wait for a connection, whether the pool is full or the server slow to take one. */
const ACQUIRE_MS = 5_000;
const CONNECT_MS = 4_000;
/**
 * How long a statement may wait for a lock, of the time that it has: a read only waits for whoever changes or maintains the
 * table, and can say so.
 */
const LOCK_PART = 0.9;

/**
 * Opens PostgreSQL 15 or newer. Connects on first use.
 * `statement_timeout` ends a query on the server; `query_timeout`, a second above it, covers a connection that hangs.
 */
export function openPostgres({ url, poolMax, statementTimeoutMs, askAgain = true }: PostgresOptions): Database {
  const types = new pg.TypeOverrides();
  for (const [oid, parse] of Object.entries(PARSERS)) types.setTypeParser(Number(oid), parse);
  const instance: Knex = knex({
    client: 'pg',
    // Named, so that no connection has to ask.
    version: '15.0',
    ...KNEX,
    connection: {
      connectionString: url,
      application_name: 'utility-data-gateway',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + HANG_MS } : {}),
      types: { getTypeParser: (oid: number) => types.getTypeParser(oid) },
    },
    pool: {
      min: 0,
      max: poolMax,
      acquireTimeoutMillis: ACQUIRE_MS,
      validate: (driver: object): boolean => connections.isUsable(driver),
      afterCreate: (driver: pg.Client, done: (error: Error | null, driver: pg.Client) => void) => {
        connections.open(driver);
        prepare(driver, statementTimeoutMs).then(
          (isDistributed) => {
            connections.isDistributed = isDistributed;
            connections.of(driver).plansOnce = !isDistributed;
            done(null, driver);
          },
          (error: unknown) => {
            discard(driver);
            connections.remove(driver);
            done(error instanceof Error ? error : new Error(String(error)), driver);
          },
        );
      },
    },
  });
  const connections: PostgresConnections = new PostgresConnections(instance, statementTimeoutMs);
  return {
    engine: 'postgres',
    knex: instance,
    onStatement: followStatements(instance, connections),
    waiting: () => connections.shares.waiting,
    ...postgresQueryable(connections, postgresAsk(instance, statementTimeoutMs), ACQUIRE_MS, askAgain),
    async copyIn(trx, statement, rows) {
      const connection = connections.of(await clientOf(trx).acquireConnection());
      connection.sendOneByOne();
      await pipeline(rows, connection.driver.query(copyFrom(`${statement} stdin`)));
    },
    withLocks: locksOf(connections),
    close: () => instance.destroy(),
  };
}

/** Locks of a session rather than of a transaction, which would have to stay open as long. */
function locksOf(connections: PostgresConnections): Database['withLocks'] {
  return async (run) => {
    const connection = await connections.take();
    try {
      return await run(advisoryLocks(connection.driver));
    } finally {
      // A connection that is lost has lost its locks too.
      await connection.driver.query('select pg_advisory_unlock_all()').catch(() => undefined);
      connections.release(connection);
    }
  };
}

function advisoryLocks(driver: pg.Client): Locks {
  const call = async (name: string, [of, number]: LockName): Promise<boolean> => {
    const text = `select ${name}($1::int, $2::int) as done`;
    const { rows } = await driver.query<{ readonly done: unknown }>(text, [of, number]);
    return rows[0]?.done === true;
  };
  return {
    try: (name) => call('pg_try_advisory_lock', name),
    tryShared: (name) => call('pg_try_advisory_lock_shared', name),
    take: async (name) => void (await call('pg_advisory_lock', name)),
    share: async (name) => void (await call('pg_advisory_lock_shared', name)),
    release: async (name) => void (await call('pg_advisory_unlock', name)),
  };
}

/**
 * Sets what holds for every session.
 * @returns whether the database is distributed
 */
async function prepare(driver: pg.Client, statementTimeoutMs: number): Promise<boolean> {
  const bounded = (text: string): pg.QueryConfig => Object.assign({ text }, { query_timeout: CONNECT_MS });
  await driver.query(
    // Compiling a statement takes a second where the planner expects many rows; hardly a read runs as long.
    // A user's share of the connections is one of the processors too only where a statement has one process.
    bounded(
      `${STATE_LEVEL}; set timezone = 'UTC'; set datestyle = 'ISO'; set jit = off; set max_parallel_workers_per_gather = 0; ` +
        `set statement_timeout = ${statementTimeoutMs}; ` +
        `set lock_timeout = ${Math.floor(statementTimeoutMs * LOCK_PART)}`,
    ),
  );
  try {
    await driver.query(bounded(`set client_connection_check_interval = '${CLIENT_CHECK_MS}ms'`));
  } catch (error) {
    // Some systems cannot look; there a statement whose client left ends at its timeout.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  const { rows } = await driver.query<{ readonly distributes: boolean }>(bounded(DISTRIBUTES));
  if (rows[0]?.distributes !== true) return false;
  const { rows: found } = await driver.query<{ readonly is: boolean }>(bounded(IS_DISTRIBUTED));
  return found[0]?.is === true;
}
