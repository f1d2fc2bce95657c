import type { Json } from '../run/json.js';

/**
 * Returns the body of a page with the path of the next page as its first member.
 * @param body a JSON object with members
 * @param next null: the last page
 */
export function withNext(body: Json, next: string | null): Json {
  const [first = '', ...rest] = typeof body === 'string' ? [body] : body;
  if (typeof first !== 'string' || !first.startsWith('{')) throw new Error('the body of a page is not an object');
  return [`{"next":${JSON.stringify(next)},`, first.slice(1), ...rest];
}
