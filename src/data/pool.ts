import type { Database } from './database.js';

/** What Knex's pool of connections tells; `tarn` calls an acquisition's events by the same number. */
export interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: PoolEvent, listener: (acquisition: number) => void): unknown;
  removeListener(event: PoolEvent, listener: (acquisition: number) => void): unknown;
}

export type PoolEvent = 'acquireRequest' | 'acquireSuccess' | 'acquireFail';

/** The pool of a database; undefined once it is closed. */
export function poolOf({ knex }: Database): Pool | undefined {
  return (knex.client as { readonly pool?: Pool }).pool;
}
