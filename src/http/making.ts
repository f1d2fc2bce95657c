import type { ServerResponse } from 'node:http';
import { clientGone } from '../data/pool.js';
import { AppError } from '../errors/appError.js';
import { TurnQueue } from '../values/turns.js';

/** Bounds on the larger answers that a process makes. */
export interface MakingOptions {
  /** What answers that are made at one time may cost together. */
  readonly maxCostAtOnce: number;
  /** How long an answer waits for its turn. */
  readonly maxWaitMs: number;
}

/** An answer in the making. */
export interface Place {
  /** What is left to do takes little memory, however much it is. */
  ease(): void;
}

/** The larger answers that are being made: each waits for its turn, so that together they take no more memory than there is. */
export interface Making {
  /**
   * Waits for the turn of a user's answer, which ends with the response.
   * @throws AppError overloaded, or client-gone
   */
  begin(user: string, size: AnswerSize, response: ServerResponse, signal: AbortSignal): Promise<Place>;
  /**
   * Makes one of the many pages of an answer, when no other page of the user's is being made.
   * @throws AppError client-gone, and what making it throws
   */
  page<T>(user: string, signal: AbortSignal, make: () => Promise<T>): Promise<T>;
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

const NOTHING: Place = { ease: () => undefined };

export function createMaking({ maxCostAtOnce, maxWaitMs }: MakingOptions): Making {
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

  const queue = new TurnQueue<number>((user, cost) => {
    if (!isWithinShare(user, cost)) return 'waits';
    if (!isRoomFor(cost)) return 'all wait';
    hold(user, cost);
    return 'begins';
  });
  const late = { afterMs: maxWaitMs, error: () => overloaded(maxWaitMs) };

  /** Users of whom a page is being made. */
  const busy = new Set<string>();
  const pages = new TurnQueue<undefined>((user) => {
    if (busy.has(user)) return 'waits';
    busy.add(user);
    return 'begins';
  });

  return {
    async begin(user, { cost: asked, periods }, response, signal) {
      if (asked <= SMALL) return NOTHING;
      const cost = periods + (asked - periods) * PERIODS_OF_ROW;
      await queue.wait(user, cost, { signal, gone: clientGone, late });
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
        ease() {
          if (own > 0) change(Math.min(own, Math.ceil(cost * EASED)));
        },
      };
    },
    async page(user, signal, make) {
      await pages.wait(user, undefined, { signal, gone: clientGone });
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
