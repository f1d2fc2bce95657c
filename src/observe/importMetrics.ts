import { Counter, type Registry } from 'prom-client';
import { within } from './within.js';

/** Rows of imports that ended one way. */
export interface ImportedRows {
  readonly resource: string;
  /** inserted, updated … */
  readonly result: string;
  readonly rows: number;
}

/** The journal is read at most so often. */
const REMEMBER_MS = 10_000;
/** A database that does not answer must not keep the other figures from being read. */
const PATIENCE_MS = 2_000;

/**
 * The rows that imports read, which are processes of their own: so from the journal. When it cannot be read, the figures
 * stay what they were.
 */
export function measureImports(registry: Registry, read: () => Promise<readonly ImportedRows[]>): void {
  let readAt = -Infinity;
  new Counter({
    name: 'import_rows_total',
    help: 'Rows of all imports that ended, by resource and result',
    labelNames: ['resource', 'result'] as const,
    registers: [registry],
    // Every worker reads the same journal.
    aggregator: 'max',
    async collect() {
      if (performance.now() - readAt < REMEMBER_MS) return;
      readAt = performance.now();
      const found = await within(PATIENCE_MS, read()).catch(() => undefined);
      if (!found) return;
      this.reset();
      for (const { resource, result, rows } of found) this.inc({ resource, result }, rows);
    },
  });
}
