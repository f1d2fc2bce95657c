import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { LIMITS } from './limits.js';
import { listen } from './listen.js';
import { NOSNIFF } from '../http/answer.js';
import { watchConnections } from './connections.js';

export interface Metrics {
  /** The URL, such as `http://127.0.0.1:9464/metrics`. */
  readonly address: string;
  stop(): Promise<void>;
}

type Read = () => Promise<{ readonly type: string; readonly text: string }>;

/**
 * Serves only `/metrics`, at a separate port that clients of the service need not reach.
 * @throws Error with a sentence if the address cannot be bound
 */
export async function serveMetrics(read: Read, host: string, port: number): Promise<Metrics> {
  const server = createServer(LIMITS, (request, response) => {
    void answer(read, request, response);
  });
  watchConnections(server, LIMITS.answerTimeout);
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  // Node has detached its parser, so the socket would stay open.
  server.on('connect', (_request, socket) => socket.destroy());
  const address = await listen(server, { host, port, variable: 'METRICS_PORT' });
  return {
    address: `${address}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(read: Read, { url = '', method }: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader(...NOSNIFF);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  if (url.split('?')[0] !== '/metrics') {
    response.writeHead(404).end('Only /metrics is served here.\n');
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end('Send a GET request.\n');
    return;
  }
  try {
    const { type, text } = await read();
    response.setHeader('Content-Type', type).end(text);
  } catch {
    response.writeHead(500).end('The metrics cannot be read.\n');
  }
}
