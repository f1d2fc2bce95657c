import express, { type Router } from 'express';
import { AppError } from '../errors/appError.js';
import { recordOf } from '../observe/recordOf.js';
import { readEndpoints } from './endpoint.js';
import { handlerOf, type RestOptions } from './handler.js';

/** The REST surface: a route for each prepared operation. */
export function restRouter(options: RestOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const endpoint of readEndpoints(options.core)) {
    router
      .route(endpoint.path)
      .all((request, response, next) => {
        recordOf(response).route = `${request.baseUrl}${endpoint.path}`;
        next();
      })
      .get(handlerOf(endpoint, options))
      .all((request) => {
        const detail = `${request.method} is not allowed here; the API is read-only.`;
        throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
      });
  }
  return router;
}
