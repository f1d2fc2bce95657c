import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { createApp } from '../app/createApp.js';
import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { AppError } from '../errors/appError.js';
import { problemOf } from '../rest/problem.js';

/** Node's own bounds let a slow client hold a connection for minutes. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const CHECK_INTERVAL_MS = 2_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 32 * 1024;
/** How long requests in flight may take once the service is asked to stop. */
const GRACE_MS = 20_000;

export interface Running {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  /** Stops listening, lets requests in flight finish, and closes what the app holds. */
  stop(): Promise<void>;
}

/**
 * Listens and serves.
 * @throws Error in a sentence when the address cannot be had
 */
export async function serve(database: Database, config: Config): Promise<Running> {
  const service = await createApp({ database, config });
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
  const inFlight = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  const { address, family, port } = await listen(server, config);
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async stop() {
      const timer = setTimeout(() => {
        server.closeAllConnections();
      }, GRACE_MS);
      // The HTTP server's own close() takes a connection for idle while a written answer still flows out, and cuts it.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => {
          resolve();
        });
      });
      await Promise.all([...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve))));
      server.closeAllConnections();
      await closed;
      clearTimeout(timer);
      await service.close();
    },
  };
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
