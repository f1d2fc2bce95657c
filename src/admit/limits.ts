import type { RequestHandler } from 'express';

/** How much is allowed. */
export interface LimitOptions {
  /** Points of a user in each window; 0: neither these nor failed keys are limited. */
  readonly rateLimitPoints: number;
  /** Length of the window. */
  readonly rateLimitSeconds: number;
  /** Requests of a user at one time. */
  readonly maxInFlight: number;
}

/** The limits of the service. */
export interface Limits {
  /** By user; null when it is turned off. */
  readonly user: RateLimit | null;
  /** Keys that were not valid, by address; null when limits are turned off. */
  readonly failures: RateLimit | null;
  readonly inFlight: InFlight;
  readonly close: () => void;
}

/** A person who mistypes a key stays below this; who tries keys does not. */
const FAILURES = 30;
const FAILURES_SECONDS = 60;

/** @param store where points are counted: that of several processes, or of this one */
export function createLimits({ rateLimitPoints, rateLimitSeconds, maxInFlight }: LimitOptions, store: Store): Limits {
  const isOff = rateLimitPoints === 0;
  return {
    user: isOff ? null : createRateLimit(store, 'user', rateLimitPoints, rateLimitSeconds),
    failures: isOff ? null : createRateLimit(store, 'failed-keys', FAILURES, FAILURES_SECONDS),
    inFlight: createInFlight(maxInFlight),
    close: () => {
      store.close();
    },
  };
}

/** What remains of a limit, after a request took its points. */
export interface Remaining {
  readonly isAllowed: boolean;
  readonly points: number;
  /** Until the window ends and all points are back. */
  readonly seconds: number;
}

/** A number of points in each window of time, by key. */
export interface RateLimit {
  /** As callers are told of it. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
  /** Takes points, if there are enough. */
  take(key: string, points: number): Promise<Remaining>;
  /** What remains, without taking any. */
  look(key: string): Promise<Remaining>;
  /** Takes points for what was done already, though there be fewer: whoever owes waits for the next window. */
  charge(key: string, points: number): Promise<Remaining>;
}

/** @param name tells its keys from those of other limits in the same store */
function createRateLimit(store: Store, name: string, points: number, windowSeconds: number): RateLimit {
  const counter = store.counter(`udg-${name}`, windowSeconds * 1000);
  const remainingOf = (isAllowed: boolean, counted: Counted): Remaining => ({
    isAllowed,
    points: Math.max(0, points - counted.points),
    seconds: Math.max(1, Math.ceil(counted.ms / 1000)),
  });
  return {
    name,
    points,
    windowSeconds,
    async take(key, taken) {
      const counted = await counter.count(key, taken, points);
      return remainingOf(counted.isAdded, counted);
    },
    async charge(key, owed) {
      const counted = await counter.count(key, owed, Number.MAX_SAFE_INTEGER);
      return remainingOf(counted.points <= points, counted);
    },
    async look(key) {
      const counted = await counter.count(key, 0, points);
      return remainingOf(counted.points < points, counted);
    },
  };
}

/** Requests that are being answered, by user, in this process. */
export interface InFlight {
  readonly most: number;
  /** Counts a request in, unless its user has as many as are allowed. */
  enter(user: string): boolean;
  leave(user: string): void;
}

/** @param most requests of a user at one time */
function createInFlight(most: number): InFlight {
  const counts = new Map<string, number>();
  return {
    most,
    enter(user) {
      const count = counts.get(user) ?? 0;
      if (count >= most) return false;
      counts.set(user, count + 1);
      return true;
    },
    leave(user) {
      const count = (counts.get(user) ?? 0) - 1;
      if (count > 0) counts.set(user, count);
      else counts.delete(user);
    },
  };
}

/** What is counted of a key in its window. */
export interface Counted {
  /** Whether the points were added. */
  readonly isAdded: boolean;
  /** Points in the window. */
  readonly points: number;
  /** Milliseconds until the window ends; of a window that has not begun, its length. */
  readonly ms: number;
}

/** Points in windows of time, by key; the window of a key begins with its first points. */
export interface Counter {
  /**
   * Adds points where the window has room for all of them.
   * @param points to be added; 0: only looks
   * @param most points that the window may have then
   */
  count(key: string, points: number, most: number): Promise<Counted>;
}

/** Where points are counted. */
export interface Store {
  /** @param name tells its keys from those of other counters */
  counter(name: string, windowMs: number): Counter;
  close(): void;
}

/** Counts in this process. */
export function memoryStore(): Store {
  return { counter: (_, windowMs) => memoryCounter(windowMs), close: () => undefined };
}

interface Window {
  points: number;
  readonly end: number;
}

/** Windows follow the process' own time: one that followed the clock would last for hours where that is set back. */
function memoryCounter(windowMs: number): Counter {
  // All are of one length, so they are in the order of their ends.
  const windows = new Map<string, Window>();
  return {
    count(key, points, most) {
      const now = performance.now();
      for (const [ended, { end }] of windows) {
        if (end > now) break;
        windows.delete(ended);
      }
      const window = windows.get(key) ?? { points: 0, end: now + windowMs };
      const isAdded = window.points + points <= most;
      if (isAdded && points > 0) {
        window.points += points;
        windows.set(key, window);
      }
      // What is added to a moment and taken from it again may come out a little larger.
      return Promise.resolve({ isAdded, points: window.points, ms: Math.min(windowMs, window.end - now) });
    },
  };
}

/**
 * Tells the policies on every answer, whoever asks: draft-ietf-httpapi-ratelimit-headers has them stay the same over a
 * sequence of answers. Without limits there are none.
 */
export function announcePolicies({ user, failures }: Limits): RequestHandler {
  const policies = [user, failures]
    .flatMap((limit) => (limit ? `"${limit.name}";q=${limit.points};w=${limit.windowSeconds}` : []))
    .join(', ');
  return (_, response, next) => {
    if (policies !== '') response.setHeader('RateLimit-Policy', policies);
    next();
  };
}
