import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.js';

/** A connection pool with its labels: the number of a replica, or none for the primary. */
export interface MeasuredPool {
  readonly labels: { readonly replica?: number };
  readonly database: Pick<Database, 'pool'>;
}

/** Measures the connections to the database and its replicas, when the metrics are read. */
export function measurePools(registry: Registry, pools: readonly MeasuredPool[]): void {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections by state (used, free); replica: its number, empty for the primary',
    labelNames: ['state', 'replica'] as const,
    registers,
    collect() {
      for (const { labels, database } of pools) {
        const { used, free } = database.pool();
        this.set({ state: 'used', ...labels }, used);
        this.set({ state: 'free', ...labels }, free);
      }
    },
  });
  new Gauge({
    name: 'database_pool_pending',
    help: 'Statements and transactions that wait for a connection',
    labelNames: ['replica'] as const,
    registers,
    collect() {
      for (const { labels, database } of pools) this.set({ ...labels }, database.pool().waiting);
    },
  });
  new Gauge({
    name: 'database_pool_max',
    help: 'Connections at most',
    labelNames: ['replica'] as const,
    registers,
    collect() {
      for (const { labels, database } of pools) this.set({ ...labels }, database.pool().max);
    },
  });
}
