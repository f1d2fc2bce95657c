import { pipeline } from 'node:stream/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../errors/appError.js';
import { type Ask, Connection, Connections, type Hold, queryableOf, StatementLog } from './connection.js';
import { sessionLocks } from './advisoryLocks.js';
import type { Database, Queryable, Tuple } from './database.js';
import { DISTRIBUTES, IS_DISTRIBUTED } from './distribution.js';
import { isDeadConnection, isHung, isUnreachable, READ_TIMEOUT } from './failure.js';
import { STATE_LEVEL } from './migrate.js';
import {
  createPrepared,
  MOST_PREPARED,
  type Prepared,
  receiveDataRows,
  type RowShape,
  sendStatement,
} from './pgProtocol.js';
import { PARSERS } from './pgValues.js';
import { clientOf, closeSocket, KNEX, receiveInTurns, requirePresent, sendTogether, setPipelining } from './pool.js';
import type { Sql } from './sql.js';

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
    ...postgresQueryable(connections, postgresAsk(log, statementTimeoutMs), ACQUIRE_MS, askAgain),
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

/** How much longer than the server may take for a statement it is waited for, before its connection counts as hung. */
const HANG_MS = 1_000;

/**
 * How often PostgreSQL checks whether the client of a running statement is still connected (`client_connection_check_interval`):
 * an abandoned statement runs at most this much longer. A check is one poll of a socket.
 */
const CLIENT_CHECK_MS = 25;

/**
 * How long a dropped connection still counts as its user's: beyond the end of its statement, so that a user who aborts request
 * after request opens only so many connections in a second, which cost more than most statements.
 */
const DROPPED_MS = 250;

/** A connection to PostgreSQL, over which several statements may be under way. */
class PostgresConnection extends Connection<pg.Client> {
  /** The first failure since the connection was taken. Later ones, such as that of a ROLLBACK, follow from it. */
  failure: unknown;
  /** Whether the connection was given up because its statements had no answer in time. */
  isHung = false;
  /** Whether the pool must not hand it out again. */
  isDiscarded = false;
  /** Whether plans are made once for statements that say so; not those that are divided among servers, which takes their values. */
  plansOnce = true;
  /** Prepared statements by name, with what their rows are like once the server has said so. */
  readonly #prepared = new Map<string, RowShape | undefined>();
  /** PostgreSQL's `plan_cache_mode`; undefined: not known. */
  #planMode: PlanMode | undefined = 'auto';
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param generation see {@link PostgresConnections.expire}
   * @param statementTimeoutMs after which the server ends a statement, and says so; 0: it does not
   */
  constructor(
    driver: pg.Client,
    readonly generation: number,
    readonly statementTimeoutMs: number,
  ) {
    super(driver);
  }

  /** Whether it has as many prepared statements as one may have, and is to be replaced. */
  get isFull(): boolean {
    return this.#prepared.size >= MOST_PREPARED;
  }

  /** A statement is about to be sent, together with what else is asked now. */
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

  /** The server has said what the rows of a statement are like. */
  noteShape({ name }: Prepared, shape: RowShape | undefined): void {
    if (name !== undefined) this.#prepared.set(name, shape);
  }

  /** Goes ahead of the statement that it is for. None that is planned once is part of a transaction, whose end may undo it. */
  #setPlanMode(mode: PlanMode): void {
    if (mode === this.#planMode) return;
    this.#planMode = mode;
    this.driver.query(`set plan_cache_mode = ${mode}`).catch(() => {
      this.#planMode = undefined;
    });
  }

  /** Whether the server is at a statement. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** A statement was sent. @returns how many are under way before it */
  sent(): number {
    this.#underWay += 1;
    // One alone has pg's own timer.
    if (this.#underWay === 2) this.#restartTimer();
    return this.#underWay - 1;
  }

  /** A statement has its answer, or its failure. */
  answered(): void {
    this.#underWay -= 1;
    this.#restartTimer();
  }

  /** A statement failed. Whatever comes next on a hung connection would wait behind what nobody answers. */
  failed(error: unknown): void {
    this.failure ??= error;
    if (isHung(error)) this.discard();
  }

  /** For COPY, which pg refuses between others, and whose failure what comes next has to wait for. */
  sendOneByOne(): void {
    setPipelining(this.driver, false);
  }

  /** Takes it out of use: its statements fail at once, and the pool replaces it. */
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
  /** Whether the database is distributed. Each new connection finds it out. */
  isDistributed = false;

  constructor(
    instance: Knex,
    max: number,
    readonly statementTimeoutMs: number,
  ) {
    super(instance, max);
  }

  /** Notes one that the pool has opened. */
  open(driver: pg.Client): void {
    this.add(new PostgresConnection(driver, this.#generation, this.statementTimeoutMs));
    receiveDataRows(driver);
    receiveInTurns(driver);
  }

  /** Whether the pool may hand it out. */
  isUsable(driver: object): boolean {
    const connection = this.find(driver);
    return connection?.generation === this.#generation && !connection.isDiscarded && !connection.isFull;
  }

  /** Every connection that there is now may be as dead as the one that was found so. */
  expire(): void {
    this.#generation += 1;
  }
}

type PlanMode = 'auto' | 'force_generic_plan';

/**
 * Reads on PostgreSQL: once more on a fresh connection when the first was dead, as after a restart of the server; ended
 * with the connection when the client leaves; a connection that hangs is dropped. While the server may go on with a
 * statement whose client has left, the user's place stays taken, and the time counts as the statement's: requests that are
 * aborted at once would otherwise have the server do more than those that are not.
 * @param askAgain false: what met a dead connection is asked elsewhere
 */
function postgresQueryable(
  connections: PostgresConnections,
  ask: Ask<PostgresConnection>,
  waitMs: number,
  askAgain: boolean,
): Queryable {
  const once: Hold<PostgresConnection> = async (caller, run) => {
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
      // What was found out before another statement failed is the answer, unless the same can be asked elsewhere.
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
  return queryableOf(ask, once, expire, askAgain, () => connections.isDistributed);
}

/**
 * Asks connections of Knex's pool directly, with prepared statements, which Knex has not.
 * @param statementTimeoutMs after which the server ends a statement; 0: it does not
 */
function postgresAsk(log: StatementLog, statementTimeoutMs: number): Ask<PostgresConnection> {
  const prepare = createPrepared();
  const query = async (
    connection: PostgresConnection,
    statement: Sql,
    isTuples: boolean,
  ): Promise<readonly unknown[]> => {
    const prepared = prepare(statement);
    connection.prepareToSend(prepared);
    const { driver } = connection;
    const ended = log.begin(connection, prepared.text, prepared.values);
    const ahead = connection.sent();
    try {
      const shape = connection.shapeOf(prepared);
      const sent = { ...prepared, ...timeoutBehind(ahead, statementTimeoutMs), shape, isTuples };
      const found = await sendStatement(driver, sent);
      if (shape === undefined) connection.noteShape(prepared, found.shape);
      return found.rows;
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

/** When pg gives a statement up: those before it on the connection may take their time first. */
function timeoutBehind(ahead: number, statementTimeoutMs: number): { readonly query_timeout?: number } {
  return ahead === 0 || statementTimeoutMs === 0 ? {} : { query_timeout: (ahead + 1) * statementTimeoutMs + HANG_MS };
}
