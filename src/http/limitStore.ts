import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** Where points are counted. */
export interface Store {
  /** A count of points within a window, by key. */
  counter(name: string, points: number, windowSeconds: number): RateLimiterAbstract;
  close(): void;
}

/** A shared store that does not answer for this long counts as down. */
const ANSWER_MS = 500;
const RETRY_MOST_MS = 5_000;

/** Counts in this process. */
export function memoryStore(): Store {
  return {
    counter: (keyPrefix, points, duration) => new RateLimiterMemory({ keyPrefix, points, duration }),
    close: () => undefined,
  };
}

/**
 * Counts in Redis, exactly over several processes; while it is down, each process counts by itself.
 * @param warn told once when it goes down, and when it is back
 */
export function redisStore(url: string, warn: (message: string) => void): Store {
  const redis = new Redis(url, {
    connectTimeout: ANSWER_MS * 4,
    commandTimeout: ANSWER_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RETRY_MOST_MS, attempt * 200),
  });
  let isDown = false;
  const note = (down: boolean, message: string): void => {
    if (down !== isDown) warn(message);
    isDown = down;
  };
  redis.on('error', (error: Error) => {
    note(true, `The rate limit's Redis cannot be reached, so each process counts by itself: ${error.message}`);
  });
  redis.on('ready', () => {
    note(false, 'The rate limit counts in Redis again.');
  });
  return {
    counter: (keyPrefix, points, duration) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix,
        points,
        duration,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
      }),
    close: () => {
      redis.disconnect();
    },
  };
}
