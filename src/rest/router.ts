import type { RequestHandler } from 'express';
import { AppError } from '../errors/appError.js';
import { recordOf } from '../observe/recordOf.js';
import { BASE, readEndpoints } from './endpoint.js';
import { handlerOf, type RestOptions } from './handler.js';

/** What stands in an endpoint's path for an identifier. */
const ID = '/:id';

interface Route {
  /** The template of its path. */
  readonly name: string;
  readonly handle: RequestHandler;
}

/**
 * The REST surface: a route for each prepared operation, found by its path at once; a router of Express tries one after the
 * other, which costs as much as a small answer.
 */
export function restRoutes(options: RestOptions): RequestHandler {
  const lists = new Map<string, Route>();
  /** By what stands before the identifier. */
  const items = new Map<string, Route>();
  for (const endpoint of readEndpoints(options.core)) {
    const name = BASE + endpoint.path;
    const route = { name, handle: handlerOf(endpoint, options) };
    if (name.endsWith(ID)) items.set(name.slice(0, -ID.length), route);
    else lists.set(name, route);
  }
  return (request, response, next) => {
    const { path, method } = request;
    const cut = path.lastIndexOf('/');
    const id = path.slice(cut + 1);
    const list = lists.get(path);
    const route = list ?? (id === '' ? undefined : items.get(path.slice(0, cut)));
    if (!route) {
      next();
      return;
    }
    recordOf(response).route = route.name;
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `${method} is not allowed here; the API is read-only.`;
      throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
    }
    request.params = list ? {} : { id: decoded(id) };
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
