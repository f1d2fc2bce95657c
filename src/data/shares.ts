import { AppError } from '../errors/appError.js';
import { type Caller, clientGone } from './database.js';

/** Gives a place back. */
export type GiveBack = () => void;

interface Waiting {
  readonly begin: () => void;
}

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
  /** In the order of their turns; nobody without anything that waits. */
  readonly #waiting = new Map<string, Waiting[]>();

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
    return this.#mayHave(holder) ? this.#give(holder) : this.#wait(holder, waitMs, caller.signal);
  }

  #wait(holder: string, waitMs: number, signal: AbortSignal): Promise<GiveBack> {
    return new Promise<GiveBack>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const waiting: Waiting = {
        begin: () => {
          end();
          resolve(this.#give(holder));
        },
      };
      const leave = (): void => {
        end();
        this.#forget(holder, waiting);
        reject(clientGone());
      };
      const timer = setTimeout(() => {
        end();
        this.#forget(holder, waiting);
        reject(this.#overloaded(holder, waitMs));
      }, waitMs);
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(holder, [...(this.#waiting.get(holder) ?? []), waiting]);
    });
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, own) => sum + own.length, 0);
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

  #mayHave(holder: string): boolean {
    return this.#free > 0 && (this.#held.get(holder) ?? 0) < this.mostOfOne;
  }

  #give(holder: string): GiveBack {
    this.#free -= 1;
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#free += 1;
      const left = (this.#held.get(holder) ?? 0) - 1;
      if (left > 0) this.#held.set(holder, left);
      else this.#held.delete(holder);
      this.#serveNext();
    };
  }

  /** Whoever was served goes behind all others that wait. */
  #serveNext(): void {
    for (const [holder, [first, ...others]] of this.#waiting) {
      if (!first || !this.#mayHave(holder)) continue;
      this.#waiting.delete(holder);
      if (others.length > 0) this.#waiting.set(holder, others);
      first.begin();
      return;
    }
  }

  #forget(holder: string, gone: Waiting): void {
    const left = (this.#waiting.get(holder) ?? []).filter((one) => one !== gone);
    if (left.length > 0) this.#waiting.set(holder, left);
    else this.#waiting.delete(holder);
  }
}
