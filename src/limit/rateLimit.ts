import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Store } from './store.js';

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
}

/** @param name tells its keys from those of other limits in the same store */
export function createRateLimit(store: Store, name: string, points: number, windowSeconds: number): RateLimit {
  const counter = store.counter(`udg-${name}`, points, windowSeconds);
  const remainingOf = (isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Remaining => ({
    isAllowed,
    points: Math.max(0, remainingPoints),
    seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
  return {
    name,
    points,
    windowSeconds,
    async take(key, taken) {
      try {
        return remainingOf(true, await counter.consume(key, taken));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // What is refused is counted too: a large request would take what smaller ones still could have.
        return remainingOf(false, taken > 1 ? await counter.reward(key, taken) : refused);
      }
    },
    async look(key) {
      const counted = await counter.get(key);
      if (counted === null) return { isAllowed: true, points, seconds: windowSeconds };
      return remainingOf(counted.consumedPoints < points, counted);
    },
  };
}
