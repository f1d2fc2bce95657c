import type { Knex } from 'knex';
import { clientOf, type KnexClient, nameOf } from './pool.js';
import { AppError } from '../errors/appError.js';

/** A connection of Knex's pool, from its opening to its end. */
export class Connection<Driver extends object = object> {
  /** On whose behalf it is held; undefined: nobody's, or no single request's. */
  caller: Caller | undefined;
  /** When the last statement over it ended (`performance.now`). */
  lastEnd = 0;

  constructor(readonly driver: Driver) {}
}

/** The connections of a pool, each found by the driver's, or by Knex's name of that. */
export class Connections<Own extends Connection> {
  readonly #client: KnexClient;
  readonly #byName = new Map<string, Own>();

  constructor(instance: Knex) {
    this.#client = clientOf(instance);
    this.#client.pool?.on('destroyRequest', (_event, driver) => {
      this.remove(driver);
    });
  }

  /** To be called as soon as the pool has opened one. */
  add(connection: Own): void {
    this.#byName.set(nameOf(connection.driver), connection);
  }

  remove(driver: object): void {
    this.#byName.delete(nameOf(driver));
  }

  named(name: string): Own | undefined {
    return this.#byName.get(name);
  }

  of(driver: object): Own {
    const connection = this.named(nameOf(driver));
    if (!connection) throw new Error('the connection is none of this pool');
    return connection;
  }

  /** Takes a connection, which has to be given back, however long it takes. */
  async take(): Promise<Own> {
    return this.of(await this.#client.acquireConnection());
  }

  /**
   * Takes a connection for a read, which has to be given back. Whoever waits too long, or whose client leaves, waits no more; the
   * connection that comes for it later goes back.
   * @throws AppError client-gone, or Knex's error of a full pool
   */
  async acquire(waitMs: number, caller: Caller | undefined): Promise<Own> {
    requirePresent(caller);
    const { pool } = this.#client;
    const isAtHand = pool !== undefined && pool.numFree() > 0 && pool.numPendingAcquires() === 0;
    caller?.clock.waitBegins();
    try {
      const coming = this.#client.acquireConnection();
      // Where one is at hand there is no wait to be bounded; as most often.
      const connection = this.of(isAtHand ? await coming : await this.#patiently(coming, waitMs, caller?.signal));
      if (caller?.signal.aborted === true) {
        this.release(connection);
        throw clientGone();
      }
      connection.caller = caller;
      return connection;
    } finally {
      caller?.clock.waitEnds();
    }
  }

  release(connection: Own): void {
    connection.caller = undefined;
    void this.#client.releaseConnection(connection.driver);
  }

  /** What comes within a time, and while the client is there; what comes later goes back. */
  async #patiently(coming: Promise<object>, waitMs: number, signal: AbortSignal | undefined): Promise<object> {
    let giveUp: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    const given = new Promise<never>((_, reject) => {
      giveUp = () => {
        reject(clientGone());
      };
      timer = setTimeout(() => {
        reject(new Error('Timeout acquiring a connection'));
      }, waitMs);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
    try {
      return await Promise.race([coming, given]);
    } catch (error) {
      coming.then(
        (driver) => {
          this.release(this.of(driver));
        },
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
      if (giveUp) signal?.removeEventListener('abort', giveUp);
    }
  }
}

/** On whose behalf statements are asked: a request. */
export interface Caller {
  /** Aborts when nobody waits for the answer any more, which ends the statement. */
  readonly signal: AbortSignal;
  /** Told while a statement, or the wait for a connection to send it over, is under way. */
  readonly clock: { waitBegins(): void; waitEnds(): void };
}

/** @throws AppError client-gone when nobody waits for the answer any more */
export function requirePresent(caller: Caller | undefined): void {
  if (caller?.signal.aborted === true) throw clientGone();
}

function clientGone(): AppError {
  return new AppError('client-gone', 'The client left before the answer.');
}
