import type { Request, RequestHandler, Response } from 'express';
import { type Admission, exchangeOf, type Identified, requestKey } from '../admit/admission.js';
import type { Core, PlannedOperation } from '../run/createCore.js';
import { areErrors, onlyValue } from '../run/executor.js';
import { bodyOf, isToCome, type Json } from '../run/json.js';
import { bytesOf } from '../values/bytes.js';
import type { DataState } from '../data/state.js';
import { type Answer, type Header, send } from '../http/answer.js';
import { successorHeaders } from '../admit/deprecation.js';
import {
  announceCaching,
  answerWithoutMaking,
  entityTag,
  type ResponseCache,
  unlessAnyMatches,
} from '../cache/responseCache.js';
import type { MemoryBudget, Reservation } from '../admit/memoryBudget.js';
import { BASE, type Endpoint, readEndpoints } from './endpoint.js';
import { exportAnswer } from './export.js';
import { decodedId, endpointFinder, EXPORT_PAGE, questionNamer, requestReader, type RestRequest } from './request.js';
import { CONTENT_TYPES, type RestTarget } from './parameters.js';
import { AppError } from '../errors/appError.js';

export interface RestOptions {
  readonly core: Core;
  readonly admission: Admission;
  readonly memory: MemoryBudget;
  readonly maxLimit: number;
  /** The configuration, as far as answers depend on it. */
  readonly settings: readonly unknown[];
  readonly responses: ResponseCache;
}

/** Answers a request of one endpoint. @param id the identifier in its path, as sent */
type Handler = (request: Request, response: Response, id: string | null) => Promise<void>;

/** A request that is run. */
interface Running {
  readonly rest: RestRequest;
  readonly asked: Identified;
  /** Names what is asked; null: its answers are not kept. */
  readonly question: string | null;
  readonly reservation: Reservation;
}

/** What a request is run with, whichever request of its endpoint it is. */
interface Runner {
  readonly endpoint: Endpoint;
  readonly options: RestOptions;
  readonly operation: PlannedOperation;
  /** The headers that name the endpoint's successor; none: it is not deprecated. */
  readonly successor: readonly Header[];
}

/**
 * Answers requests of an endpoint: identify, read, take, cached, run, send. The key comes first, so that a client without a valid
 * key costs little and the error of a user is charged to the user.
 */
function handlerOf(endpoint: Endpoint, options: RestOptions): Handler {
  const { core, admission, memory, responses } = options;
  const operation = core.read(endpoint.document);
  if (operation instanceof Error) throw operation;
  const read = requestReader(endpoint, operation, options);
  const nameOf = questionNamer(endpoint, options.settings);
  const successor = successorHeaders(endpoint.successor && BASE + endpoint.successor);
  const runner = { endpoint, options, operation, successor };

  // Worked out before it is asked for.
  operation.planOf(operation.defaults);

  return async (request, response, id) => {
    const target = targetOf(request, id);
    const key = requestKey(request.headers);
    const asked = await admission.identify(exchangeOf(request, response), key).catch(async (error: unknown) => {
      // The database cannot look the key up. A request that would fail in any case is still told why.
      if (!(error instanceof AppError)) await read(target);
      throw error;
    });
    const { viewer, record } = asked;
    const rest = await read(target);
    record.clock.enter('render');
    await admission.take(asked, rest.cost);
    announceCaching(response);
    const question = rest.isWhole ? null : nameOf(rest, viewer);
    const cached = await answerWithoutMaking(rest.format === 'json' ? responses : null, {
      question,
      headers: request.headers,
      state: () => record.clock.waitFor(core.state(viewer, record)),
      headersOf: (state) => stateHeaders(rest, question, state),
    });
    const make = async (): Promise<Answer> => {
      const reservation = await memory.reserve(viewer.userId, rest, response, record);
      return run(runner, { rest, asked, question, reservation });
    };
    await send(response, unlessAnyMatches(request.headers, cached ?? (await make())));
  };
}

/** What the database is at, in the head of the answer. Pages that are read one after the other have no tag in common. */
function stateHeaders({ list }: RestRequest, question: string | null, state: DataState): readonly Header[] {
  return [
    ...(list && state.syncFrom !== null ? [['Sync-Watermark', state.syncFrom] as const] : []),
    ...(question === null ? [] : [['ETag', entityTag(question, state)] as const]),
  ];
}

/** Runs the operation; the value of its root field is the body. */
async function run(runner: Runner, running: Running): Promise<Answer> {
  const { endpoint, options, operation, successor } = runner;
  const { core, admission, memory } = options;
  const { rest, asked, question, reservation } = running;
  const { variables, cost, format, list, isWhole } = rest;
  const context = core.contextFor(asked.viewer, asked.record, {
    stateOf: areErrors(variables) ? undefined : operation.planOf(variables),
    ...(list ? { walk: list.walk } : {}),
  });
  const result = await core.run(operation, variables, context, cost, format);
  const { state, page } = result;
  const value = onlyValue(result);
  if (value === null) throw notFound(endpoint);
  if (isToCome(value)) reservation.shrink();
  const pages = list && page && !isWhole ? list.linksOf(page) : '';
  const links = pages === '' ? successor : [...successor, ['Link', pages] as const];
  const head = [...links, ...(state ? stateHeaders(rest, question, state) : [])];
  if (format !== 'json') {
    const spendMore = (): Promise<void> => admission.spend(asked, EXPORT_PAGE);
    const makePage = <T>(make: () => Promise<T>): Promise<T> => memory.page(asked.viewer.userId, asked.record, make);
    const first = { lines: value, next: isWhole ? (page?.next ?? null) : null };
    const lines = exportAnswer({ core, endpoint, operation, rest, context, spendMore, makePage }, format, first);
    return { ...lines, headers: [...head, ...lines.headers] };
  }
  const type: Header = ['Content-Type', CONTENT_TYPES.json];
  const body =
    question && state ? cachedBody(options.responses, question, state, [...links, type], value) : bodyOf(value);
  return { status: 200, headers: [...head, type], body };
}

/** The body of an answer, which is cached where the same was asked before. */
function cachedBody(
  responses: ResponseCache,
  question: string,
  { version }: DataState,
  headers: readonly Header[],
  value: Json,
): Answer['body'] {
  const body = bodyOf(value);
  if (!responses.isRepeated(question)) {
    responses.noteAnswered(question);
    return body;
  }
  const store = (bytes: Buffer): void => {
    responses.store(question, { version, headers, body: bytes });
  };
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return responses.gather(body, store);
  const bytes = typeof body === 'string' ? bytesOf([body]) : body;
  store(bytes);
  return bytes;
}

/** The same sentence whether the record does not exist or is not the viewer's. */
function notFound({ resource }: Endpoint): AppError {
  const what = resource?.type.toLowerCase() ?? 'record';
  return new AppError('not-found', `There is no ${what} with this identifier that you may see.`);
}

/** The REST surface: a route for each prepared operation. */
export function restRoutes(options: RestOptions): RequestHandler {
  const endpoints = readEndpoints(options.core);
  const find = endpointFinder(endpoints);
  const handlers = new Map(endpoints.map((endpoint) => [endpoint.name, handlerOf(endpoint, options)]));
  return (request, response, next) => {
    const { path, method } = request;
    const found = find(path);
    const handle = found && handlers.get(found.endpoint.name);
    if (!handle) {
      next();
      return;
    }
    exchangeOf(request, response).record.route = BASE + found.endpoint.path;
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `${method} is not allowed here; the API is read-only.`;
      throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
    }
    return handle(request, response, found.id);
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
