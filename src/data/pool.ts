import type { Duplex } from 'node:stream';
import type { Knex } from 'knex';
import type pg from 'pg';
import { connectionOf } from './pgProtocol.js';
import { isTurnOver, nextTurn, FairQueue } from '../values/turns.js';
import { type Caller, type Statement } from './database.js';
import { AppError } from '../errors/appError.js';
import { isCrowded } from './failure.js';

/*
 * What Knex and pg keep beside what their types tell, as far as it is used: nothing else of ours knows of it.
 */

/** Knex's pool of connections (`tarn`). */
interface Pool {
  /** May be changed: more than it are not opened. */
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  numPendingCreates(): number;
  on(event: 'createSuccess' | 'destroyRequest', listener: (event: number, driver: object) => void): unknown;
}

/** Knex's client of a database. A connection of the driver is an object of its own class: of pg a `Client`. */
export interface KnexClient {
  acquireConnection(): Promise<object>;
  releaseConnection(driver: object): Promise<void>;
  /** Undefined once it is closed. */
  readonly pool?: Pool;
}

/** What Knex notes on a connection of the driver. */
interface Noted {
  readonly __knexUid?: string;
  /** Set on one that the pool is not to hand out any more. */
  __knex__disposed?: unknown;
}

const nothing = (): void => undefined;

/** What holds of Knex on both engines. */
export const KNEX = {
  /** Knex prints failures, with their SQL, on standard output; they are all thrown as well. */
  log: { warn: nothing, error: nothing, deprecate: nothing, debug: nothing },
  /** Errors name their statement without what is bound to it. */
  compileSqlOnError: false,
} as const satisfies Knex.Config;

export function clientOf(instance: Knex): KnexClient {
  return instance.client as KnexClient;
}

/** The pool of a database; undefined once it is closed. */
export function poolOf({ knex }: { readonly knex: Knex }): Pool | undefined {
  return clientOf(knex).pool;
}

/** Knex's name of a connection, by which its events tell of it. */
export function nameOf(driver: object): string {
  return (driver as Noted).__knexUid ?? '';
}

/**
 * Takes a connection out of use: the pool hands it out no more, statements on it fail at once, and the server, which
 * looks every so often whether its client is there (`client_connection_check_interval`), ends what it was doing.
 */
export function discard(driver: pg.Client): void {
  (driver as Noted).__knex__disposed ??= 'discarded';
  streamOf(driver)?.destroy();
}

/** Has what is asked until everything that runs now has run sent at once: each sending costs as much as a small statement. */
export function sendTogether(driver: pg.Client): void {
  const stream = streamOf(driver);
  stream?.cork();
  process.nextTick(() => stream?.uncork());
}

/** Bytes that a socket takes in at a time, where there are as many. */
const FULL_READ = 65_536;

/** Has a large answer of the server taken in by turns: where much has come, a socket takes in two megabytes in one. */
export function receiveInTurns(driver: pg.Client): void {
  const stream = streamOf(driver);
  stream?.on('data', ({ length }: Buffer) => {
    if (length < FULL_READ || !isTurnOver()) return;
    stream.pause();
    void nextTurn().then(() => stream.resume());
  });
}

/**
 * Whether statements are sent without waiting for those before them (pg's `pipeline`, which its types call read-only).
 * Whoever holds a connection of the pool finds it with nothing under way.
 */
export function setPipelining(driver: pg.Client, pipeline: boolean): void {
  if (driver.pipeline !== pipeline) Object.assign(driver, { pipeline });
}

function streamOf(driver: pg.Client): Duplex | undefined {
  return connectionOf(driver)?.stream;
}

/** A statement as Knex's events tell of it. */
interface KnexStatement {
  /** Knex's number of the statement; some that it makes up have only their connection's. */
  readonly __knexQueryUid?: string;
  readonly __knexUid: string;
  readonly sql: string;
}

/** What distinguishes a statement from others that are under way. */
function idOf({ __knexQueryUid: id, __knexUid: connection }: KnexStatement): string {
  return id ?? connection;
}

/** Has Knex emit its events of a statement that it does not send itself. @returns to be called at its end */
export function emitStatement(
  instance: Knex,
  driver: object,
  statement: { readonly id: string; readonly sql: string; readonly bindings: readonly unknown[] },
): { readonly answered: (rows: readonly unknown[]) => void; readonly failed: (error: unknown) => void } {
  const { id, sql, bindings } = statement;
  const event = { __knexUid: nameOf(driver), __knexQueryUid: id, sql, bindings };
  instance.emit('query', event);
  return {
    answered: (rows) => instance.emit('query-response', rows, event),
    failed: (error) => instance.emit('query-error', error, event),
  };
}

/** A connection as far as its statements are followed. */
interface Held {
  /** On whose behalf it is held; undefined: nobody's, or no single request's. */
  readonly caller: Caller | undefined;
  /** When the last statement over it ended (`performance.now`). */
  lastEnd: number;
}

interface Running {
  readonly since: number;
  readonly connection: Held | undefined;
  readonly caller: Caller | undefined;
}

/**
 * Follows the statements of a database, by Knex's events: the time that each takes, and of the request on whose behalf it
 * is, the time that it waits.
 */
export function followStatements(
  instance: Knex,
  connections: { readonly named: (name: string) => Held | undefined },
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

/** Gives a place back. */
export type GiveBack = () => void;

/** One holder may have at most this part of the places. */
const PART = 3;
const RETRY_SECONDS = '5';

/**
 * The places of a pool, given out fairly: nobody has more than a third of them, and where several wait they take turns,
 * however many each asks for.
 */
export class Shares {
  /** Places that one holder may have. */
  readonly mostOfOne: number;
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #queue = new FairQueue<undefined>((holder) => (this.#take(holder) ? 'begins' : 'waits'));

  /** @param places how many there are */
  constructor(places: number) {
    this.#free = places;
    this.mostOfOne = Math.max(1, Math.floor(places / PART));
  }

  /**
   * Takes a place when it is the turn of the caller's user, at once where one is free; undefined: nobody's share.
   * @throws AppError overloaded after a time; client-gone
   */
  turnOf(caller: Caller | undefined, waitMs: number): GiveBack | undefined | Promise<GiveBack> {
    const holder = caller?.userId;
    if (caller === undefined || holder === undefined) return undefined;
    const giveBack = this.#giveBackOf(holder);
    if (this.#take(holder)) return giveBack;
    const late = { afterMs: waitMs, error: () => this.#overloaded(holder, waitMs) };
    return this.#queue.wait(holder, undefined, { client: caller, gone: clientGone, late }).then(() => giveBack);
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  #overloaded(holder: string, waitMs: number): AppError {
    const waited = `waited ${waitMs / 1000} seconds for a connection to the database`;
    const why =
      (this.#held.get(holder) ?? 0) >= this.mostOfOne
        ? `of which a user has at most ${this.mostOfOne} at one time`
        : 'all of which others use';
    const detail = `The request ${waited}, ${why}; try again in ${RETRY_SECONDS} seconds.`;
    return new AppError('overloaded', detail, { headers: { 'Retry-After': RETRY_SECONDS } });
  }

  /** @returns whether there was a place for it */
  #take(holder: string): boolean {
    const own = this.#held.get(holder) ?? 0;
    if (this.#free === 0 || own >= this.mostOfOne) return false;
    this.#free -= 1;
    this.#held.set(holder, own + 1);
    return true;
  }

  #giveBackOf(holder: string): GiveBack {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#free += 1;
      const left = (this.#held.get(holder) ?? 0) - 1;
      if (left > 0) this.#held.set(holder, left);
      else this.#held.delete(holder);
      this.#queue.serve();
    };
  }
}

/** For how long a pool is kept to the connections that it has, once the server gives no more. */
const KEPT_MS = 5_000;

/**
 * Takes connections of a pool. Where the server gives no more of them, the pool is kept to those that it has for a while,
 * and whoever asked waits for one of these rather than to be refused.
 * @returns takes one, which has to be given back
 */
export function takingFrom(client: KnexClient): () => Promise<object> {
  const most = client.pool?.max ?? 1;
  let timer: NodeJS.Timeout | undefined;
  const keepTo = (open: number): void => {
    const { pool } = client;
    if (pool) pool.max = open;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pool) pool.max = most;
    }, KEPT_MS).unref();
  };
  /** How many are open, or being opened. */
  const there = (): { readonly open: number; readonly all: number } => {
    const { pool } = client;
    const open = pool ? pool.numUsed() + pool.numFree() : 0;
    return { open, all: open + (pool?.numPendingCreates() ?? 0) };
  };
  return async () => {
    // The pool tells each connection that it could not open to somebody who waits, whoever that is.
    for (let time = 1; ; time += 1) {
      try {
        return await client.acquireConnection();
      } catch (error) {
        const { open, all } = there();
        if (!isCrowded(error) || all === 0 || time > most) throw error;
        keepTo(Math.max(1, open));
      }
    }
  };
}

/** @throws AppError client-gone when nobody waits for the answer any more */
export function requirePresent(caller: Caller | undefined): void {
  if (caller?.isGone === true) throw clientGone();
}

export function clientGone(): AppError {
  return new AppError('client-gone', 'The client left before the answer.');
}
