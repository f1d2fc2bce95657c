import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { execute, type DocumentNode, type ExecutionResult } from 'graphql';
import { requestKey } from '../auth/requestKey.js';
import type { Viewer } from '../auth/viewer.js';
import type { RequestContext } from '../core/context.js';
import type { Core } from '../core/createCore.js';
import { leavingOf } from '../core/leaving.js';
import { AppError } from '../errors/appError.js';
import { recordOf } from '../observe/recordOf.js';
import { readEndpoints, type Endpoint } from './endpoint.js';
import { figureVariables } from './figures.js';
import { parseQueryString } from './queryString.js';
import { filterParameters, itemVariables, listVariables, type Variables } from './variables.js';

export interface RestOptions {
  readonly core: Core;
  /** Lets a request in, by its key and its cost. */
  readonly admit: (exchange: { request: Request; response: Response }, key: string, cost: number) => Promise<Viewer>;
  readonly costOf: (document: DocumentNode, variables: Variables) => number;
  readonly maxLimit: number;
}

/**
 * The REST surface: a route for each prepared operation. What is wrong with the request itself, its key's form, its
 * parameters, is told before anything is looked up, so that a bad request takes no database connection.
 */
export function restRouter({ core, admit, costOf, maxLimit }: RestOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const endpoint of readEndpoints(core)) {
    const filters = filterParameters(endpoint);
    const variablesOf = (request: Request): Variables => {
      const parameters = parseQueryString(rawQuery(request.url));
      if (!endpoint.resource) return figureVariables(endpoint.name, parameters);
      if (endpoint.list) return listVariables(endpoint, filters, parameters, maxLimit);
      return itemVariables(String(request.params.id), parameters);
    };
    const handle: RequestHandler = async (request, response) => {
      const key = requestKey(request.headers);
      requireJson(request);
      const variables = variablesOf(request);
      const signal = leavingOf(response);
      const viewer = await recordOf(response).identify(() =>
        admit({ request, response }, key, costOf(endpoint.document, variables)),
      );
      const value = await answer(core, endpoint, variables, core.contextFor(viewer, signal));
      if (value === null || value === undefined) throw notFound(endpoint);
      if (endpoint.successor !== '') announceSuccessor(response, `${request.baseUrl}${endpoint.successor}`);
      response.type('application/json').send(Buffer.from(JSON.stringify(value)));
    };
    router
      .route(endpoint.path)
      .all((request, response, next) => {
        recordOf(response).route = `${request.baseUrl}${endpoint.path}`;
        next();
      })
      .get(handle)
      .all((request) => {
        const detail = `${request.method} is not allowed here; the API is read-only.`;
        throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
      });
  }
  return router;
}

/** Runs the prepared operation; the value of its root field is the body. */
async function answer(
  core: Core,
  { document, field }: Endpoint,
  variables: Variables,
  contextValue: RequestContext,
): Promise<unknown> {
  const result: ExecutionResult = await execute({
    schema: core.schema,
    document,
    variableValues: variables,
    contextValue,
  });
  const [error] = result.errors ?? [];
  if (error) throw error.originalError ?? error;
  return result.data?.[field];
}

/** The date since which /emissions is deprecated: the contract names none, so it is the start of version 2.0. */
const DEPRECATED_SINCE = '@1735689600';

/** Says that the endpoint is deprecated (RFC 9745), and what takes its place (RFC 5829). */
function announceSuccessor(response: Response, successor: string): void {
  response.setHeader('Deprecation', DEPRECATED_SINCE);
  response.append('Link', `<${successor}>; rel="successor-version"`);
}

/** The same sentence whether the record does not exist or is not the viewer's. */
function notFound({ resource }: Endpoint): AppError {
  return new AppError(
    'not-found',
    `There is no ${resource?.type.toLowerCase() ?? 'record'} with this identifier that you may see.`,
  );
}

function requireJson(request: Request): void {
  if (request.accepts('application/json') === false) {
    const detail = `The answer is application/json, which Accept excludes: ${JSON.stringify(request.headers.accept)}.`;
    throw new AppError('not-acceptable', detail);
  }
}

function rawQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
