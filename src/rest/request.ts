import { print } from 'graphql';
import { LRUCache } from 'lru-cache';
import { packageVersion } from '../config/root.js';
import type { Core } from '../core/createCore.js';
import type { Measure } from '../core/measure.js';
import { keysOf, type PagePosition, type Walk } from '../core/walk.js';
import { invalidParameters } from '../errors/appError.js';
import { areErrors, type CoercedVariables } from '../core/execution/executor.js';
import type { PlannedOperation } from '../core/plan.js';
import { digest } from '../http/responseCache.js';
import { type Format, FORMATS } from '../core/execution/style.js';
import { formatOf, type Parameters, parseQueryString, type RestTarget } from './parameters.js';
import { linksOf, questionOf, readCursor, tooLong, writeCursor } from './pageLinks.js';
import type { Endpoint } from './endpoint.js';
import { FIGURE_PARAMETERS, figureVariables } from './figureParameters.js';
import { filterParameters, itemVariables, listVariables, type ListVariables, type Variables } from './variables.js';

/** Rows that are read, held and paid for at a time where all pages are asked for. */
export const EXPORT_PAGE = 1_000;

/** A request of an endpoint, as it was read. */
export interface RestRequest {
  /** What its operation takes, and what it made of them. */
  readonly given: Variables;
  readonly variables: CoercedVariables;
  /** Rows asked for, and periods of consumption: what letting it in takes. */
  readonly cost: number;
  /** How much of the cost is periods of consumption. */
  readonly periods: number;
  readonly format: Format;
  /** Names the request's target and format. */
  readonly target: string;
  /** Set where it is a list. */
  readonly list?: ListRequest;
  /** All pages of a list, one after the other. */
  readonly isWhole: boolean;
}

/** A list as it is asked for. */
export interface ListRequest {
  /** Where its page begins. */
  readonly walk: Walk;
  /**
   * The value of `Link` for the answered page.
   * @throws AppError invalid-parameter where a walk cannot go on
   */
  readonly linksOf: (page: PagePosition) => string;
}

/** Requests of an endpoint that are remembered as read, and characters of them; clients ask the same again and again. */
const REMEMBERED = { max: 500, maxSize: 200_000, sizeCalculation: (_: unknown, text: string): number => text.length };

/**
 * How an endpoint's requests are read.
 * @returns throws AppError not-acceptable or invalid-parameter
 */
export function requestReader(
  endpoint: Endpoint,
  operation: PlannedOperation,
  { core, maxLimit }: { readonly core: Pick<Core, 'measure'>; readonly maxLimit: number },
): (target: RestTarget) => RestRequest | Promise<RestRequest> {
  const read = parameterReader(endpoint, maxLimit);
  const remembered = new LRUCache<string, RestRequest>(REMEMBERED);
  return (target) => {
    // All that the reading depends on.
    const text = `${target.accept ?? ''}\n${target.url}`;
    const known = remembered.get(text);
    if (known) return known;
    const found = read(target);
    const variables = operation.coerce(found.given);
    const name = digest([target.url, found.format]);
    const make = (size: Measure | null): RestRequest => {
      const cost = found.isWhole ? EXPORT_PAGE : (size?.cost ?? 0);
      const made = { ...found, variables, cost, periods: size?.periods ?? 0, target: name };
      if (!areErrors(variables)) remembered.set(text, made);
      return made;
    };
    const size = core.measure(operation, variables);
    return size instanceof Promise ? size.then(make) : make(size);
  };
}

function parameterReader(
  endpoint: Endpoint,
  maxLimit: number,
): (target: RestTarget) => Omit<RestRequest, 'variables' | 'cost' | 'periods' | 'target'> {
  const filters = filterParameters(endpoint);
  const figures = Object.hasOwn(FIGURE_PARAMETERS[endpoint.name] ?? {}, 'format');
  const possible: readonly Format[] = endpoint.list || figures ? FORMATS : ['json'];
  return (target) => {
    const parameters = parseQueryString(rawQuery(target.url));
    const format = formatOf(target, parameters, possible);
    if (!endpoint.resource) return { given: figureVariables(endpoint.name, parameters), format, isWhole: false };
    if (!endpoint.list) return { given: itemVariables(target.id ?? '', parameters), format, isWhole: false };
    const isWhole = format !== 'json' && !parameters.has('limit');
    const variables = listVariables(endpoint, filters, parameters, maxLimit);
    if (isWhole && parameters.has('page')) {
      const message = `page needs limit, as ${format} without limit has all pages; after goes on from a place.`;
      throw invalidParameters([{ parameter: 'page', message }]);
    }
    const given = isWhole ? { ...variables, limit: Math.min(EXPORT_PAGE, maxLimit) } : variables;
    return { given, format, isWhole, list: listRequest(endpoint, parameters, given, target.path) };
  };
}

/**
 * @param path of the list, for its links
 * @throws AppError invalid-parameter where `after` is not a cursor of this question
 */
function listRequest(
  { name, resource }: Endpoint,
  parameters: Parameters,
  { filter, sort, limit }: ListVariables,
  path: string,
): ListRequest {
  const question = questionOf(name, parameters);
  const text = parameters.get('after')?.[0] ?? '';
  const from = text === '' || !resource ? null : readCursor(text, question, keysOf(resource, filter, sort));
  return {
    walk: { after: from?.place ?? null, skip: from?.skip ?? 0, total: from?.total ?? null },
    linksOf(page) {
      const { next, total, skip, rows } = page;
      const cursor = next && writeCursor(question, { total, skip: skip + rows, place: next });
      if (next && cursor === null && parameters.has('after')) throw tooLong(sort ?? '_id:asc');
      return linksOf({ path, parameters, limit }, page, cursor);
    },
  };
}

/**
 * Names questions of an endpoint, so that the same name, over the same data, has the same answer. A name is made of the build
 * and the configuration, of what the viewer may see, and of the request's target and format.
 * @param settings the configuration, as far as answers depend on it
 */
export function questionNamer(
  { document }: Endpoint,
  settings: readonly unknown[],
): (request: Pick<RestRequest, 'target'>, viewer: { readonly grants: string }) => string {
  const build = digest([packageVersion(), print(document), settings]);
  return ({ target }, { grants }) => `${build}.${grants}.${target}`;
}

function rawQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
