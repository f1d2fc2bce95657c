import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { Core } from '../core/createCore.js';

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

/**
 * Has Apollo run operations by the core's executor. What Apollo calls a gateway is the one place where it takes an executor of
 * others; nothing is asked elsewhere.
 */
export function gatewayOf({ schema, run }: Core): ApolloServerOptionsWithGateway<object>['gateway'] {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    load: () =>
      Promise.resolve({
        executor: async ({ document, request, context }) => {
          const { data, isEmpty, errors } = await run({
            document,
            operationName: request.operationName,
            variableValues: request.variables,
            contextValue: context,
          });
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

/** What Apollo found or took over, as one body. */
interface Result {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The data that {@link gatewayOf} gave; undefined where there is none, or it is null. */
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
