import { Gauge, type Registry } from 'prom-client';
import type { Replica } from '../db/replica.js';

/** Measures whether each replica serves reads. */
export function measureReplicas(registry: Registry, replicas: readonly Replica[]): void {
  new Gauge({
    name: 'database_replica_up',
    help: '1: the replica serves reads; 0: it is skipped; replica: its position in DATABASE_READ_URL',
    labelNames: ['replica'] as const,
    registers: [registry],
    collect() {
      for (const replica of replicas) this.set({ replica: replica.number }, replica.isFit() ? 1 : 0);
    },
  });
}
