import type { Database } from '../db/database.js';
import type { Replica } from '../db/replica.js';
import { measureImportEnds, measureImports, measurePools, measureReplicas } from './databaseMetrics.js';
import type { Logger } from './logger.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RequestRecord, traceOf } from './requestRecord.js';

/** The end of a request. */
interface Ending {
  readonly method: string;
  readonly status: number;
  /** The bytes sent over the connection, with the header. */
  readonly bytes: number;
  /** Whether the client left before the end of the answer. */
  readonly aborted: boolean;
  /** Whether the request is a successful probe, which is logged at level debug. */
  readonly isProbe: boolean;
}

/** The observability of a service: log, metrics and request records. */
export interface Observer {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly begin: (requestId: string, traceparent: string | readonly string[] | undefined) => RequestRecord;
  readonly end: (record: RequestRecord, ending: Ending) => void;
  /** Records a refusal before a request was parsed. `reason` is a fixed word of the service or of Node, never client input. */
  readonly refused: (refused: { readonly requestId: string; readonly status: number; readonly reason: string }) => void;
  readonly close: () => void;
}

interface ObserverOptions {
  readonly database: Database;
  readonly replicas: readonly Replica[];
  readonly config: {
    /** Null if metrics are not served. */
    readonly metricsPort: number | null;
    /** The duration from which statements are logged. */
    readonly slowQueryMs: number;
  };
  readonly log: Logger;
}

/** The route whose answers are also counted by operation. */
export const GRAPHQL_ROUTE = '/graphql';

/** Creates the observability of a service. It measures until `close`. */
export function createObserver({ database, replicas, config, log }: ObserverOptions): Observer {
  const service = {};
  const metrics = createMetrics(config.metricsPort !== null);
  measurePools(metrics.registry, [
    { labels: {}, database },
    ...replicas.map((replica) => ({ labels: { replica: replica.number }, database: replica.database })),
  ]);
  measureReplicas(metrics.registry, replicas);
  measureImports(metrics.registry, database);
  measureImportEnds(metrics.registry, database);
  const watch = { service, log, slowMs: config.slowQueryMs, onStatement: metrics.statement };
  const databases = [database, ...replicas.map((replica) => replica.database)];
  const stopWatching = databases.map((one) => watchStatements(one, watch));
  return {
    log,
    metrics,
    begin(requestId, traceparent) {
      metrics.inFlight.inc();
      return new RequestRecord(service, requestId, traceOf(traceparent));
    },
    end(record, { method, status, bytes, aborted, isProbe }) {
      const { requestId, trace, route, userId, operation, remainingPoints: pointsLeft } = record;
      const { traceId } = trace;
      const ms = record.clock.elapsed();
      const seconds = ms / 1000;
      metrics.inFlight.dec();
      metrics.answered({ route, method, status, seconds });
      if (route === GRAPHQL_ROUTE) {
        const failed = record.failed || status >= 400;
        metrics.operation({ name: operation, identified: userId !== undefined, failed, seconds });
      }
      // The logger omits undefined values.
      const line = {
        requestId,
        traceId,
        method,
        route: route ?? 'unknown',
        status,
        ms: Math.round(ms * 10) / 10,
        bytes,
        userId,
        operation,
        pointsLeft,
        aborted: aborted || undefined,
      };
      log[status >= 500 ? 'warn' : isProbe ? 'debug' : 'info'](line, 'request');
    },
    refused({ requestId, status, reason }) {
      metrics.answered({ route: undefined, method: 'unknown', status, seconds: undefined });
      log.info({ requestId, method: 'unknown', route: 'unknown', status, reason }, 'refused');
    },
    close() {
      for (const stop of stopWatching) stop();
    },
  };
}

/** The most characters of a logged statement. Of longer ones the log has the first and the last part. */
const MAX_CHARACTERS = 2_000;

/** The limits of the interval at which `watchLoop` samples the event loop. */
const LEAST_ROUND_MS = 5;
const MAX_ROUND_MS = 50;

interface StatementWatch {
  /** The service whose requests are recorded. */
  readonly service: object;
  readonly log: Logger;
  /** Statements with a longer database time are logged; 0 for none. */
  readonly slowMs: number;
  readonly onStatement: (seconds: number) => void;
}

/**
 * Counts the statements of a database, and logs slow ones with their requests.
 * @returns a function that stops this
 */
function watchStatements(database: Database, { service, log, slowMs, onStatement }: StatementWatch): () => void {
  const loop = watchLoop(Math.min(Math.max(slowMs / 20, LEAST_ROUND_MS), MAX_ROUND_MS));
  const stop = database.onStatement(({ sql, ms, caller }) => {
    onStatement(ms / 1000);
    const record = caller instanceof RequestRecord && caller.service === service ? caller : undefined;
    record?.recordStatement(ms);
    if (slowMs === 0 || ms <= slowMs) return;
    // PostgreSQL's answer may have waited while this process was busy. PGlite runs in this process and may be the work.
    const eventLoopMs = database.engine === 'postgres' ? Math.min(ms, loop.busyMs()) : 0;
    if (ms - eventLoopMs <= slowMs) return;
    log.warn(
      { ...requestFields(record), ms: Math.round(ms), eventLoopMs: Math.round(eventLoopMs), sql: clipped(sql) },
      'slow query',
    );
  });
  return () => {
    stop();
    loop.end();
  };
}

/** Returns the log fields of the request that sent a statement. */
function requestFields(record: RequestRecord | undefined): object {
  if (!record) return {};
  const { requestId, trace, route, operation } = record;
  return { requestId, traceId: trace.traceId, route, operation };
}

function clipped(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  const half = MAX_CHARACTERS / 2;
  return line.length > MAX_CHARACTERS ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
}

/** Measures how long this process has been too busy to receive data. */
interface LoopWatch {
  /** Returns the milliseconds of work since the process last received everything that had arrived. */
  busyMs(): number;
  end(): void;
}

/**
 * Samples the event loop right after it has received the data that had arrived. Data received later may have arrived at
 * any time since the sample, unless the process was idle.
 * @param everyMs the interval between samples: the resolution of the measurement
 */
function watchLoop(everyMs: number): LoopWatch {
  let sample = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    // The event loop runs timers before it receives data, and immediates after it.
    setImmediate(() => {
      sample = performance.eventLoopUtilization();
    }).unref();
  }, everyMs).unref();
  return {
    busyMs: () => performance.eventLoopUtilization(sample).active,
    end() {
      clearInterval(timer);
    },
  };
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** The most operations with a separate time series. */
export const MAX_OPERATIONS = 100;

/** An answered request, in labels with few values. */
interface Answered {
  /** Undefined for an unknown path. */
  readonly route: string | undefined;
  readonly method: string;
  readonly status: number;
  /** Undefined for a refusal before a request was parsed. */
  readonly seconds: number | undefined;
}

/** An answered GraphQL request. */
interface Operation {
  /** Undefined if the document is invalid or has no such operation. */
  readonly name: string | undefined;
  /** Whether the key was valid. */
  readonly identified: boolean;
  readonly failed: boolean;
  readonly seconds: number;
}

interface Metrics {
  readonly registry: Registry;
  readonly inFlight: Pick<Gauge, 'inc' | 'dec'>;
  readonly answered: (answered: Answered) => void;
  /** Counts a connection that was closed because too many were open. */
  readonly dropped: () => void;
  readonly operation: (operation: Operation) => void;
  readonly statement: (seconds: number) => void;
  /** @param field the link of the loader, such as `Asset.accounts` */
  readonly batch: (field: string, size: number) => void;
}

/**
 * Creates the metrics of a service in a separate registry.
 * @param ofProcess whether to measure memory, event loop and so on, which cannot be stopped
 */
function createMetrics(ofProcess: boolean): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const { requests, duration, dropped, inFlight } = httpMetrics(registry);
  const { operations, operationDuration } = graphqlMetrics(registry);
  const { statements, batches } = databaseMetrics(registry);
  const names = createBoundedNames(MAX_OPERATIONS);
  return {
    registry,
    inFlight,
    answered({ route = 'unknown', method, status, seconds }) {
      requests.inc({ route, method, status });
      if (seconds !== undefined) duration.observe({ route }, seconds);
    },
    dropped() {
      dropped.inc();
    },
    operation({ name, identified, failed, seconds }) {
      // Clients without a valid key must not use up the separate names.
      const operation = name === undefined ? 'unresolved' : names.label(name, identified);
      operations.inc({ operation, result: failed ? 'error' : 'ok' });
      operationDuration.observe({ operation }, seconds);
    },
    statement(seconds) {
      statements.observe(seconds);
    },
    batch(field, size) {
      batches.observe({ field }, size);
    },
  };
}

function httpMetrics(registry: Registry): {
  readonly requests: Counter<'route' | 'method' | 'status'>;
  readonly duration: Histogram<'route'>;
  readonly dropped: Counter;
  readonly inFlight: Gauge;
} {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the request to the end of its response',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections closed because there were too many',
    registers,
  });
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests being answered', registers });
  return { requests, duration, dropped, inFlight };
}

function graphqlMetrics(registry: Registry): {
  readonly operations: Counter<'operation' | 'result'>;
  readonly operationDuration: Histogram<'operation'>;
} {
  const registers = [registry];
  const operations = new Counter({
    name: 'graphql_operations_total',
    help: 'GraphQL requests; result: ok, or error if the response has errors',
    labelNames: ['operation', 'result'] as const,
    registers,
  });
  const operationDuration = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'Seconds from the GraphQL request to the end of its response',
    labelNames: ['operation'] as const,
    buckets: SECONDS,
    registers,
  });
  return { operations, operationDuration };
}

function databaseMetrics(registry: Registry): {
  readonly statements: Histogram;
  readonly batches: Histogram<'field'>;
} {
  const registers = [registry];
  const statements = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Seconds from sending a statement to its last row',
    buckets: STATEMENT_SECONDS,
    registers,
  });
  const batches = new Histogram({
    name: 'loader_batch_size',
    help: 'Parents of a link that one statement serves',
    labelNames: ['field'] as const,
    buckets: BATCH,
    registers,
  });
  return { statements, batches };
}

/** The label of names above the limit. */
const OTHER = 'other';

/**
 * Limits the time series of names that clients choose. The first names are counted separately.
 * @param most the number of names that are counted separately
 */
export function createBoundedNames(most: number): {
  /** @param isIdentified whether the client has a valid key, so that a new name gets a separate count */
  readonly label: (name: string, isIdentified: boolean) => string;
} {
  const names = new Set<string>();
  return {
    label(name, isIdentified) {
      if (names.has(name)) return name;
      if (!isIdentified || names.size >= most) return OTHER;
      names.add(name);
      return name;
    },
  };
}
