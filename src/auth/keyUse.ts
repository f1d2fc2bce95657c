import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.js';

/** Receives a key at its first use of the day. */
export type OnFirstUse = (key: number) => void;

/** The most keys in the memory of written days. */
const MAX_KEYS = 10_000;

/** The SQL expression of the current day in UTC. */
export const TODAY = `(now() at time zone 'UTC')::date`;

/**
 * Returns a function that stores the day on which a key was last used, once per day and key, without delaying requests.
 * If the write fails, for example on a standby, the function tries again on the next day.
 */
export function keyUse({ knex }: Pick<Database, 'knex'>): OnFirstUse {
  const writtenDays = new LRUCache<string, true>({ max: MAX_KEYS });
  return (key) => {
    const name = `${new Date().toISOString().slice(0, 10)} ${key}`;
    if (writtenDays.has(name)) return;
    writtenDays.set(name, true);
    // The condition avoids a second write if another process has stored the day.
    const text = `update api_keys set last_used = ${TODAY} where key_id = ? and last_used is distinct from ${TODAY}`;
    void Promise.resolve(knex.raw(text, [key])).catch(() => undefined);
  };
}
