import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors/appError.js';
import { NOSNIFF, send } from '../http/answer.js';
import { problemAnswer, problemOf } from '../http/problem.js';
import type { ServerLimits } from './limits.js';
import type { Connections } from './connections.js';

/** The time in which a client can read the refusal. Closing the connection at once could discard bytes in flight. */
const LINGER_MS = 1_000;

/** A refusal that happened before Node had parsed a request. */
export interface Refusal {
  readonly requestId: string;
  readonly status: number;
  /** Node's error code, such as HPE_INVALID_METHOD. */
  readonly reason: string;
}

/**
 * Answers errors of Node's HTTP parser as problems, and in order: after the pending responses of the connection, or as
 * the response to the request whose body is invalid.
 * @param pendingOn returns the pending responses of a connection, in order
 * @param record receives refusals that belong to no request; the others are recorded as requests
 */
export function answerRefusals(
  server: Server,
  limits: ServerLimits,
  pendingOn: Connections['pendingOn'],
  record: (refused: Refusal) => void,
): void {
  const refuse = (socket: Duplex, error: AppError, reason: string): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    // A client may keep its side open, and the requests that it has sent already must not wait for answers.
    socket.end(headAndBody(error, requestId), () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    record({ requestId, status: error.status, reason });
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error, limits);
    const last = pendingOn(socket).at(-1);
    if (!last) refuse(socket, refusal, error.code ?? 'unknown');
    else if (last.req.complete) {
      last.once('close', () => {
        refuse(socket, refusal, error.code ?? 'unknown');
      });
    } else if (last.headersSent) socket.destroy();
    else {
      last.setHeader('Connection', 'close');
      const [instance = '/'] = (last.req.url ?? '/').split('?');
      void send(last, problemAnswer(refusal, instance, String(last.getHeader('x-request-id'))));
    }
  });
  server.on('connect', (_request, socket) => {
    const detail = 'CONNECT is not allowed here: the API is read-only.';
    refuse(socket, new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } }), 'CONNECT');
  });
  // `guardRequest` rejects it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function refusalOf({ code }: NodeJS.ErrnoException, limits: ServerLimits): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const [header, complete] = [limits.headersTimeout / 1000, limits.requestTimeout / 1000];
    const detail = `The header must arrive within ${header} seconds, the whole request within ${complete}.`;
    return new AppError('request-timeout', detail);
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers-too-large', `The header is larger than ${limits.maxHeaderSize} bytes.`);
  }
  return new AppError('invalid-request', 'The bytes received are not an HTTP request.');
}

function headAndBody(error: AppError, requestId: string): string {
  const problem = problemOf(error, '/', requestId);
  const body = JSON.stringify(problem);
  const headerLines = Object.entries(error.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (
    `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: application/problem+json; charset=utf-8\r\n${headerLines.join('')}` +
    `${NOSNIFF.join(': ')}\r\n` +
    `x-request-id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
