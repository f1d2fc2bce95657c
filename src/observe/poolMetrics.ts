import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../data/database.js';
import { poolOf } from '../data/pool.js';

/** A pool, and what distinguishes it: a replica's number; of the primary nothing. */
export interface MeasuredPool {
  readonly labels: { readonly replica?: number };
  readonly database: Pick<Database, 'knex' | 'waiting'>;
}

/** The connections to the database and its replicas, as they are when they are asked for. */
export function measurePools(registry: Registry, pools: readonly MeasuredPool[]): void {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections that are open, by state: used, free; replica: its number, of the primary none',
    labelNames: ['state', 'replica'] as const,
    registers,
    collect() {
      for (const { labels, database } of pools) {
        this.set({ state: 'used', ...labels }, poolOf(database)?.numUsed() ?? 0);
        this.set({ state: 'free', ...labels }, poolOf(database)?.numFree() ?? 0);
      }
    },
  });
  new Gauge({
    name: 'database_pool_pending',
    help: 'Statements and transactions that wait for a connection',
    labelNames: ['replica'] as const,
    registers,
    collect() {
      for (const { labels, database } of pools) {
        this.set({ ...labels }, database.waiting() + (poolOf(database)?.numPendingAcquires() ?? 0));
      }
    },
  });
  new Gauge({
    name: 'database_pool_max',
    help: 'Connections at most',
    labelNames: ['replica'] as const,
    registers,
    collect() {
      for (const { labels, database } of pools) this.set({ ...labels }, poolOf(database)?.max ?? 0);
    },
  });
}
