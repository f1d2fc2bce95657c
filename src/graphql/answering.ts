import { HeaderMap, type ApolloServer, type HTTPGraphQLRequest } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import { requestKey } from '../auth/requestKey.js';
import { leavingOf } from '../core/leaving.js';
import { sendBody } from '../core/sendBody.js';
import { recordOf } from '../observe/recordOf.js';
import type { GraphqlContext } from './context.js';
import { identified } from './errors.js';
import type { KeptQueries } from './kept.js';
import { questionOf } from './question.js';

/**
 * Answers by Apollo, or with what is kept.
 * @param requestIdOf the id that the app gave the request
 */
export function answering(
  server: ApolloServer<GraphqlContext>,
  kept: KeptQueries,
  requestIdOf: (response: Response) => string,
): RequestHandler {
  return async (request, response) => {
    const context: GraphqlContext = {
      key: requestKey(request.headers),
      record: recordOf(response),
      exchange: { request, response },
      signal: leavingOf(response),
      shared: {},
    };
    const question = questionOf(request);
    const found = await kept.find(question, context);
    if (found) {
      sendBody(response, found.body, found.contentType);
      return;
    }
    const { status, headers, body } = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: headOf(request),
      context: () => Promise.resolve(context),
    });
    if (body.kind !== 'complete') throw new Error('an answer comes in parts, which none of our schema does');
    for (const [name, value] of headers) response.setHeader(name, value);
    response.statusCode = status ?? 200;
    const text = identified(body.string, requestIdOf(response));
    const contentType = headers.get('content-type') ?? '';
    sendBody(response, text, contentType);
    // Nobody has to wait for this.
    if (response.statusCode === 200) await kept.keep(question, context, text, contentType);
  };
}

/** The request as Apollo takes it. */
function headOf({ method, headers: given, url, body }: Request): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const [target = ''] = url.split('#', 1);
  const mark = target.indexOf('?');
  return { method, headers, search: mark < 0 ? '' : target.slice(mark), body };
}
