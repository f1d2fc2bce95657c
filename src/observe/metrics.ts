import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Names of operations that count by themselves. */
export const MOST_OPERATIONS = 100;

/** A request that was answered, in terms of which there are only so many. */
export interface Answered {
  /** Undefined: no route. */
  readonly route: string | undefined;
  readonly method: string;
  readonly status: number;
  /** Undefined: it was refused before there was a request. */
  readonly seconds: number | undefined;
}

/** A GraphQL request that was answered. */
export interface Operation {
  /** Undefined: the document names none, or is none. */
  readonly name: string | undefined;
  /** Whether somebody with a valid key asked. */
  readonly identified: boolean;
  readonly failed: boolean;
  readonly seconds: number;
}

export interface Metrics {
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
export function createMetrics(ofProcess: boolean): Metrics {
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
