import type { Database } from '../data/database.js';
import type { Replica } from '../data/replica.js';
import { measureImports } from './importMetrics.js';
import type { Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { measurePools } from './poolMetrics.js';
import { measureReplicas } from './replicaMetrics.js';
import { RequestRecord } from './requestRecord.js';
import { watchStatements } from './statements.js';
import { traceOf } from './trace.js';

/** How a request ended. */
export interface Ending {
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

export interface ObserverOptions {
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
      const ms = record.clock.elapsed();
      const seconds = ms / 1000;
      metrics.inFlight.dec();
      metrics.answered({ route, method, status, seconds });
      if (route === GRAPHQL_ROUTE) {
        const failed = record.failed || status >= 400;
        metrics.operation({ name: operation, identified: userId !== undefined, failed, seconds });
      }
      const line = { requestId, traceId: trace.traceId, method, route: route ?? 'unknown', status };
      const known = { userId, operation, pointsLeft, ...(aborted ? { aborted } : {}) };
      log[status >= 500 ? 'warn' : dull ? 'debug' : 'info'](
        { ...line, ms: Math.round(ms * 10) / 10, bytes, ...known },
        'request',
      );
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
