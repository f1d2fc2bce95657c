import { pipeline } from 'node:stream/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../errors/appError.js';
import {
  type StatementRunner,
  Connection,
  Connections,
  type WithConnection,
  queryableOf,
  StatementLog,
} from './connection.js';
import { sessionLocks } from './locks.js';
import type { Database, Queryable, Tuple } from './database.js';
import { isDeadConnection, isHung, isUnreachable, READ_TIMEOUT } from './failure.js';
import { STATE_LEVEL } from './migrate.js';
import {
  createPrepared,
  MAX_PREPARED,
  type Prepared,
  receiveDataRows,
  type RowShape,
  sendStatement,
} from './pgProtocol.js';
import { PARSERS } from './pgValues.js';
import {
  clientOf,
  closeSocket,
  KNEX,
  openSocket,
  receiveInTurns,
  requirePresent,
  sendTogether,
  setPipelining,
} from './pool.js';
import type { Sql } from './sql.js';
import { CITUS, DISTRIBUTES, IS_DISTRIBUTED, ONE_SERVER, type Topology } from './topology.js';

export interface PostgresOptions {
  readonly url: string;
  readonly poolMax: number;
  /** 0: no limit, for the command line. */
  readonly statementTimeoutMs: number;
  /** Whether to repeat a read once after a dead connection; false if another server can answer the read. */
  readonly repeatsReads?: boolean;
}

/** The time that a request may wait for a connection, from a full pool or from a slow server. */
const ACQUIRE_MS = 5_000;
const CONNECT_MS = 4_000;
/**
 * The share of a statement's time limit that it may wait for a lock. A read waits only for sessions that change or
 * maintain the table. Its error can then report the lock.
 */
const LOCK_PART = 0.9;

/**
 * Opens PostgreSQL 15 or newer. It connects on first use. `statement_timeout` ends a query on the server.
 * `query_timeout`, a second longer, covers a connection that hangs.
 */
export function openPostgres({ url, poolMax, statementTimeoutMs, repeatsReads = true }: PostgresOptions): Database {
  const types = new pg.TypeOverrides();
  for (const [oid, parse] of Object.entries(PARSERS)) types.setTypeParser(Number(oid), parse);
  const instance: Knex = knex({
    client: 'pg',
    // With a fixed version, Knex need not query it on each connection.
    version: '15.0',
    ...KNEX,
    connection: {
      connectionString: url,
      application_name: 'utility-data-gateway',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      stream: openSocket,
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
          (topology) => {
            connections.topology = topology;
            connections.of(driver).plansOnce = topology.plansOnce;
            done(null, driver);
          },
          (error: unknown) => {
            closeSocket(driver);
            connections.remove(driver);
            done(error instanceof Error ? error : new Error(String(error)), driver);
          },
        );
      },
    },
  });
  const connections: PostgresConnections = new PostgresConnections(instance, poolMax, statementTimeoutMs);
  const log = new StatementLog(instance);
  return {
    engine: 'postgres',
    knex: instance,
    onStatement: log.listen,
    pool: () => connections.state,
    ...postgresQueryable(connections, postgresRunner(log, statementTimeoutMs), ACQUIRE_MS, repeatsReads),
    async copyIn(trx, statement, rows) {
      const connection = connections.of(await clientOf(trx).acquireConnection());
      connection.sendOneByOne();
      await pipeline(rows, connection.driver.query(copyFrom(`${statement} stdin`)));
    },
    withLocks: sessionLocks(connections),
    close: () => instance.destroy(),
  };
}

/**
 * Applies the settings of every session.
 * @returns the topology of the database
 */
async function prepare(driver: pg.Client, statementTimeoutMs: number): Promise<Topology> {
  const bounded = (text: string): pg.QueryConfig => Object.assign({ text }, { query_timeout: CONNECT_MS });
  await driver.query(
    // Compiling a statement takes a second if the planner expects many rows, and few reads run as long. Without
    // parallel workers, a user's share of the connections is also a share of the processors, and an Append runs its
    // parts in order, as `onePageSql` needs.
    bounded(
      `${STATE_LEVEL}; set timezone = 'UTC'; set datestyle = 'ISO'; set jit = off; set max_parallel_workers_per_gather = 0; ` +
        `set statement_timeout = ${statementTimeoutMs}; ` +
        `set lock_timeout = ${Math.floor(statementTimeoutMs * LOCK_PART)}`,
    ),
  );
  try {
    await driver.query(bounded(`set client_connection_check_interval = '${CLIENT_CHECK_MS}ms'`));
  } catch (error) {
    // Some systems cannot check the client. There a statement without a client ends at its timeout.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  const { rows } = await driver.query<{ readonly distributes: boolean }>(bounded(DISTRIBUTES));
  if (rows[0]?.distributes !== true) return ONE_SERVER;
  const { rows: distribution } = await driver.query<{ readonly is: boolean }>(bounded(IS_DISTRIBUTED));
  return distribution[0]?.is === true ? CITUS : ONE_SERVER;
}

/** The time after the server's limit until a connection counts as hung. */
const HANG_MS = 1_000;

/**
 * The interval of PostgreSQL's check whether the client of a running statement is still connected
 * (`client_connection_check_interval`). An abandoned statement runs at most this much longer. A check is one poll of a
 * socket.
 */
const CLIENT_CHECK_MS = 25;

/**
 * The time for which a dropped connection still counts as its user's, after the end of its statement. It limits how
 * many connections a user can open per second by aborting requests: opening one costs more than most statements.
 */
const DROPPED_MS = 250;

/** A connection to PostgreSQL. It may run several statements. */
class PostgresConnection extends Connection<pg.Client> {
  /** The first failure since the connection was taken. Later failures, such as that of a ROLLBACK, result from it. */
  failure: unknown;
  /** Whether the connection was dropped because its statements had no response in time. */
  isHung = false;
  /** Whether the pool must not hand it out again. */
  isDiscarded = false;
  /** See {@link Topology}. */
  plansOnce = true;
  /** Prepared statements by name, with the shape of their rows if the server has described it. */
  readonly #prepared = new Map<string, RowShape | undefined>();
  /** PostgreSQL's `plan_cache_mode`; undefined: unknown. */
  #planMode: PlanMode | undefined = 'auto';
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param generation see {@link PostgresConnections.expire}
   * @param statementTimeoutMs the time after which the server ends a statement and reports it; 0: no limit
   */
  constructor(
    driver: pg.Client,
    readonly generation: number,
    readonly statementTimeoutMs: number,
  ) {
    super(driver);
  }

  /** Whether it has the maximum number of prepared statements and must be replaced. */
  get isFull(): boolean {
    return this.#prepared.size >= MAX_PREPARED;
  }

  /** Prepares a statement that is about to be sent with the other statements of this turn. */
  prepareToSend({ name, isPlannedOnce }: Prepared): void {
    if (name !== undefined && !this.#prepared.has(name)) this.#prepared.set(name, undefined);
    setPipelining(this.driver, true);
    sendTogether(this.driver);
    this.#setPlanMode(name !== undefined && isPlannedOnce && this.plansOnce ? 'force_generic_plan' : 'auto');
  }

  /** The shape of the rows of a prepared statement; undefined: the server has not described it yet. */
  shapeOf({ name }: Prepared): RowShape | undefined {
    return name === undefined ? undefined : this.#prepared.get(name);
  }

  /** Stores the shape of a statement's rows that the server has described. */
  noteShape({ name }: Prepared, shape: RowShape | undefined): void {
    if (name !== undefined) this.#prepared.set(name, shape);
  }

  /**
   * Sets the mode before its statement. Statements that are planned once never run in a transaction: its rollback would
   * undo the mode.
   */
  #setPlanMode(mode: PlanMode): void {
    if (mode === this.#planMode) return;
    this.#planMode = mode;
    this.driver.query(`set plan_cache_mode = ${mode}`).catch(() => {
      this.#planMode = undefined;
    });
  }

  /** Whether the server is running a statement. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** Counts a sent statement. @returns the number of statements before it */
  sent(): number {
    this.#underWay += 1;
    // For a single statement pg's timer is enough.
    if (this.#underWay === 2) this.#restartTimer();
    return this.#underWay - 1;
  }

  /** Counts a statement that has succeeded or failed. */
  answered(): void {
    this.#underWay -= 1;
    this.#restartTimer();
  }

  /** Stores the failure of a statement. A hung connection is discarded: later statements on it would wait forever. */
  failed(error: unknown): void {
    this.failure ??= error;
    if (isHung(error)) this.discard();
  }

  /**
   * Sends statements one by one, for COPY. pg rejects COPY in a pipeline, and later statements have to wait for its
   * failure.
   */
  sendOneByOne(): void {
    setPipelining(this.driver, false);
  }

  /** Takes the connection out of use. Its statements fail at once, and the pool replaces it. */
  discard(): void {
    this.isDiscarded = true;
    closeSocket(this.driver);
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#underWay === 0 || this.statementTimeoutMs === 0) return;
    this.#timer = setTimeout(() => {
      this.isHung = true;
      this.discard();
    }, this.statementTimeoutMs + HANG_MS);
  }
}

/** The connections of a pool to PostgreSQL. */
class PostgresConnections extends Connections<PostgresConnection> {
  #generation = 0;
  /** Each new connection checks the topology. */
  topology = ONE_SERVER;

  constructor(
    instance: Knex,
    max: number,
    readonly statementTimeoutMs: number,
  ) {
    super(instance, max);
  }

  /** Registers a connection that the pool has opened. */
  open(driver: pg.Client): void {
    this.add(new PostgresConnection(driver, this.#generation, this.statementTimeoutMs));
    receiveDataRows(driver);
    receiveInTurns(driver);
  }

  /** Whether the pool may hand out a connection. */
  isUsable(driver: object): boolean {
    const connection = this.find(driver);
    return connection?.generation === this.#generation && !connection.isDiscarded && !connection.isFull;
  }

  /** Discards all open connections after one was found dead: the others may be dead too. */
  expire(): void {
    this.#generation += 1;
  }
}

type PlanMode = 'auto' | 'force_generic_plan';

/**
 * Returns the reads on PostgreSQL. If the connection of a read is dead, for example after a restart of the server, the
 * read is repeated once on a new one. When the client disconnects, the connection is dropped, as is a hung connection.
 * While the server may continue an abandoned statement, the user's place stays taken, and the time counts as the
 * statement's. Otherwise a user could load the server more with aborted requests than with complete ones.
 * @param repeatsReads false: another server repeats a read after a dead connection
 */
function postgresQueryable(
  connections: PostgresConnections,
  ask: StatementRunner<PostgresConnection>,
  waitMs: number,
  repeatsReads: boolean,
): Queryable {
  const once: WithConnection<PostgresConnection> = async (caller, run) => {
    const connection = await connections.acquire(waitMs, caller);
    connection.failure = undefined;
    let busyMs = 0;
    const leave = (): void => {
      if (connection.isBusy) {
        busyMs = DROPPED_MS;
        caller?.noteAbandoned(busyMs);
      }
      connection.discard();
    };
    const stay = caller?.whenGone(leave);
    try {
      return await run(connection);
    } catch (error) {
      requirePresent(caller);
      const failure = connection.failure ?? error;
      if (isDeadConnection(failure)) connection.discard();
      // The error of an earlier result is final, unless another server can repeat the read.
      const isDecided = error instanceof AppError && !isUnreachable(failure) && !isHung(failure);
      throw isDecided ? error : failure;
    } finally {
      stay?.();
      connections.release(connection, busyMs);
    }
  };
  const expire = (): void => {
    connections.expire();
  };
  return queryableOf(ask, once, expire, repeatsReads, () => connections.topology);
}

/**
 * Runs statements on connections of Knex's pool as prepared statements, which Knex does not support.
 * @param statementTimeoutMs the time after which the server ends a statement; 0: no limit
 */
function postgresRunner(log: StatementLog, statementTimeoutMs: number): StatementRunner<PostgresConnection> {
  const prepare = createPrepared();
  const query = async (
    connection: PostgresConnection,
    statement: Sql,
    isTuples: boolean,
  ): Promise<readonly unknown[]> => {
    const prepared = prepare(statement);
    connection.prepareToSend(prepared);
    const ended = log.begin(connection, prepared.text, prepared.values);
    const ahead = connection.sent();
    try {
      const shape = connection.shapeOf(prepared);
      const timeoutMs = timeoutBehind(ahead, statementTimeoutMs);
      const result = await sendStatement(connection.driver, { prepared, shape, isTuples, timeoutMs });
      if (shape === undefined) connection.noteShape(prepared, result.shape);
      return result.rows;
    } catch (raw) {
      const error = connection.isHung ? new Error(READ_TIMEOUT, { cause: raw }) : raw;
      connection.failed(error);
      throw error;
    } finally {
      ended();
      connection.answered();
    }
  };
  return {
    rows: <T>(connection: PostgresConnection, statement: Sql) =>
      query(connection, statement, false) as Promise<readonly T[]>,
    tuples: (connection, statement) => query(connection, statement, true) as Promise<readonly Tuple[]>,
  };
}

/**
 * Returns pg's timeout for a statement, if it differs from the connection's. Earlier statements in the pipeline may
 * first use their full time.
 */
function timeoutBehind(ahead: number, statementTimeoutMs: number): number | undefined {
  return ahead === 0 || statementTimeoutMs === 0 ? undefined : (ahead + 1) * statementTimeoutMs + HANG_MS;
}
