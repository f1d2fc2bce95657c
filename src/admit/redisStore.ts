import { Redis } from 'ioredis';
import { memoryStore, type Counted, type Store } from './limits.js';

/** The timeout of Redis. */
const ANSWER_MS = 500;
const RETRY_MOST_MS = 5_000;

/** After this many consecutive timeouts, the service bypasses Redis until it has a new connection. */
const MAX_TIMEOUTS = 3;

/**
 * Adds points to a window if they fit. Returns whether they fit, the points in the window, and its remaining
 * milliseconds. The clock of Redis may be set back, so the script caps the remaining time at the window's length.
 */
const COUNT = `
local points, most, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local counted = tonumber(redis.call('get', KEYS[1]) or '0')
local fits = counted + points <= most
if fits and points > 0 then counted = redis.call('incrby', KEYS[1], points) end
local left = redis.call('pttl', KEYS[1])
if left < 0 or left > window then
  redis.call('pexpire', KEYS[1], window)
  left = window
end
return {fits and 1 or 0, counted, left}`;

/**
 * Counts in Redis, exactly over several processes. While Redis does not answer, each process counts its own requests.
 * @param warn receives a message when Redis is bypassed, and when it is used again
 */
export function redisStore(url: string, warn: (message: string) => void): Store {
  const redis = new Redis(url, {
    connectTimeout: ANSWER_MS * 4,
    commandTimeout: ANSWER_MS,
    disconnectTimeout: ANSWER_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RETRY_MOST_MS, attempt * 200),
  });
  const health = new RedisHealth(redis, warn);
  const local = memoryStore();
  return {
    counter(name, windowMs) {
      const localCounter = local.counter(name, windowMs);
      return {
        async count(key, points, most) {
          if (!health.isUsable()) return localCounter.count(key, points, most);
          try {
            const counted = countedOf(await redis.eval(COUNT, 1, `${name}:${key}`, points, most, windowMs));
            health.answered();
            return counted;
          } catch (error) {
            health.failed(error);
            return localCounter.count(key, points, most);
          }
        },
      };
    },
    close: () => {
      redis.disconnect();
    },
  };
}

/** Decides whether to use Redis. It is bypassed while it has no connection, and after several timeouts. */
class RedisHealth {
  readonly #redis: Redis;
  readonly #warn: (message: string) => void;
  /** Whether a warning was given since the last answer. */
  #isWarned = false;
  #isBypassed = false;
  #waits = 0;
  #lastWait = -Infinity;

  constructor(redis: Redis, warn: (message: string) => void) {
    this.#redis = redis;
    this.#warn = warn;
    redis.on('error', (error: Error) => {
      this.#warnOnce(error.message);
    });
    redis.on('ready', () => {
      this.#isBypassed = false;
    });
  }

  isUsable(): boolean {
    return !this.#isBypassed && this.#redis.status === 'ready';
  }

  answered(): void {
    this.#waits = 0;
    if (this.#isWarned) this.#warn('The rate limit uses Redis again.');
    this.#isWarned = false;
  }

  failed(error: unknown): void {
    const now = performance.now();
    // Concurrent timeouts count once, because this process may have been busy.
    if (this.#isBypassed || now - this.#lastWait < ANSWER_MS / 2) return;
    this.#lastWait = now;
    this.#waits += 1;
    if (this.#waits < MAX_TIMEOUTS) return;
    this.#warnOnce(error instanceof Error ? error.message : String(error));
    this.#isBypassed = true;
    this.#redis.disconnect(true);
  }

  #warnOnce(reason: string): void {
    if (!this.#isWarned) {
      this.#warn(`Redis does not answer, so each process counts points separately: ${reason}`);
    }
    this.#isWarned = true;
  }
}

function countedOf(answer: unknown): Counted {
  const counted: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const [isAdded, points, ms] = counted;
  return { isAdded: isAdded === 1, points: Number(points), ms: Number(ms) };
}
