import express, { type Express } from 'express';
import type { Config } from '../config/config.js';
import { type Core, createCore } from '../run/createCore.js';
import type { Database } from '../db/database.js';
import { type ReplicaChange, openReplicas, queryableOfRequest } from '../db/replica.js';
import { tablesRead } from '../data/declaredTables.js';
import { AppError } from '../errors/appError.js';
import { countPendingEvents } from '../findings/webhook/pendingEvents.js';
import { graphqlRoute } from '../graphql/router.js';
import { type Admission, createAdmission } from '../admit/admission.js';
import { createFailures, type Failures } from '../http/errors.js';
import {
  setDeprecationHeaders,
  assignRequestId,
  guardRequest,
  inOrder,
  onSurfaces,
  setServerTiming,
  oneInTurn,
  watchRequests,
  allowOrigins,
} from './entrance.js';
import { createResponseCache, type ResponseCache } from '../cache/responseCache.js';
import { redisStore } from '../admit/redisStore.js';
import { setRateLimitPolicy, createLimits, type Limits, memoryStore } from '../admit/limits.js';
import { createMemoryBudget, type MemoryBudget } from '../admit/memoryBudget.js';
import { expose, type Exposition, shareMetrics } from '../observe/clusterMetrics.js';
import { describeError } from '../observe/describeError.js';
import { measureUndelivered } from '../observe/databaseMetrics.js';
import { createLogger, type Logger } from '../observe/logger.js';
import { createObserver, type Observer } from '../observe/observer.js';
import { openapiRouter, listingRouter, nearestPath, referenceRouter } from '../rest/discovery.js';
import { readEndpoints } from '../rest/endpoint.js';
import { restRoutes } from '../rest/handler.js';
import { healthRouter, createReadiness, STOPPING } from './health.js';
import { missingPage, pagesRouter } from './pages.js';
import { compress, secureAnswers } from '../http/answer.js';
import { PAGES } from './site.js';

export interface App {
  readonly app: Express;
  /** Returns the metrics in the Prometheus format. */
  metrics(): Promise<Exposition>;
  /** In a worker, lets the primary process read the metrics. */
  shareMetrics(): void;
  /** Records a refusal that happened before Node had parsed a request. */
  readonly refused: Observer['refused'];
  /** Counts a connection that Node closed because too many were open. */
  readonly dropped: () => void;
  /** Makes `/readyz` report that the service stops, so that load balancers send no more requests. */
  stopping(): void;
  close(): Promise<void>;
}

export interface AppOptions {
  readonly database: Database;
  readonly config: Config;
  /** The logger; the default writes to standard error. */
  readonly log?: Logger;
}

/** REST and GraphQL, which share the memory for cached responses equally. */
const SURFACES = 2;

/**
 * Creates the service as an Express app. From top to bottom, the code follows the life of a request.
 * @throws Error with file and line of an invalid declaration in the schema or in a prepared operation
 */
export async function createApp({ database, config, ...options }: AppOptions): Promise<App> {
  const log = options.log ?? createLogger(config.logLevel);
  const { replicas, observer, failures, core, limits, admission, memory } = createComponents(database, config, log);
  const { metrics } = observer;
  const { toAppError, answerProblem } = failures;
  const { maxCost, maxPeriods, maxLimit, defaultCountry, endDateIncluded } = config;
  const [restResponses, responses] = [createResponses(config), createResponses(config)];
  const readiness = createReadiness(database, replicas, tablesRead(core.resources));
  const graphql = await graphqlRoute({ core, admission, maxCost, maxPeriods, toAppError, memory, responses });
  let isStopping = false;

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').enable('strict routing').set('trust proxy', config.proxies);

  const entrance = [assignRequestId, secureAnswers, watchRequests(observer), onSurfaces(setRateLimitPolicy(limits))];
  if (config.corsOrigins.length > 0) entrance.push(allowOrigins(config.corsOrigins));
  const settings = [maxLimit, defaultCountry, endDateIncluded, maxPeriods];
  const rest = restRoutes({ core, admission, memory, maxLimit, settings, responses: restResponses });
  const surfaces = [onSurfaces(setServerTiming), rest, graphql.handle];
  app.use(inOrder(...entrance, guardRequest, compress, setDeprecationHeaders, ...surfaces));
  app.use(healthRouter(async () => (isStopping ? STOPPING : readiness())));
  app.use(oneInTurn);
  app.use('/2.0', openapiRouter({ core, ...config }));
  app.use(listingRouter(core));
  app.use(referenceRouter());
  app.use(pagesRouter(PAGES));
  // Errors of REST and GraphQL are problems even for a browser.
  app.all(/^(?!\/(?:2\.0|graphql)(?:\/|$))/, ...missingPage());
  app.use(({ path }) => {
    const nearest = nearestPath(path, readEndpoints(core));
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    throw new AppError('unknown-path', `No page or endpoint is at ${JSON.stringify(path.slice(0, 200))}${hint}.`);
  });
  app.use('/2.0', admission.refused);
  app.use(answerProblem);

  return {
    app,
    metrics: () => expose(metrics.registry),
    shareMetrics() {
      shareMetrics(metrics.registry);
    },
    refused: observer.refused,
    dropped: metrics.dropped,
    stopping() {
      isStopping = true;
    },
    async close() {
      observer.close();
      await graphql.stop();
      limits.close();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

/** The components that REST and GraphQL share. */
interface SharedComponents {
  readonly replicas: ReturnType<typeof openReplicas>;
  readonly observer: Observer;
  readonly failures: Failures;
  readonly core: Core;
  readonly limits: Limits;
  readonly admission: Admission;
  readonly memory: MemoryBudget;
}

/** Creates the components that REST and GraphQL share. */
function createComponents(database: Database, config: Config, log: Logger): SharedComponents {
  const replicas = openReplicas(database, config, (change) => {
    logReplica(log, change);
  });
  const observer = createObserver({ database, replicas, config, log });
  // Without a webhook every finding would count.
  if (config.findingsWebhook !== null)
    measureUndelivered(observer.metrics.registry, () => countPendingEvents(database.knex));
  const failures = createFailures(log);
  const queryable = queryableOfRequest(database, replicas);
  const core = createCore({ database, queryableOfRequest: queryable, config, onBatch: observer.metrics.batch });
  const warn = (message: string): void => {
    log.warn(message);
  };
  const limits = createLimits(config, config.redisUrl === null ? memoryStore() : redisStore(config.redisUrl, warn));
  const admission = createAdmission(database, limits, failures.toAppError);
  return { replicas, observer, failures, core, limits, admission, memory: createMemoryBudget(config) };
}

function createResponses({ answerCacheBytes }: Config): ResponseCache {
  return createResponseCache(answerCacheBytes / SURFACES);
}

function logReplica(log: Logger, { number: replica, host, problem, error }: ReplicaChange): void {
  if (problem === null) log.info({ replica, host }, 'replica serves reads');
  else log.warn({ replica, host, problem, ...(error === undefined ? {} : describeError(error)) }, 'replica skipped');
}
