import express, { type RequestHandler, type Router } from 'express';
import { AppError } from '../errors/appError.js';
import type { Readiness } from './readiness.js';

const noStore: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

const refuseMethod: RequestHandler = (request) => {
  const detail = `${request.method} is not allowed here; use GET.`;
  throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
};

/**
 * Serves the probes of an orchestrator, without a key: `/livez` (the process answers) and `/readyz` (it can take
 * requests).
 */
export function healthRouter(readiness: () => Promise<Readiness>): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route('/livez')
    .all(noStore)
    .get((_, response) => {
      response.json({ status: 'ok' });
    })
    .all(refuseMethod);
  router
    .route('/readyz')
    .all(noStore)
    .get(async (_, response) => {
      const { ready, ...body } = await readiness();
      response.status(ready ? 200 : 503).json(body);
    })
    .all(refuseMethod);
  return router;
}
