import { raw, type Sql } from './sql.js';
import type { Knex } from 'knex';
import {
  clientGone,
  clientOf,
  type ReleasePlace,
  type KnexClient,
  requirePresent,
  UserPlaces,
  takingFrom,
} from './pool.js';
import type { Caller, PoolState, Queryable, Snapshot, Statement, Tuple } from './database.js';
import { isDeadConnection } from './failure.js';
import { ONE_SERVER, type Topology } from './topology.js';

/** An open connection of Knex's pool. */
export class Connection<Driver extends object = object> {
  /** The request that holds it; undefined: no request, or several. */
  caller: Caller | undefined;
  /** When the last statement over it ended (`performance.now`). */
  lastEnd = 0;
  /** Releases the user's place among the connections; undefined: the connection counts for no user. */
  releasePlace: ReleasePlace | undefined;

  constructor(readonly driver: Driver) {}
}

/** The connections of a pool, by the driver's connection. */
export class Connections<C extends Connection> {
  readonly #client: KnexClient;
  readonly #takeOne: () => Promise<object>;
  readonly #byDriver = new Map<object, C>();
  readonly userPlaces: UserPlaces;

  /** @param max the maximum number of open connections */
  constructor(
    instance: Knex,
    readonly max: number,
  ) {
    this.#client = clientOf(instance);
    this.#takeOne = takingFrom(this.#client, max);
    this.userPlaces = new UserPlaces(max);
    this.#client.pool?.on('destroyRequest', (_event, driver) => {
      this.remove(driver);
    });
  }

  /** Adds a connection. Call it as soon as the pool has opened the connection. */
  add(connection: C): void {
    this.#byDriver.set(connection.driver, connection);
  }

  remove(driver: object): void {
    this.#byDriver.delete(driver);
  }

  /** The current state of the pool. */
  get state(): PoolState {
    const { pool } = this.#client;
    return {
      used: pool?.numUsed() ?? 0,
      free: pool?.numFree() ?? 0,
      waiting: this.userPlaces.waiting + (pool?.numPendingAcquires() ?? 0),
      max: this.max,
    };
  }

  find(driver: object): C | undefined {
    return this.#byDriver.get(driver);
  }

  /**
   * Returns the connection of a driver.
   * @throws Error if the pool has no such connection
   */
  of(driver: object): C {
    const connection = this.find(driver);
    if (!connection) throw new Error('the pool has no such connection');
    return connection;
  }

  /** Takes a connection, without a limit on the wait. The caller has to release it. */
  async take(): Promise<C> {
    return this.of(await this.#takeOne());
  }

  /**
   * Takes a connection for a read when it is the user's turn. The caller has to release it. If the request waits too
   * long, or its client disconnects, it stops waiting. A connection that the pool delivers later is released.
   * @throws AppError client-gone, overloaded, or Knex's error of a full pool
   */
  async acquire(waitMs: number, caller: Caller | undefined): Promise<C> {
    requirePresent(caller);
    caller?.clock.waitBegins();
    let releasePlace: ReleasePlace | undefined;
    try {
      releasePlace = await this.userPlaces.placeFor(caller, waitMs);
      const { pool } = this.#client;
      const isAtHand = pool !== undefined && pool.numFree() > 0 && pool.numPendingAcquires() === 0;
      const pending = this.#takeOne();
      // Usually a connection is free, and no wait needs a limit.
      const connection = this.of(isAtHand ? await pending : await this.#withinTimeout(pending, waitMs, caller));
      if (caller?.isGone === true) {
        this.release(connection);
        throw clientGone();
      }
      connection.caller = caller;
      connection.releasePlace = releasePlace;
      return connection;
    } catch (error) {
      releasePlace?.();
      throw error;
    } finally {
      caller?.clock.waitEnds();
    }
  }

  /**
   * Returns a connection to the pool.
   * @param busyMs how long the server may continue the statement; the user's place stays taken until then
   */
  release(connection: C, busyMs = 0): void {
    const { releasePlace } = connection;
    connection.caller = undefined;
    connection.releasePlace = undefined;
    void this.#client.releaseConnection(connection.driver);
    if (releasePlace && busyMs > 0) setTimeout(releasePlace, busyMs).unref();
    else releasePlace?.();
  }

  /**
   * Waits for a connection for a limited time, and only while the client is connected. A later connection is released.
   */
  async #withinTimeout(pending: Promise<object>, waitMs: number, caller: Caller | undefined): Promise<object> {
    let stopWatching: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    const given = new Promise<never>((_, reject) => {
      stopWatching = caller?.whenGone(() => {
        reject(clientGone());
      });
      timer = setTimeout(() => {
        reject(new Error('Timeout acquiring a connection'));
      }, waitMs);
    });
    try {
      return await Promise.race([pending, given]);
    } catch (error) {
      pending.then(
        (driver) => {
          this.release(this.of(driver));
        },
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
      stopWatching?.();
    }
  }
}

/** Holds a connection during a call, under the engine's rules for reads. */
export type WithConnection<C extends Connection> = <T>(
  caller: Caller | undefined,
  run: (connection: C) => Promise<T>,
) => Promise<T>;

/** Runs one statement over a connection that the caller holds. */
export interface StatementRunner<C extends Connection> {
  rows<T>(connection: C, statement: Sql): Promise<readonly T[]>;
  tuples(connection: C, statement: Sql): Promise<readonly Tuple[]>;
}

/**
 * Returns the reads of an engine.
 * @param once how the engine holds a connection
 * @param onDead called before a read is repeated, so that the second connection is a new one
 * @param repeatsReads whether to repeat a read here after a dead connection
 */
export function queryableOf<C extends Connection>(
  runner: StatementRunner<C>,
  once: WithConnection<C>,
  onDead: () => void,
  repeatsReads = true,
  topology = (): Topology => ONE_SERVER,
): Queryable {
  const withConnection: WithConnection<C> = async (caller, run) => {
    try {
      return await once(caller, run);
    } catch (error) {
      if (!isDeadConnection(error)) throw error;
      onDead();
      if (!repeatsReads) throw error;
      return once(caller, run);
    }
  };
  return {
    topology,
    rows: <T>(statement: Sql, caller?: Caller) =>
      withConnection(caller, (connection) => runner.rows<T>(connection, statement)),
    tuples: (statement, caller) => withConnection(caller, (connection) => runner.tuples(connection, statement)),
    snapshot: (run, caller) => withConnection(caller, (connection) => inSnapshot(runner, connection, topology, run)),
  };
}

/**
 * Runs statements in a separate transaction. The first statements are sent without waiting for its begin. A statement
 * after the end, for example after another one has failed, is rejected: the connection then serves other requests.
 */
async function inSnapshot<T, C extends Connection>(
  runner: StatementRunner<C>,
  connection: C,
  topology: () => Topology,
  run: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const execute = (text: string): Promise<unknown> => runner.rows(connection, raw(text));
  // If `begin` fails, the statements behind it fail too, with the reason.
  const begin = execute('begin transaction isolation level repeatable read, read only');
  begin.catch(() => undefined);
  let isOpen = true;
  const ended = (): Promise<never> => Promise.reject(new Error('the snapshot has ended'));
  const snapshot: Snapshot = {
    topology,
    rows: (statement) => (isOpen ? runner.rows(connection, statement) : ended()),
    tuples: (statement) => (isOpen ? runner.tuples(connection, statement) : ended()),
  };
  try {
    const result = await run(snapshot);
    isOpen = false;
    await begin;
    await execute('commit');
    return result;
  } catch (error) {
    isOpen = false;
    await execute('rollback').catch(() => undefined);
    throw error;
  }
}

/** A statement in an event of Knex (https://knexjs.org/guide/interfaces.html#query-1). */
interface KnexStatement {
  /** Knex's number of the statement; its statements about transactions have only the number of their connection. */
  readonly __knexQueryUid?: string;
  readonly __knexUid: string;
  readonly sql: string;
  readonly bindings?: readonly unknown[];
}

type Listener = (statement: Statement) => void;

/**
 * Reports statements when they end. A statement is reported to the listeners that were registered when it was sent.
 * Reads of the gateway call {@link StatementLog.begin}. Knex's events report the statements of imports and
 * transactions.
 */
export class StatementLog {
  /** Replaced, never changed in place: a statement reports to the listeners of its start. */
  #listeners: readonly Listener[] = [];
  /** Running statements of Knex, by Knex's number. */
  readonly #running = new Map<string, { readonly since: number; readonly listeners: readonly Listener[] }>();

  constructor(instance: Knex) {
    instance.on('query', (statement: KnexStatement) => {
      const listeners = this.#listeners;
      if (listeners.length > 0) this.#running.set(numberOf(statement), { since: performance.now(), listeners });
    });
    instance.on('query-response', (_rows: unknown, statement: KnexStatement) => {
      this.#knexEnded(statement);
    });
    instance.on('query-error', (_error: unknown, statement: KnexStatement) => {
      this.#knexEnded(statement);
    });
  }

  /**
   * Records that a statement is sent. Until the statement ends, its request counts as waiting for the database.
   * @returns a function to call when the statement has succeeded or failed
   */
  begin(connection: Connection, sql: string, bindings: readonly unknown[]): () => void {
    const listeners = this.#listeners;
    if (listeners.length === 0) return ignored;
    const { caller } = connection;
    caller?.clock.waitBegins();
    const since = performance.now();
    return () => {
      caller?.clock.waitEnds();
      const now = performance.now();
      // A statement in a pipeline begins when the statements before it end.
      const ms = now - Math.max(since, connection.lastEnd);
      connection.lastEnd = now;
      this.#report(listeners, { sql, bindings, ms, caller });
    };
  }

  /** Adds a listener. @returns a function that removes it */
  readonly listen = (listener: Listener): (() => void) => {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  };

  #knexEnded(statement: KnexStatement): void {
    const number = numberOf(statement);
    const running = this.#running.get(number);
    if (running === undefined) return;
    this.#running.delete(number);
    const { sql, bindings = [] } = statement;
    this.#report(running.listeners, { sql, bindings, ms: performance.now() - running.since, caller: undefined });
  }

  #report(listeners: readonly Listener[], statement: Statement): void {
    for (const listener of listeners) if (this.#listeners.includes(listener)) listener(statement);
  }
}

function numberOf({ __knexQueryUid: number, __knexUid: connection }: KnexStatement): string {
  return number ?? connection;
}

function ignored(): void {
  // No listener is registered.
}
