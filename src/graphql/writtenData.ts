import type { GraphQLFormattedError } from 'graphql';

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
