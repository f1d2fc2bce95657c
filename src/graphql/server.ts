import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { getVariableValues, GraphQLError, OperationTypeNode } from 'graphql';
import type { Viewer } from '../auth/viewer.js';
import type { Core } from '../core/createCore.js';
import { AppError } from '../errors/appError.js';
import { readState } from '../data/state.js';
import { BOUNDS, requireBounds } from './bounds.js';
import type { GraphqlContext } from './context.js';
import { causeOf, formatError, refusal } from './errors.js';
import { bodyText, gatewayOf, writtenIn } from './execution.js';
import { measure } from './measure.js';

export interface GraphqlOptions {
  readonly core: Core;
  /** Lets a request in, by its cost. */
  readonly admit: (context: GraphqlContext, cost: number) => Promise<Viewer>;
  readonly maxCost: number;
  readonly maxPeriods: number;
  readonly endDateIncluded: boolean;
  /** Any failure as one that a caller may see; surprises are logged. */
  readonly toAppError: (error: unknown, requestId: string) => AppError;
}

/** The status of failures that may be over soon. */
const UNAVAILABLE = 503;

/** The GraphQL surface. Apollo's cache-control plugin is off: it wraps every field and costs more than all the rest. */
export function graphqlServer(options: GraphqlOptions): ApolloServer<GraphqlContext> {
  return new ApolloServer<GraphqlContext>({
    gateway: gatewayOf(options.core),
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
      admission(options),
    ],
  });
}

/**
 * Between validation and execution: bounds, by arithmetic, and then the key; so that a request which is wrong in
 * itself takes no database connection.
 */
function admission({
  core,
  admit,
  maxCost,
  maxPeriods,
  endDateIncluded,
  toAppError,
}: GraphqlOptions): ApolloServerPlugin<GraphqlContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async didResolveOperation({ document, operation, request: { variables }, contextValue }) {
          if (!operation) return;
          contextValue.record.asks(operation.name?.value);
          try {
            if (operation.operation !== OperationTypeNode.QUERY) {
              throw new AppError(
                'graphql-invalid',
                `The API is read-only: it answers queries, not a ${operation.operation}.`,
              );
            }
            const definitions = operation.variableDefinitions ?? [];
            const { coerced } = getVariableValues(core.schema, definitions, variables ?? {});
            // Variables that do not fit are execution's to report.
            const measured = coerced && measure(core.schema, document, operation, coerced, endDateIncluded);
            if (measured) requireBounds(measured, { maxCost, maxPeriods });
            const letIn = (): Promise<Viewer> => admit(contextValue, measured?.cost ?? 0);
            const { record, signal, shared } = contextValue;
            const viewer = await (shared.admission ?? record.identify(letIn));
            record.clock.enter('render');
            const request = core.contextFor(viewer, signal);
            Object.assign(contextValue, request, measured && { cost: measured.cost });
            const { reading } = request.consumption;
            const stateBefore = shared.isWanted ? await readState(reading, signal) : undefined;
            if (measured) shared.made = { viewer, cost: measured.cost, reading, stateBefore };
          } catch (error) {
            throw refusal(toAppError(error, contextValue.record.requestId));
          }
        },
        didEncounterErrors({ errors, contextValue }) {
          contextValue.record.failed = true;
          // Errors of GraphQL's own have no cause; surprises of resolvers are logged here, with the request's id.
          for (const error of errors) {
            const cause = causeOf(error);
            if (cause instanceof GraphQLError) continue;
            const { status, headers } = toAppError(cause, contextValue.record.requestId);
            const retryAfter = headers['Retry-After'];
            if (status === UNAVAILABLE && retryAfter !== undefined) contextValue.retryAfter = retryAfter;
          }
          return Promise.resolve();
        },
        willSendResponse({ response, contextValue }) {
          const { body } = response;
          if (body.kind !== 'single') return Promise.resolve();
          const { cost, retryAfter } = contextValue;
          if (retryAfter !== undefined) {
            response.http.headers.set('retry-after', retryAfter);
            if (writtenIn(body.singleResult)?.isEmpty !== false) response.http.status = UNAVAILABLE;
          }
          if (cost !== undefined) body.singleResult.extensions = { ...body.singleResult.extensions, cost };
          return Promise.resolve();
        },
      }),
  };
}
