import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { Request } from 'express';

/** A request that is not run, with a document in the place of its own that Apollo need not look at for long. */
export function withoutDocument(request: HTTPGraphQLRequest): HTTPGraphQLRequest {
  const query = '{__typename}';
  return request.method === 'GET' ? { ...request, search: `?query=${query}` } : { ...request, body: { query } };
}

/** The request as Apollo takes it. */
export function headOf({ method, headers: given, url, body }: Request): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const [target = ''] = url.split('#', 1);
  const mark = target.indexOf('?');
  return { method, headers, search: mark < 0 ? '' : target.slice(mark), body };
}
