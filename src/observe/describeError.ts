/** A surprise as the log shows it. */
export interface ErrorLine {
  /** PostgreSQL's code of the failure, or the system's. */
  readonly code?: string;
  readonly stack: string;
}

/** PostgreSQL's data exceptions, whose messages quote the value that does not fit. */
const DATA_EXCEPTION = /^22\w{3}$/;

/** An error with its stack and those of its causes, without the values that PostgreSQL quotes. */
export function describeError(error: unknown): ErrorLine {
  if (!(error instanceof Error)) return { stack: `thrown: ${typeof error}` };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = code !== undefined && DATA_EXCEPTION.test(code) ? withoutValues(error.message) : error.message;
  const own = `${error.name}: ${message}\n${framesOf(error)}`;
  const stack = error.cause instanceof Error ? `${own}\ncaused by ${describeError(error.cause).stack}` : own;
  return { ...(code === undefined ? {} : { code }), stack };
}

/** The message after Knex's SQL, whose own quotes are names, without what is quoted in it. */
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
