import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { requestKey } from '../auth/requestKey.js';
import { AppError } from '../errors/appError.js';
import { requestIdOf } from '../http/requestId.js';
import { requireShallow } from './bounds.js';
import { requireEscapes, requireUtf8 } from './encoding.js';
import { graphqlHandler, type GraphqlOptions } from './handler.js';

/** A document of 2,000 tokens and its variables fit well. */
const BODY_LIMIT = '200kb';

/** The GraphQL surface as a route: method, key's form, body, handler; its errors are GraphQL's in shape. */
export async function graphqlRouter(options: GraphqlOptions): Promise<{ router: Router; stop(): Promise<void> }> {
  const { handle, stop } = await graphqlHandler(options);
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
  const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const requestId = requestIdOf(response);
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
    handle,
    answerError,
  );
  return { router, stop };
}
