import { LRUCache } from 'lru-cache';
import type { Database } from '../data/database.js';

/** Told of a key that is used, and was not before on this day. */
export type OnFirstUse = (key: number) => void;

/** Keys of which it is remembered that the day was written. */
const REMEMBERED = 10_000;

/** The day in UTC, as SQL. */
export const TODAY = `(now() at time zone 'UTC')::date`;

/**
 * Writes the day on which keys were last used: once a day and key, beside the requests and not on their road. What cannot be written,
 * as by a role that only reads or on a standby, is left, and tried again on the next day.
 */
export function keyUse({ knex }: Pick<Database, 'knex'>): OnFirstUse {
  const tried = new LRUCache<string, true>({ max: REMEMBERED });
  return (key) => {
    const name = `${new Date().toISOString().slice(0, 10)} ${key}`;
    if (tried.has(name)) return;
    tried.set(name, true);
    // Another process may have written it meanwhile.
    const text = `update api_keys set last_used = ${TODAY} where key_id = ? and last_used is distinct from ${TODAY}`;
    void Promise.resolve(knex.raw(text, [key])).catch(() => undefined);
  };
}
