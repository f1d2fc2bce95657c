import express, { type Request, type RequestHandler, type Response } from 'express';
import { type Admission, exchangeOf, type Identified, requestKey } from '../admit/admission.js';
import { AppError, listedProblems } from '../errors/appError.js';
import { requireBounds, requireShallow, requireShallowText } from './bounds.js';
import { createDocuments, type GraphqlRequest, cacheKeyOf, recordBody, requestReader } from './request.js';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OperationTypeNode } from 'graphql';
import type { Core } from '../run/createCore.js';
import { GRAPHQL_ROUTE } from '../observe/observer.js';
import { recordOf } from '../observe/requestRecord.js';
import type { Measure } from '../plan/plan.js';
import { type Answer, bytesOfWhole, isWhole, send } from '../http/answer.js';
import type { Failures } from '../http/errors.js';
import type { AnswerSize, MemoryBudget, Reservation } from '../admit/memoryBudget.js';
import { answerFromCache, viewerKey, type ResponseCache } from '../cache/responseCache.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { type Apollo, startApollo } from './apollo.js';
import { answerOf, mediaTypeOf, notAcceptable, refused, type Result } from './result.js';

/** The largest body. A document of 2,000 tokens with its variables is much smaller. */
const BODY_LIMIT = '200kb';

/** Returns the handler of the GraphQL API. Its errors have the shape of GraphQL errors. */
export async function graphqlRoute(
  options: GraphqlOptions,
): Promise<{ handle: RequestHandler; stop(): Promise<void> }> {
  const apollo = await startApollo(options.core);
  const handler = new GraphqlHandler(options, apollo);
  const { admission, toAppError } = options;
  return {
    handle(request, response, next) {
      if (request.path !== GRAPHQL_ROUTE) {
        next();
        return;
      }
      recordOf(response).route = GRAPHQL_ROUTE;
      const answerError = (error: unknown): void => {
        if (response.headersSent) next(error);
        else sendError(response, toAppError(error, recordOf(response).requestId));
      };
      handler
        .handle(request, response)
        .catch((error: unknown) => admission.refused(error, request, response, answerError))
        .catch(answerError);
    },
    stop: () => apollo.stop(),
  };
}

function sendError(response: Response, error: AppError): void {
  const { requestId } = recordOf(response);
  const extensions = { code: error.code, ...listedProblems(error), requestId };
  response
    .status(error.status)
    .set(error.headers)
    .json({ errors: [{ message: error.message, extensions }] });
}

/** @throws AppError method-not-allowed */
function requireMethod({ method }: Request): void {
  if (method === 'GET' || method === 'POST') return;
  const detail = `${method} is not allowed here; use GET or POST.`;
  throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, POST' } });
}

const parseBody: RequestHandler = express.json({ limit: BODY_LIMIT, verify: takeBody });

/** @throws AppError or an error of the parser, if the body is not JSON or is too large or too deep */
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
 * Rejects a body that is not UTF-8, in which the parser would replace the invalid bytes. Records the digest of the
 * body.
 * @throws AppError unsupported-media-type, invalid-request
 */
function takeBody(_request: IncomingMessage, response: ServerResponse, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new AppError('unsupported-media-type', 'The body must be UTF-8.');
  if (!isUtf8(body)) throw new AppError('invalid-request', 'The body must be JSON in UTF-8.');
  requireShallowText(body);
  recordBody(response, body);
}

/**
 * Rejects a URL whose %-escapes are not UTF-8, for the same reason.
 * @throws AppError invalid-request
 */
function requireEscapes({ url }: Request): void {
  try {
    decodeURIComponent(url);
  } catch {
    throw new AppError('invalid-request', 'The query string has a %-escape that is not valid UTF-8.');
  }
}

interface GraphqlOptions {
  readonly core: Core;
  readonly admission: Admission;
  readonly maxCost: number;
  readonly maxPeriods: number;
  readonly toAppError: Failures['toAppError'];
  readonly memory: MemoryBudget;
  readonly responses: ResponseCache;
}

/** The size of the answer to a request with invalid variables. */
const NO_SIZE: AnswerSize = { cost: 0, periods: 0 };

/** A request during its execution. */
interface RunningRequest {
  readonly exchange: Identified;
  readonly read: GraphqlRequest;
  readonly size: Measure | null;
  /** Names the request and its viewer for the response cache. */
  readonly cacheKey: string;
  readonly reservation: Reservation;
}

/** An answer, and a task to run after it was sent. */
interface AnswerWithTask {
  readonly answer: Answer;
  readonly afterSend?: () => Promise<void>;
}

/**
 * Answers requests. It identifies the user, parses the request, takes points, looks in the cache, runs the operation
 * and sends the answer. The key comes first, because parsing and validating a document is work. The bounds are checked
 * before the database is used.
 */
class GraphqlHandler {
  readonly #options: GraphqlOptions;
  readonly #apollo: Apollo;
  readonly #reader: ReturnType<typeof requestReader>;

  constructor(options: GraphqlOptions, apollo: Apollo) {
    this.#options = options;
    this.#apollo = apollo;
    this.#reader = requestReader(options.core, createDocuments(options.core));
  }

  async handle(request: Request, response: Response): Promise<void> {
    const { admission } = this.#options;
    requireMethod(request);
    const key = requestKey(request.headers);
    requireEscapes(request);
    const exchange = await admission.identify(exchangeOf(request, response), key);
    const { record } = exchange;
    // Parsing a request costs as much as a small answer, so the first point is taken before.
    await admission.take(exchange, 0);
    await readBody(request, response);
    const make = await this.#readRequest(exchange);
    record.clock.enter('render');
    const { answer, afterSend } = await make();
    await send(response, answer);
    // The client has its answer and does not wait for this.
    await afterSend?.();
  }

  /** Parses a request. @returns a function that makes the answer */
  async #readRequest(exchange: Identified): Promise<() => Promise<AnswerWithTask>> {
    const { request, response, record } = exchange;
    const name = cacheKeyOf(request, response);
    const cached = this.#reader.find(name);
    try {
      if (!cached && isTurnOver()) await nextTurn();
      const read = cached ?? (await this.#reader.read(name, request));
      if (!cached && isTurnOver()) await nextTurn();
      if (read === null) {
        record.failed = true;
        return async () => ({ answer: await this.#apollo.answer(request, record.requestId) });
      }
      if ('operation' in read) return await this.#admit(read, exchange);
      return () => Promise.resolve({ answer: this.#answerOf({ errors: read }, exchange) });
    } catch (error) {
      const refusal = refused(this.#options.toAppError(error, record.requestId));
      return () => Promise.resolve({ answer: this.#answerOf(refusal, exchange) });
    }
  }

  /** Takes the points of a parsed request. @returns a function that makes the answer */
  async #admit(read: GraphqlRequest, exchange: Identified): Promise<() => Promise<AnswerWithTask>> {
    const { core, admission, maxCost, maxPeriods, memory, responses } = this.#options;
    const { record, request, response, viewer } = exchange;
    const { operation: kind, name } = read.operation.node;
    record.recordOperation(name?.value);
    if (kind !== OperationTypeNode.QUERY) {
      throw new AppError('graphql-invalid', `The API is read-only: it accepts queries, got a ${kind}.`);
    }
    const size = await read.measure();
    if (size) requireBounds(size, { maxCost, maxPeriods });
    if (isTurnOver()) await nextTurn();
    await admission.take(exchange, size?.cost ?? 0);
    if (mediaTypeOf(request) === undefined) {
      return () => Promise.resolve({ answer: this.#answerOf(notAcceptable(), exchange) });
    }
    const cacheKey = `${viewerKey(viewer)}.${read.name}`;
    const cached = await answerFromCache(responses, {
      cacheKey,
      state: () => record.clock.waitFor(core.state(viewer, record, 'version')),
      headersOf: () => [],
    });
    if (cached) return () => Promise.resolve({ answer: cached });
    const reservation = await memory.reserve(viewer.userId, size ?? NO_SIZE, response, record);
    return () => this.#run({ exchange, read, size, cacheKey, reservation });
  }

  async #run({ exchange, read, size, cacheKey, reservation }: RunningRequest): Promise<AnswerWithTask> {
    const { core, responses } = this.#options;
    const context = core.contextFor(exchange.viewer, exchange.record);
    const version = (): Promise<string> => core.versionFor(context);
    const before = size && responses.isRepeated(cacheKey) ? await version() : undefined;
    const cost = size?.cost;
    const { data, errors } = await core.run(read.operation, read.variables, context, cost ?? 0);
    const { isDeferred, ...answer } = this.#answerOf({ data, errors, cost }, exchange);
    if (isDeferred) reservation.shrink();
    if (!size || errors.length > 0) return { answer };
    return { answer, afterSend: () => cache(responses, answer, cacheKey, before, version) };
  }

  /** Makes the answer of a result, in the media type that the client accepts. */
  #answerOf(result: Result, { request, record }: Identified): ReturnType<typeof answerOf> {
    const type = mediaTypeOf(request);
    const sent = type === undefined ? notAcceptable() : result;
    if (sent.errors.length > 0) record.failed = true;
    return answerOf(sent, type, record.requestId, this.#options.toAppError);
  }
}

/**
 * Caches the answer to a repeated query, if the data has not changed.
 * @param before the version of the data before execution; undefined for a new query
 */
async function cache(
  responses: ResponseCache,
  { headers, body }: Answer,
  cacheKey: string,
  before: string | undefined,
  version: () => Promise<string>,
): Promise<void> {
  if (body === null || !isWhole(body)) return;
  if (before === undefined) {
    responses.recordAnswered(cacheKey);
    return;
  }
  // An answer may come from several statements. If the version did not change, all of them saw the same data.
  const after = await version().catch(() => null);
  if (after === before) responses.store(cacheKey, { version: before, headers, body: bytesOfWhole(body) });
}
