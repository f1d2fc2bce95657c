import type { Request } from 'express';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';
import { dataText, type Fields, isEmpty } from '../run/executor.js';
import { bodyOf, concatenated, isDeferred } from '../run/json.js';

import { AppError, listedProblems } from '../errors/appError.js';
import type { ErrorCode } from '../errors/table.js';
import type { Answer, Header } from '../http/answer.js';

/** Maps the error codes of Apollo and graphql-js to those of the service. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'graphql-syntax',
  GRAPHQL_VALIDATION_FAILED: 'graphql-invalid',
  BAD_USER_INPUT: 'graphql-invalid',
  OPERATION_RESOLUTION_FAILURE: 'graphql-invalid',
  PERSISTED_QUERY_NOT_SUPPORTED: 'graphql-invalid',
  BAD_REQUEST: 'invalid-request',
};

/** The media types of answers (GraphQL over HTTP, 6.2). The first is the default. */
const JSON_TYPE = 'application/json; charset=utf-8';
const MEDIA_TYPES = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];

const [OK, INVALID, NOT_ACCEPTABLE, UNAVAILABLE] = [200, 400, 406, 503];

/** The result of a request. */
export interface Result {
  /** Undefined if the request was not executed. */
  readonly data?: Fields | null | undefined;
  readonly errors: readonly GraphQLError[];
  /** The cost, if the request was measured. */
  readonly cost?: number | undefined;
  /** The status and headers of a rejected request. */
  readonly head?: Pick<AppError, 'status' | 'headers'>;
}

/** Returns the result of a request that is rejected before execution. */
export function refused(error: AppError): Result {
  return { errors: [new GraphQLError(error.message, { originalError: error })], head: error };
}

/** Returns the media type of the answer, or undefined if the client accepts none. */
export function mediaTypeOf(request: Request): string | undefined {
  return request.headers.accept ? request.accepts(MEDIA_TYPES) || undefined : JSON_TYPE;
}

/** Returns the result of a request that accepts no available media type. */
export function notAcceptable(): Result {
  const message = `An 'accept' header was provided for this request which does not accept ${MEDIA_TYPES.join(' or ')}`;
  const error = new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
  return { errors: [error], head: { status: NOT_ACCEPTABLE, headers: {} } };
}

/**
 * Returns the answer of a result: errors, data and cost, in this order.
 * @param type the media type of the answer; JSON if undefined
 * @param toAppError converts any error to one that a client may see, and logs unexpected ones
 */
export function answerOf(
  { data, errors, cost, head }: Result,
  type: string | undefined,
  requestId: string,
  toAppError: (error: unknown, requestId: string) => AppError,
): Answer & { readonly isDeferred: boolean } {
  const failures = errors
    .map(causeOf)
    .flatMap((cause) => (cause instanceof GraphQLError ? [] : [toAppError(cause, requestId)]));
  // The answer repeats the Retry-After of a temporary error.
  const unavailable = failures.filter(
    ({ status, headers }) => status === UNAVAILABLE && headers['Retry-After'] !== undefined,
  );
  const headers = { ...head?.headers, ...unavailable.at(-1)?.headers };
  const formattedErrors = errors.map((error) => formatted(error, requestId));
  const json = concatenated([
    '{',
    formattedErrors.length > 0 ? `"errors":${JSON.stringify(formattedErrors)}` : '',
    formattedErrors.length > 0 && data !== undefined ? ',' : '',
    ...(data === undefined ? [] : ['"data":', dataText(data)]),
    cost === undefined ? '' : `,"extensions":${JSON.stringify({ cost })}`,
    '}\n',
  ]);
  return {
    status:
      unavailable.length > 0 && isEmpty(data) ? UNAVAILABLE : (head?.status ?? (data === undefined ? INVALID : OK)),
    headers: [
      ...Object.entries(headers).map(([name, value]): Header => [name, value]),
      ['Content-Type', type ?? JSON_TYPE],
    ],
    body: bodyOf(json),
    isDeferred: isDeferred(json),
  };
}

function formatted(error: GraphQLError, requestId: string): GraphQLFormattedError {
  const { extensions, ...rest } = formatError(error.toJSON(), error);
  return { ...rest, extensions: { ...extensions, requestId } };
}

/** Returns the error for the client: the service's code, without internal details. */
export function formatError(
  { message, locations, path, extensions }: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const cause = causeOf(error);
  const location = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (cause instanceof AppError) {
    return { message: cause.message, ...location, extensions: { code: cause.code, ...listedProblems(cause) } };
  }
  const code = CODES[String(extensions?.code)];
  if (code !== undefined) return { message, ...location, extensions: { code } };
  return { message: 'The service failed.', ...location, extensions: { code: 'internal' } };
}

/** Returns the original error, thrown by a resolver or before execution. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? error.originalError : unwrapResolverError(error);
}
