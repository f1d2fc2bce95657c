import { print } from 'graphql';
import { LRUCache } from 'lru-cache';
import { packageVersion } from '../config/root.js';
import type { Core, PlannedOperation } from '../run/createCore.js';
import type { Measure } from '../plan/plan.js';
import type { PagePosition, CursorPagination } from '../run/context.js';
import { keysOf } from '../run/resolvers.js';
import { AppError, invalidParameters } from '../errors/appError.js';
import { areErrors, type CoercedVariables } from '../run/executor.js';
import { digest } from '../cache/responseCache.js';
import { type Format, FORMATS } from './formats.js';
import { formatOf, type Parameters, parseQueryString, type RestTarget } from './parameters.js';
import { BASE, type Endpoint } from './endpoint.js';
import { FIGURE_PARAMETERS, figureVariables } from './figureParameters.js';
import { tableVariables } from './tableParameters.js';
import { tableKeys } from '../run/tableObjects.js';
import type { Resources } from '../data/resource.js';
import { filterParameters, itemVariables, listVariables, type Variables } from './variables.js';
import { createHash } from 'node:crypto';
import { MAX_INT } from '../plan/arguments.js';
import type { Column, Position, SortKey } from '../data/resource.js';
import { quoted } from '../errors/suggest.js';
import { isProblem, parseValue, type Value } from '../values/scalars.js';

/** The page size of an export. The service reads, buffers and charges this many rows at a time. */
export const EXPORT_PAGE = 1_000;

/** A parsed request to an endpoint. */
export interface RestRequest {
  /** The parameters, and the coerced variables of the operation. */
  readonly given: Variables;
  readonly variables: CoercedVariables;
  /** Requested rows plus periods of consumption: the cost for admission. */
  readonly cost: number;
  /** The periods of consumption in the cost. */
  readonly periods: number;
  readonly format: Format;
  /** Identifies the target and format of the request. */
  readonly target: string;
  /** Set for a list. */
  readonly list?: ListRequest;
  /** Whether all pages of a list are requested. */
  readonly isExport: boolean;
}

/** The request of a list. */
interface ListRequest {
  /** Set for a table of figures, which no client synchronises. */
  readonly isTable?: true;
  /** The cursor of its page. */
  readonly pagination: CursorPagination;
  /**
   * Returns the value of `Link` for the page.
   * @throws AppError invalid-parameter if no cursor can be written
   */
  readonly linksOf: (page: PagePosition) => string;
  /** Whether the body carries the path of the next page (`envelope=next`). */
  readonly hasNext: boolean;
  /**
   * Returns the path and query of the next page; null after the last.
   * @throws AppError invalid-parameter if no cursor can be written
   */
  readonly nextOf: (page: PagePosition) => string | null;
}

/** The placeholder of an identifier in an endpoint's path. */
const ID = '/:id';

/**
 * Returns a function that finds the endpoint of a path by one lookup: Express's router costs as much as a small answer.
 * @returns the endpoint and the encoded identifier in the path; null: unknown path
 */
export function endpointFinder(
  endpoints: readonly Endpoint[],
): (path: string) => { readonly endpoint: Endpoint; readonly id: string | null } | null {
  const byTemplate = new Map(endpoints.map((endpoint) => [BASE + endpoint.path, endpoint]));
  return (path) => {
    const list = byTemplate.get(path);
    if (list) return { endpoint: list, id: null };
    // The identifier is the last part of the path, or the one before.
    const last = path.lastIndexOf('/');
    for (const [cut, end] of [[last, path.length] as const, [path.lastIndexOf('/', last - 1), last] as const]) {
      const id = path.slice(cut + 1, end);
      const endpoint = id === '' ? undefined : byTemplate.get(path.slice(0, cut) + ID + path.slice(end));
      if (endpoint) return { endpoint, id };
    }
    return null;
  };
}

/**
 * Decodes an identifier in a path.
 * @throws AppError invalid-request for an escape that is not UTF-8
 */
export function decodedId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError(
      'invalid-request',
      `The path has a %-escape that is not valid UTF-8: ${JSON.stringify(segment)}.`,
    );
  }
}

/** The bounds of the cache of an endpoint's parsed requests. Clients repeat their requests. */
const CACHE_BOUNDS = { max: 500, maxSize: 200_000, sizeCalculation: (_: unknown, text: string): number => text.length };

/**
 * Returns a function that parses requests to an endpoint.
 * @returns throws AppError not-acceptable or invalid-parameter
 */
export function requestReader(
  endpoint: Endpoint,
  operation: PlannedOperation,
  { core, maxLimit }: { readonly core: Pick<Core, 'measure' | 'resources'>; readonly maxLimit: number },
): (target: RestTarget) => RestRequest | Promise<RestRequest> {
  const read = parameterReader(endpoint, core.resources, maxLimit);
  const cache = new LRUCache<string, RestRequest>(CACHE_BOUNDS);
  return (target) => {
    // The result depends only on the header Accept and the URL.
    const text = `${target.accept ?? ''}\n${target.url}`;
    const cached = cache.get(text);
    if (cached) return cached;
    const parsed = read(target);
    const variables = operation.coerce(parsed.given);
    const name = digest([target.url, parsed.format]);
    const make = (size: Measure | null): RestRequest => {
      const cost = parsed.isExport && endpoint.list ? EXPORT_PAGE : (size?.cost ?? 0);
      const request = { ...parsed, variables, cost, periods: size?.periods ?? 0, target: name };
      if (!areErrors(variables)) cache.set(text, request);
      return request;
    };
    const size = core.measure(operation, variables);
    return size instanceof Promise ? size.then(make) : make(size);
  };
}

function parameterReader(
  endpoint: Endpoint,
  resources: Resources,
  maxLimit: number,
): (target: RestTarget) => Omit<RestRequest, 'variables' | 'cost' | 'periods' | 'target'> {
  const filters = filterParameters(endpoint);
  const figures = Object.hasOwn(FIGURE_PARAMETERS[endpoint.name] ?? {}, 'format');
  const possible: readonly Format[] = endpoint.list || figures ? FORMATS : ['json'];
  return (target) => {
    const parameters = parseQueryString(rawQuery(target.url));
    const format = formatOf(target, parameters, possible);
    if (endpoint.isTable) return tableRequest(endpoint, resources, parameters, target, { format, maxLimit });
    if (!endpoint.resource)
      return { given: figureVariables(endpoint.name, parameters, format), format, isExport: false };
    if (!endpoint.list) return { given: itemVariables(target.id ?? '', parameters), format, isExport: false };
    const isExport = format !== 'json' && !parameters.has('limit');
    requireJsonForEnvelope(parameters, format);
    const variables = listVariables(endpoint, filters, parameters, maxLimit);
    if (isExport) requireNoPage(parameters, format);
    const given = isExport ? { ...variables, limit: Math.min(EXPORT_PAGE, maxLimit) } : variables;
    const { filter, sort, limit } = given;
    const keysOfList = (): readonly SortKey[] => (endpoint.resource ? keysOf(endpoint.resource, filter, sort) : []);
    const list = listRequest(endpoint, parameters, { keys: keysOfList, sort, limit, path: target.path });
    return { given, format, isExport, list };
  };
}

/** @throws AppError invalid-parameter for `envelope` with a format that has rows only */
function requireJsonForEnvelope(parameters: Parameters, format: Format): void {
  if (format === 'json' || !parameters.has('envelope')) return;
  const message = `envelope=next needs format=json, because ${format} contains only rows. The header Link has the next page.`;
  throw invalidParameters([{ parameter: 'envelope', message }]);
}

/** @throws AppError invalid-parameter for a page of an export of all pages */
function requireNoPage(parameters: Parameters, format: Format): void {
  if (!parameters.has('page')) return;
  const message = `page needs limit, because ${format} without limit contains all pages. Use after to continue from a cursor.`;
  throw invalidParameters([{ parameter: 'page', message }]);
}

/** Parses a request for a table of figures. Its pages are pages of objects. */
function tableRequest(
  endpoint: Endpoint,
  resources: Resources,
  parameters: Parameters,
  { path }: RestTarget,
  { format, maxLimit }: { readonly format: Format; readonly maxLimit: number },
): ReturnType<ReturnType<typeof parameterReader>> {
  const isExport = format !== 'json' && !parameters.has('limit');
  requireJsonForEnvelope(parameters, format);
  const given = tableVariables(parameters, resources, maxLimit);
  if (isExport) requireNoPage(parameters, format);
  const keys = (): readonly SortKey[] => tableKeys(given, resources);
  const list = listRequest(endpoint, parameters, { keys, sort: given.sort, limit: given.limit ?? 1, path });
  return { given, format, isExport, list: { ...list, isTable: true } };
}

/** The requested page of a list. */
interface PageOfList {
  /** Returns the keys of the values in its cursor. */
  readonly keys: () => readonly SortKey[];
  readonly sort: string | null;
  readonly limit: number;
  /** The path of the list, for its links. */
  readonly path: string;
}

/** @throws AppError invalid-parameter if `after` is not a cursor of this list, filter and sort */
function listRequest({ name }: Endpoint, parameters: Parameters, { keys, sort, limit, path }: PageOfList): ListRequest {
  const queryDigest = queryDigestOf(name, parameters);
  const text = parameters.get('after')?.[0] ?? '';
  const from = text === '' ? null : readCursor(text, queryDigest, keys());
  const cursorAfter = ({ next, total, skip, rows }: PagePosition): string | null => {
    const cursor = next && writeCursor(queryDigest, { total, skip: skip + rows, position: next });
    if (next && cursor === null && parameters.has('after')) throw tooLong(sort ?? '_id:asc');
    return cursor;
  };
  return {
    pagination: { after: from?.position ?? null, skip: from?.skip ?? 0, total: from?.total ?? null },
    linksOf: (page) => linksOf({ path, parameters, limit: page.limit ?? limit }, page, cursorAfter(page)),
    hasNext: parameters.has('envelope'),
    nextOf(page) {
      const request = { path, parameters, limit: page.limit ?? limit };
      const next = nextLink(request, page, cursorAfter(page));
      return next && address(request, next[1], next[2]);
    },
  };
}

/**
 * Returns a function that makes cache keys of requests to an endpoint. With equal data, equal keys mean equal answers.
 * A key depends on the build, the configuration, the viewer's access, and the target and format of the request.
 * @param settings the configuration that answers depend on
 */
export function cacheKeyNamer(
  { document }: Endpoint,
  settings: readonly unknown[],
): (request: Pick<RestRequest, 'target'>, viewer: { readonly grants: string }) => string {
  const build = digest([packageVersion(), print(document), settings]);
  return ({ target }, { grants }) => `${build}.${grants}.${target}`;
}

function rawQuery(url: string): string {
  const questionMark = url.indexOf('?');
  return questionMark < 0 ? '' : url.slice(questionMark + 1);
}

/** The content of a cursor. */
interface Cursor {
  /** The number of records before the position. */
  readonly skip: number;
  readonly total: number;
  readonly position: Position;
}

/** The version of the cursor format. After a change, old cursors are rejected and not misread. */
const VERSION = 1;
/** The most characters of a cursor. A longer one would not fit into the URL of the next request. */
const MAX_CHARACTERS = 4_000;
/** Parameters that may change between pages. */
const UNBOUND = ['limit', 'page', 'after', 'format', 'envelope'];

/** Returns a digest of the list, filters and sort, to which a cursor is bound. */
function queryDigestOf(name: string, parameters: Parameters): string {
  const bound = [...parameters].filter(([parameter]) => !UNBOUND.includes(parameter));
  const text = JSON.stringify([name, bound.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Returns a cursor, or null if it would be too long. */
function writeCursor(queryDigest: string, { skip, total, position }: Cursor): string | null {
  const text = Buffer.from(JSON.stringify([VERSION, queryDigest, skip, total, ...position])).toString('base64url');
  return text.length > MAX_CHARACTERS ? null : text;
}

/**
 * Parses a cursor.
 * @param queryDigest the digest of the list, filters and sort to which it must be bound
 * @param keys the sort keys of its position
 * @throws AppError invalid-parameter
 */
function readCursor(text: string, queryDigest: string, keys: readonly SortKey[]): Cursor {
  const parts = partsOf(text);
  const [version, bound, skip, total, ...position] = parts ?? [];
  if (version !== VERSION || !isCount(skip) || !isCount(total)) {
    throw invalidCursor(`after must be a cursor from a Link with rel="next", or empty, got ${quoted(text)}.`);
  }
  if (bound !== queryDigest) {
    throw invalidCursor(
      'after belongs to another list, filter or sort: send it with the parameters of the request that returned it.',
    );
  }
  if (position.length !== keys.length || !keys.every(({ column }, index) => isValue(column, position[index]))) {
    throw invalidCursor(`after must be an unchanged cursor of a response, got ${quoted(text)}.`);
  }
  return { skip, total, position: position as Position };
}

/** Returns the error of a cursor that would be too long. */
function tooLong(sort: string): Error {
  return invalidParameters([
    {
      parameter: 'sort',
      message: `sort ${quoted(sort)} gives a cursor that is too long, because a text is too long: sort by another field.`,
    },
  ]);
}

function partsOf(text: string): readonly unknown[] | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null;
  }
}

/** Whether a value can be `total` or `skip`, which are GraphQL's Int. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INT;
}

/** Whether a column can have a value, by the parsers of parameters. */
function isValue(column: Column, value: unknown): value is Value | null {
  if (value === null) return column.nullable;
  if (column.kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (column.kind === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && !isProblem(parseValue(column.kind, value, column.choices));
}

function invalidCursor(message: string): Error {
  return invalidParameters([{ parameter: 'after', message }]);
}

/** The most characters of `Link`. Clients and proxies limit response headers: Node to 16 KB, nginx to 4 or 8 KB. */
const MAX_LINKS = 3_000;

/** The position of a page in its request. */
interface PageRequest {
  /** The path of the list. */
  readonly path: string;
  readonly parameters: Parameters;
  readonly limit: number;
}

/**
 * Returns the links of a page (RFC 8288): by number if the page was requested by number, else by cursor. Each link
 * repeats the query, so a long query gets `next` only.
 * @param cursor the cursor of the next page; null: this is the last page, or the cursor would be too long
 */
function linksOf(request: PageRequest, page: PagePosition, cursor: string | null): string {
  const { parameters, limit } = request;
  const { total, skip } = page;
  const next = nextLink(request, page, cursor);
  const last = Math.max(1, Math.ceil(total / limit));
  const links: PageLink[] = [];
  if (parameters.has('after')) {
    links.push(['first', 'after', '']);
    if (next) links.push(next);
  } else {
    const number = skip / limit + 1;
    links.push(['first', 'page', '1']);
    if (number > 1) links.push(['prev', 'page', String(Math.min(number - 1, last))]);
    if (next) links.push(next);
    links.push(['last', 'page', String(last)]);
  }
  const text = headerOf(request, links);
  return text.length <= MAX_LINKS
    ? text
    : headerOf(
        request,
        links.filter(([rel]) => rel === 'next'),
      );
}

/** Returns the link of the next page, by number if the page was requested by number; null: the last page. */
function nextLink(
  { parameters, limit }: PageRequest,
  { skip, next }: PagePosition,
  cursor: string | null,
): PageLink | null {
  if (!next) return null;
  if (cursor !== null && !parameters.has('page')) return ['next', 'after', cursor];
  return parameters.has('after') ? null : ['next', 'page', String(skip / limit + 2)];
}

type PageLink = readonly [rel: string, name: string, value: string];

function headerOf(request: PageRequest, links: readonly PageLink[]): string {
  return links.map(([rel, name, value]) => `<${address(request, name, value)}>; rel="${rel}"`).join(', ');
}

function address({ path, parameters }: PageRequest, name: string, value: string): string {
  const query = new URLSearchParams();
  for (const [parameter, texts] of parameters) {
    if (parameter !== 'page' && parameter !== 'after') for (const text of texts) query.append(parameter, text);
  }
  query.append(name, value);
  return `${path}?${query.toString()}`;
}
