import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { type Admission, exchangeOf, type Identified, requestKey } from '../admit/admission.js';
import { AppError, listedProblems } from '../errors/appError.js';
import { requireBounds, requireShallow, requireShallowText } from './bounds.js';
import { createDocuments, type GraphqlRequest, nameOf, noteBody, requestReader } from './request.js';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OperationTypeNode } from 'graphql';
import type { Core } from '../run/createCore.js';
import type { Measure } from '../plan/plan.js';
import { type Answer, send } from '../http/answer.js';
import type { Failures } from '../http/errors.js';
import type { AnswerSize, MemoryBudget, Reservation } from '../admit/memoryBudget.js';
import { answerWithoutMaking, nameOfViewer, type ResponseCache } from '../cache/responseCache.js';
import { bytesOf } from '../values/bytes.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { type Apollo, startApollo } from './apollo.js';
import { answerOf, mediaTypeOf, notAcceptable, refused, type Result } from './result.js';

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

interface GraphqlOptions {
  readonly core: Core;
  readonly admission: Admission;
  readonly maxCost: number;
  readonly maxPeriods: number;
  readonly toAppError: Failures['toAppError'];
  readonly memory: MemoryBudget;
  readonly responses: ResponseCache;
}

/** The size of what is refused by its variables. */
const NOTHING: AnswerSize = { cost: 0, periods: 0 };

/** A request that is run. */
interface Running {
  readonly asked: Identified;
  readonly read: GraphqlRequest;
  readonly size: Measure | null;
  /** Names what is asked, and by whom. */
  readonly question: string;
  readonly reservation: Reservation;
}

/** An answer, and what is done once it was sent. */
interface Made {
  readonly answer: Answer;
  readonly keep?: () => Promise<void>;
}

/**
 * Answers requests: identify, read, take, cached, run, send. The key comes first, as to parse and validate a document is work; the
 * bounds, by arithmetic, come before the database.
 * @param readBody has the body of a request parsed
 */
async function graphqlHandler(
  options: GraphqlOptions,
  readBody: (request: Request, response: Response) => Promise<void>,
): Promise<{ readonly handle: RequestHandler; readonly stop: Apollo['stop'] }> {
  const { core, admission, maxCost, maxPeriods, toAppError, memory, responses } = options;
  const documents = createDocuments(core);
  const reader = requestReader(core, documents);
  const apollo = await startApollo(core);

  /** What came of a request, as it is sent. */
  const told = (result: Result, { request, record }: Identified): ReturnType<typeof answerOf> => {
    const type = mediaTypeOf(request);
    const sent = type === undefined ? notAcceptable() : result;
    if (sent.errors.length > 0) record.failed = true;
    return answerOf(sent, type, record.requestId, toAppError);
  };

  const run = async ({ asked, read, size, question, reservation }: Running): Promise<Made> => {
    const context = core.contextFor(asked.viewer, asked.record);
    const version = (): Promise<string> => core.versionFor(context);
    const before = size && responses.isRepeated(question) ? await version() : undefined;
    const cost = size?.cost;
    const { data, errors } = await core.run(read.operation, read.variables, context, cost ?? 0);
    const { isToCome, ...answer } = told({ data, errors, cost }, asked);
    if (isToCome) reservation.shrink();
    if (!size || errors.length > 0) return { answer };
    return { answer, keep: () => cache(answer, question, before, version) };
  };

  /** Caches the answer to a question that comes again, where the data is still what it was before. */
  const cache = async (
    { headers, body }: Answer,
    question: string,
    before: string | undefined,
    version: () => Promise<string>,
  ): Promise<void> => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return;
    if (before === undefined) {
      responses.noteAnswered(question);
      return;
    }
    // An answer may be of several statements; between two states that are the same, all saw the same.
    const after = await version().catch(() => null);
    const bytes = typeof body === 'string' ? bytesOf([body]) : body;
    if (after === before) responses.store(question, { version: before, headers, body: bytes });
  };

  /** Takes the points of a request that was read. @returns makes its answer */
  const admit = async (read: GraphqlRequest, asked: Identified): Promise<() => Promise<Made>> => {
    const { record, request, response, viewer } = asked;
    const { operation: kind, name } = read.operation.node;
    record.noteOperation(name?.value);
    if (kind !== OperationTypeNode.QUERY) {
      throw new AppError('graphql-invalid', `The API is read-only: it answers queries, not a ${kind}.`);
    }
    const size = await read.measure();
    if (size) requireBounds(size, { maxCost, maxPeriods });
    if (isTurnOver()) await nextTurn();
    await admission.take(asked, size?.cost ?? 0);
    if (mediaTypeOf(request) === undefined) return () => Promise.resolve({ answer: told(notAcceptable(), asked) });
    const question = `${nameOfViewer(viewer)}.${read.name}`;
    const cached = await answerWithoutMaking(responses, {
      question,
      state: () => record.clock.waitFor(core.state(viewer, record)),
      headersOf: () => [],
    });
    if (cached) return () => Promise.resolve({ answer: cached });
    const reservation = await memory.reserve(viewer.userId, size ?? NOTHING, response, record);
    return () => run({ asked, read, size, question, reservation });
  };

  /** Reads a request. @returns makes its answer */
  const readRequest = async (asked: Identified): Promise<() => Promise<Made>> => {
    const { request, response, record } = asked;
    const name = nameOf(request, response);
    const known = reader.find(name);
    try {
      if (!known && isTurnOver()) await nextTurn();
      const read = known ?? (await reader.read(name, request));
      if (!known && isTurnOver()) await nextTurn();
      if (read === null) {
        record.failed = true;
        return async () => ({ answer: await apollo.answer(request, record.requestId) });
      }
      if ('operation' in read) return await admit(read, asked);
      return () => Promise.resolve({ answer: told({ errors: read }, asked) });
    } catch (error) {
      const refusal = refused(toAppError(error, record.requestId));
      return () => Promise.resolve({ answer: told(refusal, asked) });
    }
  };

  const handle: RequestHandler = async (request, response) => {
    const asked = await admission.identify(exchangeOf(request, response), requestKey(request.headers));
    const { record } = asked;
    // Reading a request costs as much as a small answer, whatever comes of it, so the first point is taken before.
    await admission.take(asked, 0);
    await readBody(request, response);
    const make = await readRequest(asked);
    record.clock.enter('render');
    const { answer, keep } = await make();
    await send(response, answer);
    // Nobody has to wait for this.
    await keep?.();
  };
  return { handle, stop: apollo.stop };
}
