import cluster from 'node:cluster';
import { createApp } from './createApp.js';
import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { createHttpServer, watchConnections } from './connections.js';
import { LIMITS, type ServerLimits } from './limits.js';
import { listen } from './listen.js';
import { turnToListen } from './listenTurns.js';
import { type Metrics, serveMetrics } from './metrics.js';
import { answerRefusals } from './refusals.js';

/** The time that requests in flight have to finish after the stop signal. */
const GRACE_MS = 20_000;

export interface RunningService {
  /** The URL of the service, such as `http://127.0.0.1:4000`. */
  readonly address: string;
  /** The URL of the metrics, such as `http://127.0.0.1:9464/metrics`; null if they are not served. */
  readonly metricsAddress: string | null;
  /**
   * Reports not ready, stops listening after a delay, lets requests in flight finish, and closes the app.
   * @param delayMs how long the server still accepts new connections
   * @returns the number of requests that were cut off after 20 seconds
   */
  stop(delayMs?: number): Promise<number>;
}

/**
 * Starts the service.
 * @param limits the limits of the HTTP server
 * @throws Error with a sentence if the address cannot be bound
 */
export async function serve(
  database: Database,
  config: Config,
  limits: ServerLimits = LIMITS,
): Promise<RunningService> {
  const service = await createApp({ database, config });
  const server = createHttpServer(service.app, limits);
  // Node would silently drop header fields above this count; `guardRequest` rejects the request instead.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.maxConnections;
  server.on('drop', service.dropped);
  const { pendingOn, drain } = watchConnections(server, limits.answerTimeout);
  answerRefusals(server, limits, pendingOn, service.refused);
  const { host, port, metricsPort } = config;
  let address: string;
  let metrics: Metrics | null = null;
  try {
    // The primary process serves the metrics of workers.
    if (metricsPort !== null && cluster.isWorker) service.shareMetrics();
    else if (metricsPort !== null) metrics = await serveMetrics(() => service.metrics(), host, metricsPort);
    if (cluster.isWorker) await turnToListen();
    address = await listen(server, { host, port, variable: 'PORT' });
  } catch (error) {
    await metrics?.stop();
    await service.close();
    throw error;
  }
  return {
    address,
    metricsAddress: metrics?.address ?? null,
    async stop(delayMs = 0) {
      service.stopping();
      const cutOff = await drain(delayMs, GRACE_MS);
      await metrics?.stop();
      await service.close();
      return cutOff;
    },
  };
}
