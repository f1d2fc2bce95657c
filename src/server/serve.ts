import cluster from 'node:cluster';
import { createApp } from './createApp.js';
import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { boundPipelining, boundSlowReads, createHttpServer, drainable } from './connections.js';
import { LIMITS, type ServerLimits } from './limits.js';
import { listen } from './listen.js';
import { turnToListen } from './listenTurns.js';
import { type Metrics, serveMetrics } from './metrics.js';
import { answerRefusals } from './refusals.js';

/** How long all requests in flight may take once the service is asked to stop. */
const GRACE_MS = 20_000;

export interface Running {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  /** `http://127.0.0.1:9464/metrics`; null when there are none. */
  readonly metricsAddress: string | null;
  /**
   * Stops: not ready any more, then no longer listening; requests in flight finish; closes what the app holds.
   * @param delayMs how long new connections are still taken
   * @returns how many requests had not finished after 20 seconds, and were cut off
   */
  stop(delayMs?: number): Promise<number>;
}

/**
 * Listens and serves.
 * @param limits on what clients may do to the server
 * @throws Error in a sentence when the address cannot be had
 */
export async function serve(database: Database, config: Config, limits: ServerLimits = LIMITS): Promise<Running> {
  const service = await createApp({ database, config });
  const server = createHttpServer(service.app, limits);
  // Node would drop what is beyond a count; the app counts and refuses.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.maxConnections;
  server.on('drop', service.dropped);
  boundPipelining(server);
  answerRefusals(server, limits, service.refused);
  boundSlowReads(server, limits.answerTimeout);
  const drain = drainable(server);
  const { host, port, metricsPort } = config;
  let address: string;
  let metrics: Metrics | null = null;
  try {
    // The metrics of workers are served by the process that started them.
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
