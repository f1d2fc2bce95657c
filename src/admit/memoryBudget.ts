import type { ServerResponse } from 'node:http';
import { clientGone } from '../db/pool.js';
import { AppError } from '../errors/appError.js';
import { type Client, FairQueue } from '../values/turns.js';

/** The limits on the total memory of the large answers of a process. */
export interface MemoryBudgetOptions {
  /** The total cost of the answers that the process makes concurrently. */
  readonly maxCostAtOnce: number;
  /** How long an answer waits for memory. */
  readonly maxWaitMs: number;
}

/** The memory that an answer has reserved. */
export interface Reservation {
  /** Releases most of the memory, when the rest of the answer is streamed to the client. */
  shrink(): void;
}

/** Limits the memory of large answers. An answer waits until memory is available, and users take turns. */
export interface MemoryBudget {
  /**
   * Waits for memory and reserves it for a user's answer until the response has closed.
   * @throws AppError overloaded, or client-gone
   */
  reserve(user: string, size: AnswerSize, response: ServerResponse, client: Client): Promise<Reservation>;
  /**
   * Makes one of many pages of an answer. A user makes one page at a time.
   * @throws AppError client-gone, or the error of `make`
   */
  page<T>(user: string, client: Client, make: () => Promise<T>): Promise<T>;
}

/** The size of an answer. */
export interface AnswerSize {
  /** The cost, as in admission. */
  readonly cost: number;
  /** The share of periods of consumption in the cost. */
  readonly periods: number;
}

/** Answers up to this cost never wait, because they need little memory. */
const SMALL = 1_000;
/** The approximate share of the memory that a streamed answer still needs. */
const STREAMED = 1 / 16;
/** The largest share of the budget for the answers of one user. */
const SHARE = 3 / 4;
/** A row of a list takes as much memory as this number of periods of consumption. */
const PERIODS_OF_ROW = 4;

const NO_RESERVATION: Reservation = { shrink: () => undefined };

/** Creates the memory budget of a process. */
export function createMemoryBudget({ maxCostAtOnce, maxWaitMs }: MemoryBudgetOptions): MemoryBudget {
  /** The cost of the reserved answers by user. */
  const reservedByUser = new Map<string, number>();
  let total = 0;

  const addReserved = (user: string, cost: number): void => {
    total += cost;
    const reserved = (reservedByUser.get(user) ?? 0) + cost;
    if (reserved > 0) reservedByUser.set(user, reserved);
    else reservedByUser.delete(user);
  };
  const isWithinShare = (user: string, cost: number): boolean => {
    const reserved = reservedByUser.get(user) ?? 0;
    return reserved === 0 || reserved + cost <= maxCostAtOnce * SHARE;
  };
  /** Whether the budget has memory for a cost. An answer that costs more than the budget is made alone. */
  const isRoomFor = (cost: number): boolean => total === 0 || total + cost <= maxCostAtOnce;

  const queue = new FairQueue<number>((user, cost) => {
    if (!isWithinShare(user, cost)) return 'waits';
    if (!isRoomFor(cost)) return 'all wait';
    addReserved(user, cost);
    return 'begins';
  });
  const timeout = { afterMs: maxWaitMs, error: () => overloaded(maxWaitMs) };

  /** The users with a page in progress. */
  const busy = new Set<string>();
  const pages = new FairQueue<undefined>((user) => {
    if (busy.has(user)) return 'waits';
    busy.add(user);
    return 'begins';
  });

  return {
    async reserve(user, { cost: requested, periods }, response, client) {
      if (requested <= SMALL) return NO_RESERVATION;
      const cost = periods + (requested - periods) * PERIODS_OF_ROW;
      await queue.wait(user, cost, { client, goneError: clientGone, timeout });
      let reserved = cost;
      const change = (to: number): void => {
        addReserved(user, to - reserved);
        reserved = to;
        queue.serve();
      };
      const leave = (): void => {
        change(0);
      };
      // The client may have left meanwhile.
      if (response.closed || response.destroyed) leave();
      else response.once('close', leave);
      return {
        shrink() {
          if (reserved > 0) change(Math.min(reserved, Math.ceil(cost * STREAMED)));
        },
      };
    },
    async page(user, client, make) {
      await pages.wait(user, undefined, { client, goneError: clientGone });
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
  const detail = `Other large responses use all memory for responses. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, or request less data.`;
  return new AppError('overloaded', detail, { headers: { 'Retry-After': String(seconds) } });
}
