import type { Request, RequestHandler, Response } from 'express';
import { DEPRECATED_KEY_HEADER, usesDeprecatedHeader } from '../admit/admission.js';
import { AppError } from '../errors/appError.js';
import { DEPRECATED_SINCE } from '../admit/deprecation.js';
import { MAX_TARGET } from '../rest/parameters.js';
import { randomUUID } from 'node:crypto';
import type { Observer } from '../observe/observer.js';
import { noteRecord, recordOf, traceparentOf } from '../observe/requestRecord.js';
import { nextTurn } from '../values/turns.js';

const MAX_HEADERS = 100;

const ASCII = /^[\x21-\x7e]*$/;

/** Refuses what Node lets through: too many headers, no Host or several, expectations, a long target or one of bytes. */
export const guardRequest: RequestHandler = (request, _, next) => {
  const { rawHeaders } = request;
  // Names and values take turns.
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
    throw new AppError('invalid-request', 'The header Expect may only be 100-continue.');
  }
  if (request.url.length > MAX_TARGET) {
    const detail = `At most ${MAX_TARGET} characters of path and query are allowed, got ${request.url.length}.`;
    throw new AppError('uri-too-long', detail);
  }
  // Node reads bytes as Latin-1, so that a filter would silently ask for another text.
  if (!ASCII.test(request.url)) {
    const detail = 'The path and query must be ASCII; write other characters as %-escapes of their UTF-8.';
    throw new AppError('invalid-request', detail);
  }
  next();
};

/** Handlers as one, each called by the one before; what Express does between two costs more than most of ours do. */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const from = (index: number): void => {
      const handler = handlers[index];
      if (!handler) {
        next();
        return;
      }
      const later: unknown = handler(request, response, (error?: unknown) => {
        if (error === undefined || error === null) from(index + 1);
        else next(error);
      });
      if (later instanceof Promise) later.catch(next);
    };
    from(0);
  };
}

const SURFACES = /^\/(2\.0|graphql)(?=\/|$)/;

/** A handler for requests of REST and GraphQL alone. */
export function onSurfaces(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (SURFACES.test(request.path)) void handler(request, response, next);
    else next();
  };
}

const SANE = /^[\w.:-]{1,64}$/;

/** Gives every request an id, the client's when it is sane, and answers with it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  response.setHeader('x-request-id', typeof given === 'string' && SANE.test(given) ? given : randomUUID());
  next();
};

/** The id that {@link assignRequestId} gave. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader('x-request-id'));
}

/** Tells a caller that still authenticates by the deprecated header (contract 5, rule 4). */
export const announceDeprecatedKey: RequestHandler = (request, response, next) => {
  if (usesDeprecatedHeader(request.headers)) {
    response.setHeader('Deprecation', DEPRECATED_SINCE);
    response.setHeader('Link', `</deprecations/${DEPRECATED_KEY_HEADER}>; rel="deprecation"; type="application/json"`);
  }
  next();
};

/** Routes that machines ask all the time: where all is well, their lines are of level debug. */
const PROBES: readonly (string | undefined)[] = ['/livez', '/readyz'];

/** Notes every request from its first moment to the end of its answer, on which it is logged and counted. */
export function watchRequests({ begin, end }: Observer): RequestHandler {
  return (request, response, next) => {
    const record = begin(requestIdOf(response), request.headers.traceparent);
    noteRecord(response, record);
    response.setHeader('traceparent', traceparentOf(record.trace));
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.once('close', () => {
      record.route ??= routeOf(request);
      const { statusCode: status, writableFinished } = response;
      const dull = status < 400 && PROBES.includes(record.route);
      const bytes = socket.bytesWritten - sentBefore;
      end(record, { method: request.method, status, bytes, aborted: !writableFinished, dull });
      if (!response.writableEnded) record.abandon();
    });
    next();
  };
}

/** Notes the route from now on, for routers that do not. */
export function noteRoute(template: string): RequestHandler {
  return (_, response, next) => {
    recordOf(response).route = template;
    next();
  };
}

/**
 * Lets one request in a turn of the event loop go on: pages and other fixed content, which need no key and take no points.
 * A client that asks for them on many connections lets the others in between.
 */
export const oneInTurn: RequestHandler = (_, __, next) => {
  void nextTurn().then(() => {
    next();
  });
};

/** The route that Express found last, where none was noted. */
function routeOf(request: Request): string | undefined {
  const route = request.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${request.baseUrl}${route.path}` : undefined;
}

/** Says in `Server-Timing` where the time until the answer's first byte went. */
export const announceTiming: RequestHandler = (_, response, next) => {
  const { clock } = recordOf(response);
  beforeHead(response, () => {
    response.setHeader('Server-Timing', clock.serverTiming());
  });
  next();
};

/** Node writes the head of every answer by `writeHead`, whoever sends it. */
function beforeHead(response: Response, run: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...head: readonly unknown[]) => Response;
  response.writeHead = (...head: readonly unknown[]) => {
    run();
    return writeHead(...head);
  };
}
