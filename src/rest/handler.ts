import type { RequestHandler } from 'express';
import { requestKey } from '../http/requestKey.js';
import type { Core } from '../core/createCore.js';
import { areErrors } from '../core/execution/executor.js';
import { bodyOf, isToCome } from '../core/execution/json.js';
import { bytesOf } from '../values/bytes.js';
import type { DataState } from '../data/state.js';
import { type Admission, exchangeOf, type Identified } from '../http/admission.js';
import { type Answer, type Header, send } from '../http/answer.js';
import { successorHeaders } from '../http/deprecation.js';
import {
  announceCaching,
  answerWithoutMaking,
  entityTag,
  type ResponseCache,
  unlessAnyMatches,
} from '../http/responseCache.js';
import type { Making, Place } from '../http/making.js';
import { BASE, type Endpoint, readEndpoints, rootValue } from './endpoint.js';
import { exportAnswer } from './export.js';
import { EXPORT_PAGE, questionNamer, requestReader, type RestRequest } from './request.js';
import { CONTENT_TYPES } from './parameters.js';
import { AppError } from '../errors/appError.js';

export interface RestOptions {
  readonly core: Core;
  readonly admission: Admission;
  readonly making: Making;
  readonly maxLimit: number;
  /** The configuration, as far as answers depend on it. */
  readonly settings: readonly unknown[];
  readonly responses: ResponseCache;
}

/** A request that is run. */
interface Running {
  readonly rest: RestRequest;
  readonly asked: Identified;
  /** Names what is asked; null: its answers are not kept. */
  readonly question: string | null;
  readonly place: Place;
}

/**
 * Answers requests of an endpoint: identify, read, take, cached, run, send. The key comes first, so that a client without a valid
 * key costs little and the error of a user is charged to the user.
 */
function handlerOf(endpoint: Endpoint, options: RestOptions): RequestHandler {
  const { core, admission, making, responses } = options;
  const operation = core.read(endpoint.document);
  if (operation instanceof Error) throw operation;
  const read = requestReader(endpoint, operation, options);
  const nameOf = questionNamer(endpoint, options.settings);
  const successor = successorHeaders(endpoint.successor && BASE + endpoint.successor);

  /** What the database is at, in the head of the answer. Pages that are read one after the other have no tag in common. */
  const stateHeaders = ({ list }: RestRequest, question: string | null, state: DataState): readonly Header[] => [
    ...(list ? [['Sync-Watermark', state.syncFrom] as const] : []),
    ...(question === null ? [] : [['ETag', entityTag(question, state)] as const]),
  ];

  /** Runs the operation; the value of its root field is the body. */
  const run = async ({ rest, asked, question, place }: Running): Promise<Answer> => {
    const { variables, cost, format, list, isWhole } = rest;
    const context = core.contextFor(asked.viewer, asked.record, {
      stateOf: areErrors(variables) ? undefined : operation.planOf(variables),
      ...(list ? { walk: list.walk } : {}),
    });
    const result = await core.run(operation, variables, context, cost, format);
    const { state, page } = result;
    const value = rootValue(result, endpoint);
    if (isToCome(value)) place.ease();
    const pages = list && page && !isWhole ? list.linksOf(page) : '';
    const links = pages === '' ? successor : [...successor, ['Link', pages] as const];
    const head = [...links, ...(state ? stateHeaders(rest, question, state) : [])];
    if (format !== 'json') {
      const spendMore = (): Promise<void> => admission.spend(asked, EXPORT_PAGE);
      const makePage = <T>(make: () => Promise<T>): Promise<T> =>
        making.page(asked.viewer.userId, asked.record.signal, make);
      const first = { lines: value, next: isWhole ? (page?.next ?? null) : null };
      const lines = exportAnswer({ core, endpoint, operation, rest, context, spendMore, makePage }, format, first);
      return { ...lines, headers: [...head, ...lines.headers] };
    }
    const type: Header = ['Content-Type', CONTENT_TYPES.json];
    const answer = { status: 200, headers: [...head, type] };
    const whole = bodyOf(value);
    if (question === null || !state || !responses.isRepeated(question)) {
      if (question !== null && state) responses.noteAnswered(question);
      return { ...answer, body: whole };
    }
    const store = (bytes: Buffer): void => {
      responses.store(question, { version: state.version, headers: [...links, type], body: bytes });
    };
    if (typeof whole !== 'string' && !Buffer.isBuffer(whole))
      return { ...answer, body: responses.gather(whole, store) };
    const bytes = typeof whole === 'string' ? bytesOf([whole]) : whole;
    store(bytes);
    return { ...answer, body: bytes };
  };

  return async (request, response) => {
    const key = requestKey(request.headers);
    const asked = await admission.identify(exchangeOf(request, response), key).catch(async (error: unknown) => {
      // The database cannot look the key up. A request that would fail in any case is still told why.
      if (!(error instanceof AppError)) await read(request);
      throw error;
    });
    const { viewer, record } = asked;
    const rest = await read(request);
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
      const place = await making.begin(viewer.userId, rest, response, record.signal);
      return run({ rest, asked, question, place });
    };
    await send(response, unlessAnyMatches(request.headers, cached ?? (await make())));
  };
}

/** What stands in an endpoint's path for an identifier. */
const ID = '/:id';

interface Route {
  /** The template of its path. */
  readonly name: string;
  readonly handle: RequestHandler;
}

/**
 * The REST surface: a route for each prepared operation, found by its path at once; a router of Express tries one after the
 * other, which costs as much as a small answer.
 */
export function restRoutes(options: RestOptions): RequestHandler {
  const lists = new Map<string, Route>();
  /** By their templates. */
  const items = new Map<string, Route>();
  for (const endpoint of readEndpoints(options.core)) {
    const name = BASE + endpoint.path;
    const route = { name, handle: handlerOf(endpoint, options) };
    (name.includes(ID) ? items : lists).set(name, route);
  }
  /** The route whose identifier is the last part of a path, or the one before. */
  const itemAt = (path: string): readonly [route: Route, id: string] | null => {
    const last = path.lastIndexOf('/');
    for (const [cut, end] of [[last, path.length] as const, [path.lastIndexOf('/', last - 1), last] as const]) {
      const id = path.slice(cut + 1, end);
      const route = id === '' ? undefined : items.get(path.slice(0, cut) + ID + path.slice(end));
      if (route) return [route, id];
    }
    return null;
  };
  return (request, response, next) => {
    const { path, method } = request;
    const list = lists.get(path);
    const [route, id] = list ? [list, null] : (itemAt(path) ?? [null, null]);
    if (!route) {
      next();
      return;
    }
    exchangeOf(request, response).record.route = route.name;
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `${method} is not allowed here; the API is read-only.`;
      throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
    }
    request.params = id === null ? {} : { id: decoded(id) };
    return route.handle(request, response, next);
  };
}

/** @throws AppError invalid-request */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('invalid-request', `The path has a %-escape that is not UTF-8: ${JSON.stringify(segment)}.`);
  }
}
