import type { Request, RequestHandler, Response } from 'express';
import { DEPRECATED_KEY_HEADER, usesDeprecatedHeader } from '../admit/admission.js';
import { AppError } from '../errors/appError.js';
import { DEPRECATED_SINCE } from '../admit/deprecation.js';
import { MAX_TARGET } from '../rest/parameters.js';
import { randomUUID } from 'node:crypto';
import type { Observer } from '../observe/observer.js';
import { attachRecord, recordOf, traceparentOf } from '../observe/requestRecord.js';
import { nextTurn } from '../values/turns.js';
import cors from 'cors';

const MAX_HEADERS = 100;

const ASCII = /^[\x21-\x7e]*$/;

/** Rejects requests that Node accepts: too many headers, no or several Hosts, expectations, a long or non-ASCII target. */
export const guardRequest: RequestHandler = (request, _, next) => {
  const { rawHeaders } = request;
  // Names and values alternate.
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS) {
    throw new AppError('headers-too-large', `At most ${MAX_HEADERS} header fields are allowed, got ${count}.`);
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new AppError('invalid-request', 'The header Host must be given once.');
  }
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new AppError(
      'invalid-request',
      `The header Expect must be 100-continue, got ${JSON.stringify(expect.slice(0, 200))}.`,
    );
  }
  if (request.url.length > MAX_TARGET) {
    const detail = `At most ${MAX_TARGET} characters of path and query are allowed, got ${request.url.length}.`;
    throw new AppError('uri-too-long', detail);
  }
  // Node decodes bytes as Latin-1, so a filter would silently search for another text.
  if (!ASCII.test(request.url)) {
    const detail = 'The path and query must be ASCII. Write other characters as %-escapes of UTF-8.';
    throw new AppError('invalid-request', detail);
  }
  next();
};

/** Combines handlers into one, because Express needs more time between two handlers than most handlers need. */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const from = (index: number): void => {
      const handler = handlers[index];
      if (!handler) {
        next();
        return;
      }
      const returned: unknown = handler(request, response, (error?: unknown) => {
        if (error === undefined || error === null) from(index + 1);
        else next(error);
      });
      if (returned instanceof Promise) returned.catch(next);
    };
    from(0);
  };
}

const SURFACES = /^\/(2\.0|graphql)(?=\/|$)/;

/** Restricts a handler to REST and GraphQL requests. */
export function onSurfaces(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (SURFACES.test(request.path)) void handler(request, response, next);
    else next();
  };
}

const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Assigns a request ID, the client's if it is valid, and returns it in the response header. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  response.setHeader('x-request-id', typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID());
  next();
};

/** Returns the ID that {@link assignRequestId} assigned. */
function requestIdOf(response: Response): string {
  return String(response.getHeader('x-request-id'));
}

/** Sets the headers that tell a client that its key header is deprecated (contract 5, rule 4). */
export const setDeprecationHeaders: RequestHandler = (request, response, next) => {
  if (usesDeprecatedHeader(request.headers)) {
    response.setHeader('Deprecation', DEPRECATED_SINCE);
    response.setHeader('Link', `</deprecations/${DEPRECATED_KEY_HEADER}>; rel="deprecation"; type="application/json"`);
  }
  next();
};

/** The request headers that pages may send, and the response headers that they may read, besides those safe by default. */
const SENT_HEADERS = ['x-api-key', 'x-public-api-key', 'content-type', 'if-none-match', 'x-request-id', 'traceparent'];
const READABLE_HEADERS = [
  ...['ETag', 'Link', 'Sync-Watermark', 'Content-Disposition', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['x-request-id', 'traceparent', 'Server-Timing', 'Deprecation', 'Allow'],
];
/** The time for which a browser caches a preflight response. */
const PREFLIGHT_SECONDS = 600;

/**
 * Allows requests from pages of other origins. Pages send keys in a header, so cookies and other credentials are not
 * allowed.
 * @param origins the allowed origins; `*` alone allows all
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.join() === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: SENT_HEADERS,
    exposedHeaders: READABLE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** The routes of frequent probes. Successful ones are logged at level debug. */
const PROBES: readonly (string | undefined)[] = ['/livez', '/readyz'];

/** Records every request. At the end of the answer the observer logs and counts it. */
export function watchRequests({ begin, end }: Observer): RequestHandler {
  return (request, response, next) => {
    const record = begin(requestIdOf(response), request.headers.traceparent);
    attachRecord(response, record);
    response.setHeader('traceparent', traceparentOf(record.trace));
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.once('close', () => {
      record.route ??= routeOf(request);
      const { statusCode: status, writableFinished } = response;
      const isProbe = status < 400 && PROBES.includes(record.route);
      const bytes = socket.bytesWritten - sentBefore;
      end(record, { method: request.method, status, bytes, aborted: !writableFinished, isProbe });
      if (!response.writableEnded) record.abandon();
    });
    next();
  };
}

/** Records the route of requests, for routers that do not. */
export function recordRoute(template: string): RequestHandler {
  return (_, response, next) => {
    recordOf(response).route = template;
    next();
  };
}

/**
 * Passes one request per turn of the event loop, for pages and other static content without keys and points. This keeps
 * the service responsive if a client requests them on many connections.
 */
export const oneInTurn: RequestHandler = (_, __, next) => {
  void nextTurn().then(() => {
    next();
  });
};

/** Returns the last route that Express matched, for requests without a recorded route. */
function routeOf(request: Request): string | undefined {
  const route = request.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${request.baseUrl}${route.path}` : undefined;
}

/** Sets `Server-Timing`, which shows how the time until the first byte was spent. */
export const setServerTiming: RequestHandler = (_, response, next) => {
  const { clock } = recordOf(response);
  beforeHead(response, () => {
    response.setHeader('Server-Timing', clock.serverTiming());
  });
  next();
};

/** Calls `run` before the response head is written. Node always writes it with `writeHead`. */
function beforeHead(response: Response, run: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...head: readonly unknown[]) => Response;
  // V8 allocates a function expression that is assigned to a property in its old generation. Until the next full
  // collection of memory, it would keep the complete request.
  const written = (...head: readonly unknown[]): Response => {
    run();
    return writeHead(...head);
  };
  response.writeHead = written;
}
