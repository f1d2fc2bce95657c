import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { requestKey } from '../http/requestKey.js';
import { AppError, listedProblems } from '../errors/appError.js';
import { exchangeOf } from '../http/admission.js';
import { requireShallow, requireShallowText } from './bounds.js';
import { graphqlHandler, type GraphqlOptions } from './handler.js';
import { noteBody } from './request.js';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A document of 2,000 tokens and its variables fit well. */
const BODY_LIMIT = '200kb';

/** The GraphQL surface as a route: method, key's form, body, handler; its errors are GraphQL's in shape. */
export async function graphqlRouter(options: GraphqlOptions): Promise<{ router: Router; stop(): Promise<void> }> {
  const { handle, stop } = await graphqlHandler(options, readBody);
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
  const answerError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { requestId } = exchangeOf(request, response).record;
    const seen = options.toAppError(error, requestId);
    const extensions = { code: seen.code, ...listedProblems(seen), requestId };
    response
      .status(seen.status)
      .set(seen.headers)
      .json({ errors: [{ message: seen.message, extensions }] });
  };

  router.use(requireMethod, requireKey, requireEscapes, handle, options.admission.refused, answerError);
  return { router, stop };
}

const parseBody: RequestHandler = express.json({ limit: BODY_LIMIT, verify: takeBody });

/** @throws AppError and the parser's errors where the body is not JSON of a sensible size and depth */
async function readBody(request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    parseBody(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('the body could not be parsed', { cause: error }));
    });
  });
  requireShallow(request.body);
}

/**
 * Refuses a body that is not UTF-8, which the parser would read with other characters in the place of what is wrong; notes
 * it as it came.
 * @throws AppError unsupported-media-type, invalid-request
 */
function takeBody(_request: IncomingMessage, response: ServerResponse, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new AppError('unsupported-media-type', 'The body must be UTF-8.');
  if (!isUtf8(body)) throw new AppError('invalid-request', 'The body is not UTF-8, as JSON must be.');
  requireShallowText(body);
  noteBody(response, body);
}

/** Refuses a question in the address whose %-escapes are not UTF-8, for the same reason. */
const requireEscapes: RequestHandler = ({ url }, _response, next) => {
  try {
    decodeURIComponent(url);
  } catch {
    throw new AppError('invalid-request', 'The query string has a %-escape that is not UTF-8.');
  }
  next();
};
