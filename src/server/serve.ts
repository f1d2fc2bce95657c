import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { createApp } from '../app/createApp.js';
import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { AppError } from '../errors/appError.js';
import { problemOf } from '../rest/problem.js';
import { drainable } from './drain.js';
import { LIMITS } from './limits.js';
import { listen } from './listen.js';
import { serveMetrics, type Metrics } from './metrics.js';

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
   */
  stop(delayMs?: number): Promise<void>;
}

/**
 * Listens and serves.
 * @throws Error in a sentence when the address cannot be had
 */
export async function serve(database: Database, config: Config): Promise<Running> {
  const service = await createApp({ database, config });
  const server = createServer(LIMITS, service.app);
  // Node would drop what is beyond a count; the app counts and refuses.
  server.maxHeadersCount = 0;
  server.on('clientError', answerClientError);
  const drain = drainable(server);
  const { host, port, metricsPort } = config;
  let address: string;
  let metrics: Metrics | null = null;
  try {
    if (metricsPort !== null) metrics = await serveMetrics(() => service.metrics(), host, metricsPort);
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
      await drain(delayMs, GRACE_MS);
      await metrics?.stop();
      await service.close();
    },
  };
}

/** What Node refuses before there is a request: answered in the same form as everything else. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const overflow = error.code === 'HPE_HEADER_OVERFLOW';
  const seen = overflow
    ? new AppError('headers-too-large', `The header is larger than ${LIMITS.maxHeaderSize} bytes.`)
    : new AppError('invalid-request', 'What was sent is not an HTTP request.');
  const requestId = randomUUID();
  const problem = problemOf(seen, '/', requestId);
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `x-request-id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
