import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError } from 'graphql';
import type { RequestContext } from '../core/context.js';
import type { Core } from '../core/createCore.js';
import { filled, type Hole, isToCome } from '../core/execution/pieces.js';
import type { AppError } from '../errors/appError.js';
import type { Answer, Header } from '../http/answer.js';
import type { Exchange } from '../http/admission.js';
import type { Place } from '../http/making.js';
import { headOf, withoutDocument } from './request.js';
import { BOUNDS } from './bounds.js';
import type { Documents } from './documents.js';
import { bodyText, causeOf, formatError, identified, refusal, WrittenData, writtenIn } from './result.js';
import type { GraphqlRequest } from './request.js';

/** What Apollo is to do with a request: to run it, or to say in the form that the client accepts why it is not run. */
export type Task =
  | {
      readonly run: Pick<GraphqlRequest, 'operation' | 'variables'>;
      readonly context: RequestContext;
      readonly place: Place;
      readonly cost?: number;
    }
  | { readonly refusal: AppError }
  /** What is wrong with its document, which was found before. */
  | { readonly invalid: readonly GraphQLError[] }
  /** It is no request of GraphQL, which Apollo says in its own words. */
  | { readonly malformed: true };

interface GraphqlContext {
  readonly task: Task;
  readonly record: Exchange['record'];
}

/** The context of a request. Apollo types it as a plain record, so `instanceof` recognises it in the plugins. */
class HandedOn implements GraphqlContext {
  /** Lists that were left out of the data that Apollo has; added to, as Apollo copies the object around it. */
  readonly holes: Hole[] = [];

  constructor(
    readonly task: Task,
    readonly record: Exchange['record'],
  ) {}
}

export interface ApolloOptions {
  readonly core: Core;
  readonly documents: Documents;
  /** Any failure as one that a caller may see; surprises are logged. */
  readonly toAppError: (error: unknown, requestId: string) => AppError;
}

/** An answer; whole, or in pieces that are made as the client takes them. */
export type ApolloAnswer = Answer & { readonly body: string | Buffer | AsyncGenerator<string> };

/** Apollo, which reads and writes GraphQL over HTTP; the core runs what is asked. */
export interface Apollo {
  readonly answer: (exchange: Exchange, task: Task) => Promise<ApolloAnswer>;
  readonly stop: () => Promise<void>;
}

/** The status of documents that are not valid. */
const INVALID = 400;
/** The status of failures that may be over soon. */
const UNAVAILABLE = 503;

/** Starts Apollo. Its cache-control plugin is off: it wraps every field and costs more than all the rest. */
export async function startApollo(options: ApolloOptions): Promise<Apollo> {
  const server = new ApolloServer<GraphqlContext>({
    gateway: gatewayOf(options.core),
    // What was found sound is neither parsed nor validated again.
    documentStore: {
      get: (key) => Promise.resolve(options.documents.find(key.slice(-64))),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
    stringifyResult: bodyText,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    // A page of another origin cannot send any of these headers without being asked for first.
    csrfPrevention: {
      requestHeaders: ['x-api-key', 'x-public-api-key', 'x-apollo-operation-name', 'apollo-require-preflight'],
    },
    parseOptions: { maxLexicalTokens: BOUNDS.tokens },
    formatError,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      taskPlugin(options),
    ],
  });
  await server.start();
  return {
    async answer({ request, record }, task) {
      const handedOn = new HandedOn(task, record);
      const { status, headers, body } = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: 'invalid' in task || 'refusal' in task ? withoutDocument(headOf(request)) : headOf(request),
        context: () => Promise.resolve(handedOn),
      });
      if (body.kind !== 'complete') throw new Error('an answer comes in parts, which none of our schema does');
      const own = [...headers].map(([name, value]): Header => [name === 'content-type' ? 'Content-Type' : name, value]);
      const { holes } = handedOn;
      const text = identified(body.string, record.requestId);
      return { status: status ?? 200, headers: own, body: filled(text, holes) };
    },
    stop: () => server.stop(),
  };
}

/**
 * Has Apollo run operations by the core. What Apollo calls a gateway is the one place where it takes an executor of others;
 * nothing is asked elsewhere.
 */
function gatewayOf({ schema, run }: Core): ApolloServerOptionsWithGateway<GraphqlContext>['gateway'] {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    load: () =>
      Promise.resolve({
        executor: async ({ context }) => {
          if (!(context instanceof HandedOn)) throw new Error('the context is not that of a request');
          const { task } = context;
          if ('invalid' in task) return { errors: task.invalid };
          if (!('run' in task)) throw new Error('a request is to be run that was not let in');
          const { operation, variables } = task.run;
          const { data, isEmpty, errors, holes } = await run(operation, variables, task.context, task.cost ?? 0);
          context.holes.push(...holes);
          if (isToCome(holes)) task.place.ease();
          return {
            ...(data === undefined
              ? {}
              : { data: data === 'null' ? null : { written: new WrittenData(data, isEmpty) } }),
            ...(errors.length > 0 ? { errors } : {}),
          };
        },
      }),
    stop: () => Promise.resolve(),
  };
}

/** Says why a request is not run, what it cost, and of failures that may be over soon when to ask again. */
function taskPlugin({ toAppError }: ApolloOptions): ApolloServerPlugin<GraphqlContext> {
  return {
    requestDidStart() {
      let retryAfter: string | undefined;
      return Promise.resolve({
        didResolveOperation({ contextValue: { task } }) {
          return 'refusal' in task ? Promise.reject(refusal(task.refusal)) : Promise.resolve();
        },
        didEncounterErrors({ errors, contextValue: { record } }) {
          record.failed = true;
          // Errors of GraphQL's own have no cause; surprises of resolvers are logged here, with the request's id.
          for (const error of errors) {
            const cause = causeOf(error);
            if (cause instanceof GraphQLError) continue;
            const { status, headers } = toAppError(cause, record.requestId);
            if (status === UNAVAILABLE && headers['Retry-After'] !== undefined) retryAfter = headers['Retry-After'];
          }
          return Promise.resolve();
        },
        willSendResponse({ response, contextValue: { task } }) {
          const { body } = response;
          if (body.kind !== 'single') return Promise.resolve();
          if (retryAfter !== undefined) {
            response.http.headers.set('retry-after', retryAfter);
            if (writtenIn(body.singleResult)?.isEmpty !== false) response.http.status = UNAVAILABLE;
          }
          if ('invalid' in task) response.http.status = INVALID;
          if ('run' in task && task.cost !== undefined) {
            body.singleResult.extensions = { ...body.singleResult.extensions, cost: task.cost };
          }
          return Promise.resolve();
        },
      });
    },
  };
}
