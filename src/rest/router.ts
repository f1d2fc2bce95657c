import type { RequestHandler } from 'express';
import { AppError } from '../errors/appError.js';
import { recordOf } from '../observe/recordOf.js';
import { BASE, readEndpoints } from './endpoint.js';
import { handlerOf, type RestOptions } from './handler.js';

/** What stands in an endpoint's path for an identifier. */
const ID = '/:id';

/**
 * The REST surface: a route for each prepared operation, found by its path at once; a router of Express tries one after the
 * other, which costs as much as a small answer.
 */
export function restRoutes(options: RestOptions): RequestHandler {
  const routes = new Map(
    readEndpoints(options.core).map((endpoint) => [
      BASE + endpoint.path,
      { name: BASE + endpoint.path, handle: handlerOf(endpoint, options) },
    ]),
  );
  return (request, response, next) => {
    const { path, method } = request;
    const cut = path.lastIndexOf('/') + 1;
    const id = path.slice(cut);
    const item = id === '' || routes.has(path) ? undefined : routes.get(path.slice(0, cut - 1) + ID);
    const route = item ?? routes.get(path);
    if (!route) {
      next();
      return;
    }
    recordOf(response).route = route.name;
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `${method} is not allowed here; the API is read-only.`;
      throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
    }
    request.params = item ? { id: decoded(id) } : {};
    return route.handle(request, response, next);
  };
}

/** @throws AppError invalid-request */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('invalid-request', `The path has a %-escape that is not UTF-8: ${JSON.stringify(segment)}.`);
  }
}
