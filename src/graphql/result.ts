import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';
import { AppError, listedProblems } from '../errors/appError.js';
import type { ErrorCode } from '../errors/table.js';

/** Apollo's codes for what is wrong with a request, in ours. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'graphql-syntax',
  GRAPHQL_VALIDATION_FAILED: 'graphql-invalid',
  BAD_USER_INPUT: 'graphql-invalid',
  OPERATION_RESOLUTION_FAILURE: 'graphql-invalid',
  PERSISTED_QUERY_NOT_SUPPORTED: 'graphql-invalid',
  BAD_REQUEST: 'invalid-request',
};

/** An error that ends a request before it is run, with its status. */
export function refusal(error: AppError): GraphQLError {
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: { http: { status: error.status, headers: new Map(Object.entries(error.headers)) } },
  });
}

/**
 * What a client sees of an error: our code, and nothing that is not meant for it. Apollo formats errors without saying of
 * which request; {@link identified} adds its id.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = causeOf(error);
  const { message, locations, path } = formatted;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (cause instanceof AppError) {
    return { message: cause.message, ...place, extensions: { code: cause.code, ...listedProblems(cause) } };
  }
  const code = CODES[String(formatted.extensions?.code)];
  if (code !== undefined) return { message, ...place, extensions: { code } };
  return { message: 'Something went wrong on our side.', ...place, extensions: { code: 'internal' } };
}

/** What was thrown, whether by a resolver or before any ran. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? error.originalError : unwrapResolverError(error);
}

const ERRORS = '{"errors":';

/** Whether a body has errors, with which it begins. */
export function hasErrors(body: string | Buffer): boolean {
  return body.slice(0, ERRORS.length).toString() === ERRORS;
}

/** A body whose errors name their request. */
export function identified(body: string, requestId: string): string {
  if (!hasErrors(body)) return body;
  const answer = JSON.parse(body) as { readonly errors: readonly GraphQLFormattedError[] };
  const errors = answer.errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return `${JSON.stringify({ ...answer, errors })}\n`;
}

/** Data that is JSON already, where Apollo passes on an object. */
export class WrittenData {
  constructor(
    readonly text: string,
    /** Whether all of it is null. */
    readonly isEmpty: boolean,
  ) {}

  toJSON(): never {
    throw new Error('data that is written must not be written again');
  }
}

/** What Apollo found or took over, as one body. */
interface Result {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The data that our executor gave; undefined where there is none, or it is null. */
export function writtenIn({ data }: Result): WrittenData | undefined {
  return data?.written instanceof WrittenData ? data.written : undefined;
}

/** A body as JSON, in the order of Apollo. */
export function bodyText(result: Result): string {
  const written = writtenIn(result);
  if (!written) return `${JSON.stringify(result)}\n`;
  const errors = result.errors ? `"errors":${JSON.stringify(result.errors)},` : '';
  const extensions = result.extensions ? `,"extensions":${JSON.stringify(result.extensions)}` : '';
  return `{${errors}"data":${written.text}${extensions}}\n`;
}
