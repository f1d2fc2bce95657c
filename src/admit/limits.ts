import type { RequestHandler } from 'express';

/** The configured limits. */
export interface LimitOptions {
  /** Points of a user in a window; 0 turns off this limit and that of failed keys. */
  readonly rateLimitPoints: number;
  /** Length of the window. */
  readonly rateLimitSeconds: number;
  /** Requests of a user at one time. */
  readonly maxInFlight: number;
}

/** The limits of the service. */
export interface Limits {
  /** The points of users; null: turned off. */
  readonly user: RateLimit | null;
  /** Failed keys by address; null: turned off. */
  readonly failures: RateLimit | null;
  readonly inFlight: InFlight;
  readonly close: () => void;
}

/** The most failed keys of an address in a window. A person with a mistyped key stays below it. */
const FAILURES = 30;
const FAILURES_SECONDS = 60;

/** Creates the limits. @param store counts the points, in this process or for several */
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

/** The rest of a limit after a request has taken its points. */
export interface Remaining {
  readonly isAllowed: boolean;
  readonly points: number;
  /** Seconds until the window ends. */
  readonly seconds: number;
}

/** A limit on points in a window of time, by key. */
export interface RateLimit {
  /** Its name in the `RateLimit` header. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
  /** Takes points if enough are left. */
  take(key: string, points: number): Promise<Remaining>;
  /** Returns the rest without taking points. */
  look(key: string): Promise<Remaining>;
  /** Takes points for finished work, even more than are left. The user then waits for the next window. */
  charge(key: string, points: number): Promise<Remaining>;
}

/** @param name distinguishes its keys in the store from those of other limits */
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

/** Counts the requests in flight of each user in this process. */
export interface InFlight {
  readonly most: number;
  /** Counts a request unless its user has too many. */
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

/** The count of a key in its window. */
export interface Counted {
  /** Whether the points were added. */
  readonly isAdded: boolean;
  /** Points in the window. */
  readonly points: number;
  /** Milliseconds until the window ends; its length if it has not begun. */
  readonly ms: number;
}

/** Counts points in windows of time by key. The window of a key begins with its first points. */
export interface Counter {
  /**
   * Adds points if the window has room for all of them.
   * @param points the points to add; 0 only reads
   * @param most most points of the window
   */
  count(key: string, points: number, most: number): Promise<Counted>;
}

/** A store of counters. */
export interface Store {
  /** @param name distinguishes its keys from those of other counters */
  counter(name: string, windowMs: number): Counter;
  close(): void;
}

/** Returns a store in the memory of this process. */
export function memoryStore(): Store {
  return { counter: (_, windowMs) => memoryCounter(windowMs), close: () => undefined };
}

interface Window {
  points: number;
  readonly end: number;
}

/** Windows use monotonic time. With the system clock, a window could last for hours after the clock is set back. */
function memoryCounter(windowMs: number): Counter {
  // All windows have the same length, so they are in the order of their ends.
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
      // Because of rounding, adding and subtracting a time may give a slightly larger number.
      return Promise.resolve({ isAdded, points: window.points, ms: Math.min(windowMs, window.end - now) });
    },
  };
}

/**
 * Sets `RateLimit-Policy` on every answer: draft-ietf-httpapi-ratelimit-headers requires the same value in a sequence
 * of answers. Without limits there is no such header.
 */
export function setRateLimitPolicy({ user, failures }: Limits): RequestHandler {
  const policies = [user, failures]
    .flatMap((limit) => (limit ? `"${limit.name}";q=${limit.points};w=${limit.windowSeconds}` : []))
    .join(', ');
  return (_, response, next) => {
    if (policies !== '') response.setHeader('RateLimit-Policy', policies);
    next();
  };
}
