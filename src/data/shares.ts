import { AppError } from '../errors/appError.js';
import { TurnQueue } from '../values/turnQueue.js';
import { type Caller, clientGone } from './database.js';
import { isCrowded } from './failure.js';
import type { KnexClient } from './pool.js';

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
  readonly #queue = new TurnQueue<undefined>((holder) => (this.#take(holder) ? 'begins' : 'waits'));

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
    return this.#queue.wait(holder, undefined, { signal: caller.signal, gone: clientGone, late }).then(() => giveBack);
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
