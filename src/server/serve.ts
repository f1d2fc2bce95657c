import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createApp, type App } from '../app/createApp.js';
import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { AppError } from '../errors/appError.js';
import { problemOf } from '../rest/problem.js';
import { drainable } from './drain.js';

/** Node's own bounds let a slow client hold a connection for minutes. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const CHECK_INTERVAL_MS = 2_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 32 * 1024;
/** How long all requests in flight may take once the service is asked to stop. */
const GRACE_MS = 20_000;

export interface Running {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  /**
   * Stops: not ready any more, then no longer listening; requests in flight finish; closes what the app holds.
   * @param delayMs how long new connections are still taken
   */
  stop(delayMs?: number): Promise<void>;
}

/** An app may offer to be told that the service is about to stop, so that it is not ready any more. */
interface Stoppable extends App {
  stopping?(): void;
}

/**
 * Listens and serves.
 * @throws Error in a sentence when the address cannot be had
 */
export async function serve(database: Database, config: Config): Promise<Running> {
  const service: Stoppable = await createApp({ database, config });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    service.app,
  );
  // Node would drop what is beyond a count; the app counts and refuses.
  server.maxHeadersCount = 0;
  server.on('clientError', answerClientError);
  const drain = drainable(server);
  const { address, family, port } = await listen(server, config);
  return {
    address: urlOf(address, family === 'IPv6', port),
    async stop(delayMs = 0) {
      service.stopping?.();
      await drain(delayMs, GRACE_MS);
      await service.close();
    },
  };
}

/** `http://127.0.0.1:4000` */
export function urlOf(address: string, isV6: boolean, port: number): string {
  return `http://${isV6 ? `[${address}]` : address}:${port}`;
}

function listen(server: Server, { host, port }: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(listenProblem(error, host, port), { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
    });
  });
}

function listenProblem({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use; set PORT to another.`;
  if (code === 'EACCES') return `Port ${port} of ${host} needs rights that this process lacks; set PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}; set HOST.`;
  return message;
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
    ? new AppError('headers-too-large', `The header is larger than ${MAX_HEADER_BYTES} bytes.`)
    : new AppError('invalid-request', 'What was sent is not an HTTP request.');
  const requestId = randomUUID();
  const problem = problemOf(seen, '/', requestId);
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `x-request-id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
