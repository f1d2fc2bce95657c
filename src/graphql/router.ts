import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { requestKey } from '../auth/requestKey.js';
import { leavingOf } from '../core/leaving.js';
import { AppError } from '../errors/appError.js';
import { recordOf } from '../observe/recordOf.js';
import { inRequest } from '../observe/requestRecord.js';
import { requireShallow } from './bounds.js';
import { requireEscapes, requireUtf8 } from './encoding.js';
import { graphqlServer, type GraphqlOptions } from './server.js';

/** A document of 2,000 tokens and its variables fit well. */
const BODY_LIMIT = '200kb';

export interface GraphqlRouterOptions extends GraphqlOptions {
  /** The id that the app gave the request. */
  readonly requestIdOf: (response: express.Response) => string;
}

/** The GraphQL surface as a route: key's form, body, Apollo; its errors are GraphQL's in shape. */
export async function graphqlRouter(options: GraphqlRouterOptions): Promise<{ router: Router; stop(): Promise<void> }> {
  const server = graphqlServer(options);
  await server.start();
  const router = express.Router({ caseSensitive: true, strict: true });

  const requireMethod: RequestHandler = (request, _, next) => {
    if (request.method === 'GET' || request.method === 'POST') next();
    else {
      const detail = `${request.method} is not allowed here; ask by GET or POST.`;
      throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, POST' } });
    }
  };
  const requireKey: RequestHandler = (request, _, next) => {
    requestKey(request.headers);
    next();
  };
  const shallow: RequestHandler = (request, _, next) => {
    requireShallow(request.body);
    next();
  };
  const inScope: RequestHandler = (_, response, next) => {
    inRequest(recordOf(response), next);
  };
  const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const requestId = options.requestIdOf(response);
    const seen = options.toAppError(error, requestId);
    const errors = seen.problems.length > 0 ? { errors: seen.problems } : {};
    response.status(seen.status).set(seen.headers);
    response.json({ errors: [{ message: seen.message, extensions: { code: seen.code, ...errors, requestId } }] });
  };

  router.use(
    requireMethod,
    requireKey,
    requireEscapes,
    express.json({ limit: BODY_LIMIT, verify: requireUtf8 }),
    shallow,
    inScope,
    expressMiddleware(server, {
      context: ({ req, res }) =>
        Promise.resolve({
          key: requestKey(req.headers),
          record: recordOf(res),
          exchange: { request: req, response: res },
          signal: leavingOf(res),
        }),
    }),
    answerError,
  );
  return { router, stop: () => server.stop() };
}
