import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { invalidParameters } from '../errors/appError.js';
import type { Endpoint } from './endpoint.js';
import { digest } from '../values/digest.js';
import { EXPORT_PAGE } from './export.js';
import { FIGURE_PARAMETERS } from './figureParameters.js';
import { figureVariables } from './figures.js';
import { formatOf, FORMATS, type Format } from './format.js';
import { listAsked, type ListAsked } from './list.js';
import { parseQueryString } from './queryString.js';
import { filterParameters, itemVariables, listVariables, type Variables } from './variables.js';

/** What a request asks of its endpoint. */
export interface Asked {
  readonly variables: Variables;
  readonly format: Format;
  /** Names the request's target and format. */
  readonly target: string;
  /** Set where it is a list. */
  readonly list?: ListAsked;
  /** All pages of a list, one after the other. */
  readonly isWhole: boolean;
}

/** Requests of an endpoint whose reading is kept, and characters of them; clients ask the same again and again. */
const KEPT = { max: 500, maxSize: 200_000, sizeCalculation: (_: unknown, name: string): number => name.length };

/**
 * How an endpoint's requests are read.
 * @returns throws AppError not-acceptable or invalid-parameter
 */
export function askedReader(endpoint: Endpoint, maxLimit: number): (request: Request) => Asked {
  const read = reader(endpoint, maxLimit);
  const kept = new LRUCache<string, Asked>(KEPT);
  return (request) => {
    // All that the reading depends on.
    const name = `${request.headers.accept ?? ''}\n${request.originalUrl}`;
    const found = kept.get(name);
    if (found) return found;
    const question = read(request);
    const asked = { ...question, target: digest([request.originalUrl, question.format]) };
    Object.freeze(asked.variables);
    kept.set(name, asked);
    return asked;
  };
}

function reader(endpoint: Endpoint, maxLimit: number): (request: Request) => Omit<Asked, 'target'> {
  const filters = filterParameters(endpoint);
  const figures = Object.hasOwn(FIGURE_PARAMETERS[endpoint.name] ?? {}, 'format');
  const possible: readonly Format[] = endpoint.list || figures ? FORMATS : ['json'];
  return (request) => {
    const parameters = parseQueryString(rawQuery(request.url));
    const format = formatOf(request, parameters, possible);
    if (!endpoint.resource) return { variables: figureVariables(endpoint.name, parameters), format, isWhole: false };
    if (!endpoint.list) {
      return { variables: itemVariables(String(request.params.id), parameters), format, isWhole: false };
    }
    const isWhole = format !== 'json' && !parameters.has('limit');
    const asked = listVariables(endpoint, filters, parameters, maxLimit);
    if (isWhole && parameters.has('page')) {
      const message = `page needs limit, as ${format} without limit has all pages; after goes on from a place.`;
      throw invalidParameters([{ parameter: 'page', message }]);
    }
    const variables = isWhole ? { ...asked, limit: Math.min(EXPORT_PAGE, maxLimit) } : asked;
    const list = listAsked(endpoint, parameters, variables, request.path);
    return { variables, format, isWhole, list };
  };
}

function rawQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
