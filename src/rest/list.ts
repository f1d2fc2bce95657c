import { keysOf, type Walk, type Walked } from '../core/walk.js';
import type { Endpoint } from './endpoint.js';
import { questionOf, readCursor, tooLong, writeCursor } from './cursor.js';
import { linksOf } from './links.js';
import type { Parameters } from './queryString.js';
import type { ListVariables } from './variables.js';

/** A list as a request asks for it. */
export interface ListAsked {
  /** Where its page begins; the walk tells of the page. */
  walk(onPage: Walk['onPage']): Walk;
  /**
   * The links of the answered page.
   * @throws AppError invalid-parameter where a walk cannot go on
   */
  links(walked: Walked): string;
}

/**
 * @param path of the list, for its links
 * @throws AppError invalid-parameter where `after` is not a cursor of this question
 */
export function listAsked(
  { name, resource }: Endpoint,
  parameters: Parameters,
  { filter, sort, limit }: ListVariables,
  path: string,
): ListAsked {
  const question = questionOf(name, parameters);
  const text = parameters.get('after')?.[0] ?? '';
  const from = text === '' || !resource ? null : readCursor(text, question, keysOf(resource, filter, sort));
  return {
    walk: (onPage) => ({ after: from?.place ?? null, skip: from?.skip ?? 0, total: from?.total ?? null, onPage }),
    links(walked) {
      const { next, total, skip, rows } = walked;
      const cursor = next && writeCursor(question, { total, skip: skip + rows, place: next });
      if (next && cursor === null && parameters.has('after')) throw tooLong(sort ?? '_id:asc');
      return linksOf({ path, parameters, limit }, walked, cursor);
    },
  };
}
