import type { RepeatedRequest } from './load.js';
import type { ServiceCase, Surface } from './serviceCases.js';

/** Returns a case's request to a server; null if that surface cannot answer it. */
export function requestOf(one: ServiceCase, surface: Surface, url: string, key: string): RepeatedRequest | null {
  const headers = { 'x-api-key': key, ...(one.isCompressed ? { 'accept-encoding': 'gzip' } : {}) };
  if (surface === 'rest') {
    if (one.rest === null) return null;
    return { url: `${url}${one.rest}`, headers, expectedStatus: 200, ...(one.paths && { paths: one.paths }) };
  }
  const query = one[surface];
  if (query === null) return null;
  return {
    url: `${url}/graphql`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    expectedStatus: 200,
  };
}

/**
 * Sends a request once, and returns the request to repeat. In a conditional case that request has the entity tag of the
 * response; null: the server sends no tag.
 */
export async function prepareRequest(
  request: RepeatedRequest,
  isConditional: boolean,
): Promise<{ readonly sent: RepeatedRequest | null; readonly text: string }> {
  const { url, headers, body } = request;
  const answer = await fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
  const text = await answer.text();
  if (answer.status !== 200 || text.startsWith('{"errors"')) {
    throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`);
  }
  if (!isConditional) return { sent: request, text };
  const tag = answer.headers.get('etag');
  if (tag === null) return { sent: null, text };
  return { sent: { url, headers: { ...headers, 'if-none-match': tag }, expectedStatus: 304 }, text: '' };
}

/** Returns the data of an answer without a GraphQL server's extensions, such as the cost. */
export function canonical(text: string): string {
  const value: unknown = JSON.parse(text === '' ? 'null' : text);
  const isGraphql = typeof value === 'object' && value !== null && 'extensions' in value;
  return JSON.stringify(isGraphql ? { ...value, extensions: undefined } : value);
}

/**
 * Returns the numbers of records on a GraphQL page and in its list, such as `100 of 2000`. Servers name the fields
 * differently.
 */
export function extentOf(text: string): string {
  const answer: unknown = JSON.parse(text);
  const page = Object.values(objectIn(objectIn(answer).data))[0];
  const values = Object.values(objectIn(page));
  const records = values.find(Array.isArray);
  const { total, totalCount } = objectIn(page);
  return `${records?.length ?? 0} of ${String(total ?? totalCount)}`;
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
