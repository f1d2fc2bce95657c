import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Knex } from 'knex';
import type pg from 'pg';
import { connectionOf } from './pgProtocol.js';
import { isTurnOver, nextTurn, FairQueue } from '../values/turns.js';
import type { Caller } from './database.js';
import { AppError } from '../errors/appError.js';
import { isCrowded } from './failure.js';

/* Parts of Knex and pg that their types lack. Only this file and pgProtocol.ts use them. */

/** Knex's pool of connections (`tarn`). */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  numPendingCreates(): number;
  on(event: 'createSuccess' | 'destroyRequest', listener: (event: number, driver: object) => void): unknown;
  on(event: 'release', listener: () => void): unknown;
}

/** Knex's client of a database (`knex.client`). Its connections are objects of the driver, such as pg's `Client`. */
export interface KnexClient {
  acquireConnection(): Promise<object>;
  releaseConnection(driver: object): Promise<void>;
  /** Undefined after it is closed. */
  readonly pool?: Pool;
}

const nothing = (): void => undefined;

/** Settings of Knex for both engines. */
export const KNEX = {
  /** Knex would print failures, with their SQL, to standard output. It throws all of them as well. */
  log: { warn: nothing, error: nothing, deprecate: nothing, debug: nothing },
  /** Errors name their statement without its values. */
  compileSqlOnError: false,
} as const satisfies Knex.Config;

export function clientOf(instance: Knex): KnexClient {
  return instance.client as KnexClient;
}

/**
 * Closes the socket of a connection. Statements on it fail at once. The server checks regularly whether its client is
 * still connected (`client_connection_check_interval`), and otherwise ends the statement.
 */
export function closeSocket(driver: pg.Client): void {
  streamOf(driver)?.destroy();
}

/**
 * Sends all statements of the current turn of the event loop together. Each write to the socket costs as much as a
 * small statement.
 */
export function sendTogether(driver: pg.Client): void {
  const stream = streamOf(driver);
  stream?.cork();
  process.nextTick(() => stream?.uncork());
}

/** The maximum number of bytes that a socket reads at a time. */
const FULL_READ = 65_536;

/**
 * Returns a socket that reads into one buffer, and emits copies. Otherwise Node allocates {@link FULL_READ} bytes for each
 * read and then shrinks them: that takes time, and leaves gaps in the memory. With TLS, Node reads in its own way.
 */
export function openSocket(): Socket {
  // The types of Node have `onread` only for sockets that are connected at once.
  const options: SocketConstructorOpts & ConnectOpts = {
    onread: {
      buffer: Buffer.allocUnsafeSlow(FULL_READ),
      callback(length, buffer) {
        socket.emit('data', Buffer.from(buffer.subarray(0, length)));
        // False would pause the socket.
        return true;
      },
    },
  };
  const socket = new Socket(options);
  return socket;
}

/**
 * Lets other work run while a large result arrives. Otherwise a socket reads up to two megabytes in one turn of the
 * event loop.
 */
export function receiveInTurns(driver: pg.Client): void {
  const stream = streamOf(driver);
  stream?.on('data', ({ length }: Buffer) => {
    if (length < FULL_READ || !isTurnOver()) return;
    stream.pause();
    void nextTurn().then(() => stream.resume());
  });
}

/**
 * Sets whether statements are sent without waiting for earlier ones (pg's `pipeline`, which is read-only in its types).
 * A connection from the pool has no running statement.
 */
export function setPipelining(driver: pg.Client, pipeline: boolean): void {
  if (driver.pipeline !== pipeline) Object.assign(driver, { pipeline });
}

function streamOf(driver: pg.Client): Duplex | undefined {
  return connectionOf(driver)?.stream;
}

/** Releases a place. */
export type ReleasePlace = () => void;

/** One holder may have at most this fraction of the places. */
const PART = 3;
const RETRY_SECONDS = '5';

/**
 * The places of users at a pool's connections. Nobody has more than a third of them. Waiting users take turns,
 * regardless of the number of their requests.
 */
export class UserPlaces {
  /** The maximum number of places of one holder. */
  readonly maxPerUser: number;
  #free: number;
  readonly #usedByUser = new Map<string, number>();
  readonly #queue = new FairQueue<undefined>((holder) => (this.#take(holder) ? 'begins' : 'waits'));

  /** @param places the number of places */
  constructor(places: number) {
    this.#free = places;
    this.maxPerUser = Math.max(1, Math.floor(places / PART));
  }

  /**
   * Takes a place at once if one is free, otherwise when the fair queue serves the user.
   * @returns undefined if the request has no user
   * @throws AppError overloaded after a time; client-gone
   */
  placeFor(caller: Caller | undefined, waitMs: number): ReleasePlace | undefined | Promise<ReleasePlace> {
    const holder = caller?.userId;
    if (caller === undefined || holder === undefined) return undefined;
    const releasePlace = this.#releaseOf(holder);
    if (this.#take(holder)) return releasePlace;
    const late = { afterMs: waitMs, error: () => this.#overloaded(holder, waitMs) };
    return this.#queue
      .wait(holder, undefined, { client: caller, goneError: clientGone, timeout: late })
      .then(() => releasePlace);
  }

  /** The number of waiting requests. */
  get waiting(): number {
    return this.#queue.length;
  }

  #overloaded(holder: string, waitMs: number): AppError {
    const waited = `waited ${waitMs / 1000} seconds for a connection to the database`;
    const why =
      (this.#usedByUser.get(holder) ?? 0) >= this.maxPerUser
        ? `because a user has at most ${this.maxPerUser} at one time`
        : 'because other users use all of them';
    const detail = `The request ${waited}, ${why}; try again in ${RETRY_SECONDS} seconds.`;
    return new AppError('overloaded', detail, { headers: { 'Retry-After': RETRY_SECONDS } });
  }

  /** Takes a place for a holder. @returns whether a place was free */
  #take(holder: string): boolean {
    const used = this.#usedByUser.get(holder) ?? 0;
    if (this.#free === 0 || used >= this.maxPerUser) return false;
    this.#free -= 1;
    this.#usedByUser.set(holder, used + 1);
    return true;
  }

  #releaseOf(holder: string): ReleasePlace {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#free += 1;
      const used = (this.#usedByUser.get(holder) ?? 0) - 1;
      if (used > 0) this.#usedByUser.set(holder, used);
      else this.#usedByUser.delete(holder);
      this.#queue.serve();
    };
  }
}

/** The time without further connections after the server has refused one. */
const CROWDED_MS = 5_000;

/**
 * Takes connections of a pool. If the server refuses to open more connections, a request waits for an open one instead
 * of failing.
 * @param max the maximum number of open connections
 * @returns a function that takes a connection. The caller has to release it
 */
export function takingFrom(client: KnexClient, max: number): () => Promise<object> {
  let crowdedUntil = 0;
  const waiting: (() => void)[] = [];
  client.pool?.on('release', () => waiting.shift()?.());
  const released = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(end, crowdedUntil - performance.now()).unref();
      waiting.push(end);
      function end(): void {
        clearTimeout(timer);
        const at = waiting.indexOf(end);
        if (at >= 0) waiting.splice(at, 1);
        resolve();
      }
    });
  return async () => {
    // The pool reports a failed connection to any of the waiting requests.
    for (let time = 1; ; time += 1) {
      const { pool } = client;
      while (pool?.numFree() === 0 && pool.numUsed() > 0 && performance.now() < crowdedUntil) await released();
      try {
        return await client.acquireConnection();
      } catch (error) {
        const open = pool ? pool.numUsed() + pool.numFree() + pool.numPendingCreates() : 0;
        if (!isCrowded(error) || open === 0 || time > max) throw error;
        crowdedUntil = performance.now() + CROWDED_MS;
      }
    }
  };
}

/**
 * Checks that the client of a request is still connected.
 * @throws AppError client-gone
 */
export function requirePresent(caller: Caller | undefined): void {
  if (caller?.isGone === true) throw clientGone();
}

export function clientGone(): AppError {
  return new AppError('client-gone', 'The client closed the connection before the response.');
}
