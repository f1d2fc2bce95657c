import type { ServerResponse } from 'node:http';
import { clientGone } from '../data/pool.js';
import { AppError } from '../errors/appError.js';
import { type Client, FairQueue } from '../values/turns.js';

/** Bounds on the memory that the large answers of a process take together. */
export interface MemoryBudgetOptions {
  /** The cost of the answers that the process makes at one time, in all. */
  readonly maxCostAtOnce: number;
  /** How long an answer waits for memory. */
  readonly maxWaitMs: number;
}

/** The memory that an answer has reserved. */
export interface Reservation {
  /** Gives most of it back: the rest of the answer is written while the client takes it. */
  shrink(): void;
}

/** Bounds the memory of large answers. An answer waits until there is memory for it, and users take turns. */
export interface MemoryBudget {
  /**
   * Reserves memory for a user's answer until its response has closed; waits until there is some.
   * @throws AppError overloaded, or client-gone
   */
  reserve(user: string, size: AnswerSize, response: ServerResponse, client: Client): Promise<Reservation>;
  /**
   * Makes one of the many pages of an answer. A user makes one page at a time.
   * @throws AppError client-gone, and what making it throws
   */
  page<T>(user: string, client: Client, make: () => Promise<T>): Promise<T>;
}

/** How large an answer is. */
export interface AnswerSize {
  /** As for letting in. */
  readonly cost: number;
  /** How much of the cost is periods of consumption. */
  readonly periods: number;
}

/** What costs no more than this takes so little memory that it never waits. */
const SMALL = 1_000;
/** Of what is worked out, about so much is kept while it is written. */
const EASED = 1 / 16;
/** Of all that may be made at once, one user's answers take this share at most. */
const SHARE = 3 / 4;
/** A row of a list, held as a whole, takes as much memory as so many periods of consumption. */
const PERIODS_OF_ROW = 4;

const NOTHING: Reservation = { shrink: () => undefined };

export function createMemoryBudget({ maxCostAtOnce, maxWaitMs }: MemoryBudgetOptions): MemoryBudget {
  /** What the answers of users that are being made cost. */
  const held = new Map<string, number>();
  let total = 0;

  const hold = (user: string, cost: number): void => {
    total += cost;
    const own = (held.get(user) ?? 0) + cost;
    if (own > 0) held.set(user, own);
    else held.delete(user);
  };
  const isWithinShare = (user: string, cost: number): boolean => {
    const own = held.get(user) ?? 0;
    return own === 0 || own + cost <= maxCostAtOnce * SHARE;
  };
  /** What costs more than all that may be made at once is made alone. */
  const isRoomFor = (cost: number): boolean => total === 0 || total + cost <= maxCostAtOnce;

  const queue = new FairQueue<number>((user, cost) => {
    if (!isWithinShare(user, cost)) return 'waits';
    if (!isRoomFor(cost)) return 'all wait';
    hold(user, cost);
    return 'begins';
  });
  const late = { afterMs: maxWaitMs, error: () => overloaded(maxWaitMs) };

  /** Users of whom a page is being made. */
  const busy = new Set<string>();
  const pages = new FairQueue<undefined>((user) => {
    if (busy.has(user)) return 'waits';
    busy.add(user);
    return 'begins';
  });

  return {
    async reserve(user, { cost: asked, periods }, response, client) {
      if (asked <= SMALL) return NOTHING;
      const cost = periods + (asked - periods) * PERIODS_OF_ROW;
      await queue.wait(user, cost, { client, gone: clientGone, late });
      let own = cost;
      const change = (to: number): void => {
        hold(user, to - own);
        own = to;
        queue.serve();
      };
      const leave = (): void => {
        change(0);
      };
      // A client may have gone meanwhile.
      if (response.closed || response.destroyed) leave();
      else response.once('close', leave);
      return {
        shrink() {
          if (own > 0) change(Math.min(own, Math.ceil(cost * EASED)));
        },
      };
    },
    async page(user, client, make) {
      await pages.wait(user, undefined, { client, gone: clientGone });
      try {
        return await make();
      } finally {
        busy.delete(user);
        pages.serve();
      }
    },
  };
}

function overloaded(maxWaitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(maxWaitMs / 1_000));
  const detail = `Other large answers are being made; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, or ask for less at a time.`;
  return new AppError('overloaded', detail, { headers: { 'Retry-After': String(seconds) } });
}
