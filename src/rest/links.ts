import type { PagePosition } from '../core/walk.js';
import type { Parameters } from './queryString.js';

/** Where a page stands, as its request asked for it. */
export interface PageRequest {
  /** Path of the list. */
  readonly path: string;
  readonly parameters: Parameters;
  readonly limit: number;
}

/**
 * The links of a page of a list (RFC 8288): by number where a page was asked for by number, else by cursor.
 * @param cursor of the next page; null: there is none, or it cannot be written
 */
export function linksOf(request: PageRequest, { total, skip, next }: PagePosition, cursor: string | null): string {
  const { parameters, limit } = request;
  const last = Math.max(1, Math.ceil(total / limit));
  const links: (readonly [rel: string, name: string, value: string])[] = [];
  if (parameters.has('after')) {
    links.push(['first', 'after', '']);
    if (next && cursor !== null) links.push(['next', 'after', cursor]);
  } else {
    const number = skip / limit + 1;
    links.push(['first', 'page', '1']);
    if (number > 1) links.push(['prev', 'page', String(Math.min(number - 1, last))]);
    const byNumber = parameters.has('page') || cursor === null;
    if (next) links.push(byNumber ? ['next', 'page', String(number + 1)] : ['next', 'after', cursor]);
    links.push(['last', 'page', String(last)]);
  }
  return links.map(([rel, name, value]) => `<${address(request, name, value)}>; rel="${rel}"`).join(', ');
}

function address({ path, parameters }: PageRequest, name: string, value: string): string {
  const query = new URLSearchParams();
  for (const [own, texts] of parameters) {
    if (own !== 'page' && own !== 'after') for (const text of texts) query.append(own, text);
  }
  query.append(name, value);
  return `${path}?${query.toString()}`;
}
