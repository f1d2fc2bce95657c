/** An unexpected error in the log. */
export interface ErrorLine {
  /** The error code of PostgreSQL or of the operating system. */
  readonly code?: string;
  readonly stack: string;
}

/** Matches PostgreSQL's data exceptions, whose messages quote the invalid value. */
const DATA_EXCEPTION = /^22\w{3}$/;

/** Describes an error with its stack and those of its causes, without the values that PostgreSQL quotes. */
export function describeError(error: unknown): ErrorLine {
  if (!(error instanceof Error)) return { stack: `thrown: ${typeof error}` };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = code !== undefined && DATA_EXCEPTION.test(code) ? withoutValues(error.message) : error.message;
  const described = `${error.name}: ${message}\n${framesOf(error)}`;
  const stack =
    error.cause instanceof Error ? `${described}\ncaused by ${describeError(error.cause).stack}` : described;
  return { ...(code === undefined ? {} : { code }), stack };
}

/** Removes quoted values from a message. Quotes in the SQL that Knex puts first are names, which stay. */
function withoutValues(message: string): string {
  const from = message.lastIndexOf(' - ') + 1;
  return message.slice(0, from) + message.slice(from).replace(/"[^]*"/, '"…"');
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
