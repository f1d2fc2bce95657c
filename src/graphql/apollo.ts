import { ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Request } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import type { Core } from '../run/createCore.js';
import type { Answer, Header } from '../http/answer.js';
import { BOUNDS } from './bounds.js';
import { formatError } from './result.js';

/** Apollo Server, which answers invalid GraphQL over HTTP: a wrong method, body or parameter, or a mutation. */
export interface Apollo {
  readonly answer: (request: Request, requestId: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Starts Apollo. */
export async function startApollo({ schema }: Pick<Core, 'schema'>): Promise<Apollo> {
  const server = new ApolloServer({
    schema,
    documentStore: null,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    // A page of another origin cannot send any of these headers without a preflight.
    csrfPrevention: {
      requestHeaders: ['x-api-key', 'x-public-api-key', 'x-apollo-operation-name', 'apollo-require-preflight'],
    },
    parseOptions: { maxLexicalTokens: BOUNDS.tokens },
    formatError,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      {
        requestDidStart: () =>
          Promise.resolve({
            didResolveOperation: () => Promise.reject(new Error('the cost of the query was not measured')),
          }),
      },
    ],
  });
  await server.start();
  return {
    async answer(request, requestId) {
      const {
        status = 200,
        headers,
        body,
      } = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: headOf(request),
        context: () => Promise.resolve({}),
      });
      if (body.kind !== 'complete')
        throw new Error('the response is incremental, but the schema has no incremental fields');
      const answerHeaders = [...headers].map(([name, value]): Header => [
        name === 'content-type' ? 'Content-Type' : name,
        value,
      ]);
      return { status, headers: answerHeaders, body: withRequest(body.string, requestId) };
    },
    stop: () => server.stop(),
  };
}

/** Converts a request to Apollo's form. */
function headOf({ method, headers: given, url, body }: Request): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const [target = ''] = url.split('#', 1);
  const questionMark = target.indexOf('?');
  return { method, headers, search: questionMark < 0 ? '' : target.slice(questionMark), body };
}

/** Adds the request ID to Apollo's answer. Apollo calls no plugin hook for a request that it cannot parse. */
function withRequest(text: string, requestId: string): string {
  const { errors } = JSON.parse(text) as { readonly errors: readonly GraphQLFormattedError[] };
  const withIds = errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return `${JSON.stringify({ errors: withIds })}\n`;
}
