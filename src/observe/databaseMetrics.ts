import { Gauge, type Registry, Counter } from 'prom-client';
import type { Database } from '../db/database.js';
import type { Replica } from '../db/replica.js';
import { within } from './within.js';

/** A connection pool with its labels: the number of a replica, or none for the primary. */
interface MeasuredPool {
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

/** The possible results of a row, by which the journal's summaries count. */
const RESULTS = ['inserted', 'updated', 'deleted', 'unchanged', 'rejected', 'skipped'] as const;

/** The suffix of file names of dry runs in older journal entries. */
const DRY_RUN = ' (dry run)';

/** The number of imported rows of a resource with the same result. */
interface ImportedRows {
  readonly resource: string;
  readonly result: (typeof RESULTS)[number];
  readonly rows: number;
}

/** The least interval between reads of the journal. */
const INTERVAL_MS = 10_000;
/** The least interval between counts. A count compares all findings with the deliveries. */
const COUNT_INTERVAL_MS = 60_000;
/** After this time without an answer from the database, the other metrics are returned. */
const TIMEOUT_MS = 2_000;

/**
 * Counts the rows of imports. Imports run in other processes, so the counter reads the journal. If it cannot be read,
 * the counter keeps its values.
 */
export function measureImports(registry: Registry, database: Pick<Database, 'knex'>): void {
  let readAt = -Infinity;
  new Counter({
    name: 'import_rows_total',
    help: 'Rows of all finished imports, by resource and result',
    labelNames: ['resource', 'result'] as const,
    registers: [registry],
    // All workers read the same journal.
    aggregator: 'max',
    async collect() {
      if (performance.now() - readAt < INTERVAL_MS) return;
      readAt = performance.now();
      const imported = await within(TIMEOUT_MS, readImportedRows(database)).catch(() => undefined);
      if (!imported) return;
      this.reset();
      for (const { resource, result, rows } of imported) this.inc({ resource, result }, rows);
    },
  });
}

/**
 * Measures when an import last ended in each state, in seconds since 1970. A state that never occurred has no sample.
 * If the journal cannot be read, the gauge keeps its values.
 */
export function measureImportEnds(registry: Registry, database: Pick<Database, 'knex'>): void {
  let readAt = -Infinity;
  new Gauge({
    name: 'import_last_end_timestamp_seconds',
    help: 'When an import last ended, by state: done, refused, failed or stopped',
    labelNames: ['state'] as const,
    registers: [registry],
    aggregator: 'max',
    async collect() {
      if (performance.now() - readAt < INTERVAL_MS) return;
      readAt = performance.now();
      const ends = await within(TIMEOUT_MS, readImportEnds(database)).catch(() => undefined);
      if (!ends) return;
      this.reset();
      for (const { state, seconds } of ends) this.set({ state }, seconds);
    },
  });
}

/** Reads the last end in each state, without dry runs. A killed import has no end, so its start is read. */
async function readImportEnds({
  knex,
}: Pick<Database, 'knex'>): Promise<readonly { readonly state: string; readonly seconds: number }[]> {
  const result: { readonly rows: readonly { readonly state: string; readonly seconds: number }[] } = await knex.raw(
    `select state, max(extract(epoch from coalesce(finished_at, started_at)))::float8 as seconds from imports
     where state in ('done', 'refused', 'failed', 'stopped') and file not like ? group by state`,
    [`%${DRY_RUN}`],
  );
  return result.rows;
}

/** Reads the rows of all finished imports except dry runs, by resource and result. */
async function readImportedRows({ knex }: Pick<Database, 'knex'>): Promise<readonly ImportedRows[]> {
  const sums = RESULTS.map((result) => `sum((summary->>'${result}')::float8) as "${result}"`).join(', ');
  const result: { readonly rows: readonly Readonly<Record<string, unknown>>[] } = await knex.raw(
    `select resource, ${sums} from imports
     where summary is not null and file not like ? group by resource order by resource`,
    [`%${DRY_RUN}`],
  );
  return result.rows.flatMap((row) =>
    RESULTS.map((result) => ({ resource: String(row.resource), result, rows: Number(row[result] ?? 0) })),
  );
}

/**
 * Measures how many changes of findings the webhook has not received. If a count fails, the gauge keeps its value. A
 * late count still changes it.
 * @param count counts the changes in the database
 */
export function measureUndelivered(registry: Registry, count: () => Promise<number>): void {
  let readAt = -Infinity;
  let undelivered: number | undefined;
  new Gauge({
    name: 'findings_undelivered',
    help: 'Changes of findings that the webhook has not received',
    registers: [registry],
    // All workers count the same findings.
    aggregator: 'max',
    async collect() {
      if (performance.now() - readAt >= COUNT_INTERVAL_MS) {
        readAt = performance.now();
        const counting = count().then((counted) => (undelivered = counted));
        await within(TIMEOUT_MS, counting).catch(() => undefined);
      }
      // There is no sample until the first count: 0 would mean that all changes are delivered.
      if (undelivered === undefined) this.remove();
      else this.set(undelivered);
    },
  });
}
