import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { requestKey } from '../auth/requestKey.js';
import { AppError } from '../errors/appError.js';
import type { Viewer } from '../auth/viewer.js';
import type { AnswerCache } from '../core/answerCache.js';
import { answering } from './answering.js';
import { requireShallow } from './bounds.js';
import type { Exchange, GraphqlContext } from './context.js';
import { requireEscapes } from './encoding.js';
import { keptQueries, type KeptQuery } from './kept.js';
import { noteBody } from './question.js';
import { graphqlServer, type GraphqlOptions } from './server.js';

/** A document of 2,000 tokens and its variables fit well. */
const BODY_LIMIT = '200kb';

export interface GraphqlRouterOptions extends Omit<GraphqlOptions, 'admit'> {
  /** Lets a request in, by its key and its cost. */
  readonly admit: (exchange: Exchange, key: string, cost: number) => Promise<Viewer>;
  readonly answers: AnswerCache<KeptQuery>;
  /** The id that the app gave the request. */
  readonly requestIdOf: (response: express.Response) => string;
}

/** The GraphQL surface as a route: key's form, body, Apollo; its errors are GraphQL's in shape. */
export async function graphqlRouter(options: GraphqlRouterOptions): Promise<{ router: Router; stop(): Promise<void> }> {
  const admit = ({ exchange, key }: GraphqlContext, cost: number): Promise<Viewer> =>
    options.admit(exchange, key, cost);
  const server = graphqlServer({ ...options, admit });
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
    express.json({ limit: BODY_LIMIT, verify: noteBody }),
    shallow,
    answering(server, keptQueries(options.core, options.answers, admit), options.requestIdOf),
    answerError,
  );
  return { router, stop: () => server.stop() };
}
