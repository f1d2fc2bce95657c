import type { Request, RequestHandler, Response } from 'express';
import { type Admission, exchangeOf, type Identified, requestKey } from '../admit/admission.js';
import type { Core, PlannedOperation } from '../run/createCore.js';
import { areErrors, onlyValue } from '../run/executor.js';
import { bodyOf, isDeferred, type Json } from '../run/json.js';
import { LazyRows } from '../values/lazyRows.js';
import type { DataState } from '../data/state.js';
import { type Answer, bytesOfWhole, type Header, isWhole, send } from '../http/answer.js';
import { successorHeaders } from '../admit/deprecation.js';
import {
  setCacheHeaders,
  answerFromCache,
  entityTag,
  type ResponseCache,
  unlessAnyMatches,
} from '../cache/responseCache.js';
import type { MemoryBudget, Reservation } from '../admit/memoryBudget.js';
import { BASE, type Endpoint, readEndpoints } from './endpoint.js';
import { exportAnswer, writtenFormat } from './export.js';
import { decodedId, endpointFinder, cacheKeyNamer, requestReader, type RestRequest } from './request.js';
import { CONTENT_TYPES } from './formats.js';
import type { RestTarget } from './parameters.js';
import { AppError } from '../errors/appError.js';

export interface RestOptions {
  readonly core: Core;
  readonly admission: Admission;
  readonly memory: MemoryBudget;
  readonly maxLimit: number;
  /** The configuration values that affect answers. */
  readonly settings: readonly unknown[];
  readonly responses: ResponseCache;
}

/** Answers a request to an endpoint. @param id the encoded identifier in the path */
type Handler = (request: Request, response: Response, id: string | null) => Promise<void>;

/** A request during its execution. */
interface RunningRequest {
  readonly rest: RestRequest;
  readonly exchange: Identified;
  /** The cache key; null if the answer is not cached. */
  readonly cacheKey: string | null;
  readonly reservation: Reservation;
}

/** The components for running any request to an endpoint. */
interface EndpointRunner {
  readonly endpoint: Endpoint;
  readonly options: RestOptions;
  readonly operation: PlannedOperation;
  /** The headers that name the successor of a deprecated endpoint; empty otherwise. */
  readonly successor: readonly Header[];
}

/**
 * Returns the handler of an endpoint. It identifies the user, parses the request, takes points, looks in the cache,
 * runs the operation and sends the answer. The key comes first: a client without a valid key costs little, and an
 * invalid request is charged to its user.
 */
function handlerOf(endpoint: Endpoint, options: RestOptions): Handler {
  const { core, admission, memory, responses } = options;
  const operation = core.read(endpoint.document);
  if (operation instanceof Error) throw operation;
  const read = requestReader(endpoint, operation, options);
  const nameOf = cacheKeyNamer(endpoint, options.settings);
  const successor = successorHeaders(endpoint.successor && BASE + endpoint.successor);
  const runner = { endpoint, options, operation, successor };

  // Plans the default request before the first request arrives.
  operation.planOf(operation.defaults);

  return async (request, response, id) => {
    const target = targetOf(request, id);
    const key = requestKey(request.headers);
    const exchange = await admission.identify(exchangeOf(request, response), key).catch(async (error: unknown) => {
      // The database cannot look up the key. An invalid request still gets its own error.
      if (!(error instanceof AppError)) await read(target);
      throw error;
    });
    const { viewer, record } = exchange;
    const rest = await read(target);
    record.clock.enter('render');
    await admission.take(exchange, rest.cost);
    setCacheHeaders(response);
    const cacheKey = rest.isExport ? null : nameOf(rest, viewer);
    const cached = await answerFromCache(rest.format === 'json' ? responses : null, {
      cacheKey,
      headers: request.headers,
      state: () => record.clock.waitFor(core.state(viewer, record, hasWatermark(rest) ? 'all' : 'version')),
      headersOf: (state) => stateHeaders(rest, cacheKey, state),
    });
    const make = async (): Promise<Answer> => {
      const reservation = await memory.reserve(viewer.userId, rest, response, record);
      return run(runner, { rest, exchange, cacheKey, reservation });
    };
    await send(response, unlessAnyMatches(request.headers, cached ?? (await make())));
  };
}

/** Whether the answer is a list of records, which clients synchronise. */
function hasWatermark({ list }: RestRequest): boolean {
  return list !== undefined && !list.isTable;
}

/** Returns the headers for the state of the data. An export of several pages has no tag, because its pages may differ. */
function stateHeaders(rest: RestRequest, cacheKey: string | null, state: DataState): readonly Header[] {
  return [
    ...(hasWatermark(rest) && state.syncFrom !== null ? [['Sync-Watermark', state.syncFrom] as const] : []),
    ...(cacheKey === null ? [] : [['ETag', entityTag(cacheKey, state)] as const]),
  ];
}

/** Runs the operation. The value of its root field becomes the body. */
async function run(runner: EndpointRunner, running: RunningRequest): Promise<Answer> {
  const { endpoint, options, operation, successor } = runner;
  const { core, admission, memory } = options;
  const { rest, exchange, cacheKey, reservation } = running;
  const { variables, cost, format, list, isExport } = rest;
  const context = core.contextFor(exchange.viewer, exchange.record, {
    stateOf: areErrors(variables) ? undefined : operation.planOf(variables),
    pagination: list?.pagination,
  });
  const written = format === 'json' ? format : writtenFormat(format);
  const result = await core.run(operation, variables, context, cost, written);
  const { state, page, rows } = result;
  const value = onlyValue(result) ?? (rows ? '' : null);
  if (value === null) throw notFound(endpoint);
  if (rows instanceof LazyRows || isDeferred(value)) reservation.shrink();
  const pages = list && page && !isExport ? list.linksOf(page) : '';
  const links = pages === '' ? successor : [...successor, ['Link', pages] as const];
  const head = [...links, ...(state ? stateHeaders(rest, cacheKey, state) : [])];
  if (format !== 'json') {
    const spendMore = (): Promise<void> => admission.spend(exchange, cost);
    const makePage = <T>(make: () => Promise<T>): Promise<T> =>
      memory.page(exchange.viewer.userId, exchange.record, make);
    const first = { lines: value, rows: rows ?? [], page };
    const lines = await exportAnswer({ core, endpoint, operation, rest, context, spendMore, makePage }, first);
    return { ...lines, headers: [...head, ...lines.headers] };
  }
  const json = list?.hasNext && page ? withNext(value, list.nextOf(page)) : value;
  const type: Header = ['Content-Type', CONTENT_TYPES.json];
  const body =
    cacheKey && state ? cachedBody(options.responses, cacheKey, state, [...links, type], json) : bodyOf(json);
  return { status: 200, headers: [...head, type], body };
}

/** Returns the body of an answer, and caches it if the same query was answered before. */
function cachedBody(
  responses: ResponseCache,
  cacheKey: string,
  { version }: DataState,
  headers: readonly Header[],
  value: Json,
): Answer['body'] {
  const body = bodyOf(value);
  if (!responses.isRepeated(cacheKey)) {
    responses.recordAnswered(cacheKey);
    return body;
  }
  const store = (bytes: Buffer): void => {
    responses.store(cacheKey, { version, headers, body: bytes });
  };
  if (!isWhole(body)) return responses.gather(body, store);
  const bytes = bytesOfWhole(body);
  store(bytes);
  return bytes;
}

/** Returns the same error for a missing record and for one that the viewer may not see. */
function notFound({ resource }: Endpoint): AppError {
  const what = resource?.type.toLowerCase() ?? 'record';
  return new AppError('not-found', `No ${what} has this identifier, or you may not see it.`);
}

/** Returns the handler of the REST API, with a route for each prepared operation. */
export function restRoutes(options: RestOptions): RequestHandler {
  const endpoints = readEndpoints(options.core);
  const find = endpointFinder(endpoints);
  const handlers = new Map(endpoints.map((endpoint) => [endpoint.name, handlerOf(endpoint, options)]));
  return (request, response, next) => {
    const { path, method } = request;
    const match = find(path);
    const handle = match && handlers.get(match.endpoint.name);
    if (!handle) {
      next();
      return;
    }
    exchangeOf(request, response).record.route = BASE + match.endpoint.path;
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `${method} is not allowed here: the API is read-only.`;
      throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
    }
    return handle(request, response, match.id);
  };
}

function targetOf(request: Request, id: string | null): RestTarget {
  return {
    url: request.originalUrl,
    path: request.path,
    id: id === null ? null : decodedId(id),
    accept: request.headers.accept,
    accepts: (types) => request.accepts(types),
  };
}

/**
 * Returns the body of a page with the path of the next page as its first member.
 * @param body a JSON object with members
 * @param next null: the last page
 */
function withNext(body: Json, next: string | null): Json {
  const [first = '', ...rest] = typeof body === 'string' ? [body] : body;
  if (typeof first !== 'string' || !first.startsWith('{')) throw new Error('the body of a page is not an object');
  return [`{"next":${JSON.stringify(next)},`, first.slice(1), ...rest];
}
