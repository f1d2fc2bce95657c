import type { Request, RequestHandler, Response } from 'express';
import type { Observer } from '../observe/observer.js';
import { noteRecord, recordOf } from '../observe/requestRecord.js';
import { traceparentOf } from '../observe/traceparent.js';
import { requestIdOf } from './entrance.js';

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
