import { Gauge, type Registry } from 'prom-client';
import type { Pool } from '../data/pool.js';

/** The connections to the database, as they are when they are asked for. */
export function measurePool(registry: Registry, pool: () => Pool | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections that are open, by state: used, free',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'used' }, pool()?.numUsed() ?? 0);
      this.set({ state: 'free' }, pool()?.numFree() ?? 0);
    },
  });
  new Gauge({
    name: 'database_pool_pending',
    help: 'Statements and transactions that wait for a connection',
    registers,
    collect() {
      this.set(pool()?.numPendingAcquires() ?? 0);
    },
  });
  new Gauge({
    name: 'database_pool_max',
    help: 'Connections at most',
    registers,
    collect() {
      this.set(pool()?.max ?? 0);
    },
  });
}
