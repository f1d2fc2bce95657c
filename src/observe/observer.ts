import type { Database } from '../data/database.js';
import type { Replica } from '../data/replica.js';
import { measureImports } from './importMetrics.js';
import type { Logger } from './logger.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { measurePools } from './poolMetrics.js';
import { measureReplicas } from './replicaMetrics.js';
import { RequestRecord, traceOf } from './requestRecord.js';

/** How a request ended. */
interface Ending {
  readonly method: string;
  readonly status: number;
  /** Sent over the connection, the header included. */
  readonly bytes: number;
  /** Whether the client went away before the answer's end. */
  readonly aborted: boolean;
  /** Whether nobody wants to read of it: a probe that found everything well. */
  readonly dull: boolean;
}

/** All that one service tells of itself: its log, its metrics, the records of its requests. */
export interface Observer {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly begin: (requestId: string, traceparent: string | readonly string[] | undefined) => RequestRecord;
  readonly end: (record: RequestRecord, ending: Ending) => void;
  /** What was refused before there was a request; `reason` is a word of ours or Node's, nothing that was sent. */
  readonly refused: (refused: { readonly requestId: string; readonly status: number; readonly reason: string }) => void;
  readonly close: () => void;
}

interface ObserverOptions {
  readonly database: Database;
  readonly replicas: readonly Replica[];
  readonly config: {
    /** Null: no metrics are asked for. */
    readonly metricsPort: number | null;
    /** Statements that take this long are logged. */
    readonly slowQueryMs: number;
  };
  readonly log: Logger;
}

/** The route whose answers are also counted by operation. */
export const GRAPHQL_ROUTE = '/graphql';

export function createObserver({ database, replicas, config, log }: ObserverOptions): Observer {
  const service = {};
  const metrics = createMetrics(config.metricsPort !== null);
  measurePools(metrics.registry, [
    { labels: {}, database },
    ...replicas.map((replica) => ({ labels: { replica: replica.number }, database: replica.database })),
  ]);
  measureReplicas(metrics.registry, replicas);
  measureImports(metrics.registry, database);
  const watch = { service, log, slowMs: config.slowQueryMs, onStatement: metrics.statement };
  const watched = [database, ...replicas.map((replica) => replica.database)];
  const stopWatching = watched.map((one) => watchStatements(one, watch));
  return {
    log,
    metrics,
    begin(requestId, traceparent) {
      metrics.inFlight.inc();
      return new RequestRecord(service, requestId, traceOf(traceparent));
    },
    end(record, { method, status, bytes, aborted, dull }) {
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
      const head = {
        requestId,
        traceId,
        method,
        route: route ?? 'unknown',
        status,
        ms: Math.round(ms * 10) / 10,
        bytes,
      };
      // The log leaves out what is undefined.
      const line = { ...head, userId, operation, pointsLeft, aborted: aborted || undefined };
      log[status >= 500 ? 'warn' : dull ? 'debug' : 'info'](line, 'request');
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

/** Of longer statements the log has the first and the last part: what they select, and the conditions. */
const MOST_CHARACTERS = 2_000;

/** How often, at least and at most, it is noted that the process comes round. */
const LEAST_ROUND_MS = 5;
const MOST_ROUND_MS = 50;

interface StatementWatch {
  /** The service whose requests this is about. */
  readonly service: object;
  readonly log: Logger;
  /** Statements for which the database takes longer are logged; 0: none is. */
  readonly slowMs: number;
  readonly onStatement: (seconds: number) => void;
}

/**
 * Counts the statements of a database, and logs those that are slow with the request that asked them.
 * @returns ends it
 */
function watchStatements(database: Database, { service, log, slowMs, onStatement }: StatementWatch): () => void {
  const loop = watchLoop(Math.min(Math.max(slowMs / 20, LEAST_ROUND_MS), MOST_ROUND_MS));
  const stop = database.onStatement(({ sql, ms, caller }) => {
    onStatement(ms / 1000);
    const record = caller instanceof RequestRecord && caller.service === service ? caller : undefined;
    record?.noteStatement(ms);
    if (slowMs === 0 || ms <= slowMs) return;
    // PostgreSQL's answer may have been there for as long as this process had no eye for it; PGlite may be what it was busy with.
    const eventLoopMs = database.engine === 'postgres' ? Math.min(ms, loop.keptMs()) : 0;
    if (ms - eventLoopMs <= slowMs) return;
    log.warn(
      { ...placeOf(record), ms: Math.round(ms), eventLoopMs: Math.round(eventLoopMs), sql: clipped(sql) },
      'slow query',
    );
  });
  return () => {
    stop();
    loop.end();
  };
}

/** Where in the service a statement comes from. */
function placeOf(record: RequestRecord | undefined): object {
  if (!record) return {};
  const { requestId, trace, route, operation } = record;
  return { requestId, traceId: trace.traceId, route, operation };
}

function clipped(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  const half = MOST_CHARACTERS / 2;
  return line.length > MOST_CHARACTERS ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
}

/** What is known of the time for which this process had no eye for what arrived. */
interface LoopWatch {
  /** Milliseconds for which the process has been at work since it last took in all that had arrived. */
  keptMs(): number;
  end(): void;
}

/**
 * Watches how the process comes round: from time to time it notes that it has just taken in what had arrived. What is taken
 * in later may have been there since then, unless the process was waiting for it.
 * @param everyMs how often it notes that; of so much work it cannot say what was taken in between
 */
function watchLoop(everyMs: number): LoopWatch {
  let round = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    // Timers come before what has arrived, immediates after it.
    setImmediate(() => {
      round = performance.eventLoopUtilization();
    }).unref();
  }, everyMs).unref();
  return {
    keptMs: () => performance.eventLoopUtilization(round).active,
    end() {
      clearInterval(timer);
    },
  };
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Names of operations that count by themselves. */
export const MOST_OPERATIONS = 100;

/** A request that was answered, in terms of which there are only so many. */
interface Answered {
  /** Undefined: no route. */
  readonly route: string | undefined;
  readonly method: string;
  readonly status: number;
  /** Undefined: it was refused before there was a request. */
  readonly seconds: number | undefined;
}

/** A GraphQL request that was answered. */
interface Operation {
  /** Undefined: the document names none, or is none. */
  readonly name: string | undefined;
  /** Whether somebody with a valid key asked. */
  readonly identified: boolean;
  readonly failed: boolean;
  readonly seconds: number;
}

interface Metrics {
  readonly registry: Registry;
  readonly inFlight: Pick<Gauge, 'inc' | 'dec'>;
  readonly answered: (answered: Answered) => void;
  /** A connection was closed because there were too many. */
  readonly dropped: () => void;
  readonly operation: (operation: Operation) => void;
  readonly statement: (seconds: number) => void;
  /** @param field the link that a loader loads, such as `Asset.accounts` */
  readonly batch: (field: string, size: number) => void;
}

/**
 * Makes the metrics of one service, in a registry of its own.
 * @param ofProcess whether memory, event loop and the like are measured too, which never ends
 */
function createMetrics(ofProcess: boolean): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const { requests, duration, dropped, inFlight } = httpMetrics(registry);
  const { operations, operationDuration } = graphqlMetrics(registry);
  const { statements, batches } = databaseMetrics(registry);
  const names = createBoundedNames(MOST_OPERATIONS);
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
      // Clients without a key must not use up the names.
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
    help: 'From the request to the end of its answer',
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
    help: 'GraphQL requests answered; result: ok, or error when the answer has errors',
    labelNames: ['operation', 'result'] as const,
    registers,
  });
  const operationDuration = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'From the GraphQL request to the end of its answer',
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
    help: 'From sending a statement to its last row',
    buckets: STATEMENT_SECONDS,
    registers,
  });
  const batches = new Histogram({
    name: 'loader_batch_size',
    help: 'Parents of a link that one statement answers',
    labelNames: ['field'] as const,
    buckets: BATCH,
    registers,
  });
  return { statements, batches };
}

/** What names beyond the bound are counted as. */
const OTHER = 'other';

/**
 * Keeps the names that clients choose from becoming ever more time series: the first ones count by themselves.
 * @param most names that count by themselves
 */
export function createBoundedNames(most: number): {
  /** @param known false: a name that has no place yet is not given one */
  readonly label: (name: string, known: boolean) => string;
} {
  const names = new Set<string>();
  return {
    label(name, known) {
      if (names.has(name)) return name;
      if (!known || names.size >= most) return OTHER;
      names.add(name);
      return name;
    },
  };
}
