import type { Config } from '../config/config.js';
import { createRateLimit, type RateLimit } from './rateLimit.js';
import { createInFlight, type InFlight } from './inFlight.js';
import { memoryStore, redisStore } from './store.js';

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

/** @param warn told when the shared store goes down, and when it is back */
export function createLimits(
  { rateLimitPoints, rateLimitSeconds, maxInFlight, redisUrl }: Config,
  warn: (message: string) => void,
): Limits {
  const store = redisUrl === null ? memoryStore() : redisStore(redisUrl, warn);
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
