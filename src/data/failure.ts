import { AppError } from '../errors/appError.js';

/** PostgreSQL's query_canceled: the statement timeout. */
const CANCELED = '57014';
/** Connection exceptions, shutdown, start-up, too many connections; and Node's network errors. */
const UNAVAILABLE = /^(08...|57P0[1-5]|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of the drivers that carry no code. */
const UNAVAILABLE_MESSAGE = /Connection terminated|timeout exceeded when trying to connect|Timeout acquiring a connection|Unable to acquire a connection|PGlite is closed|aborted/;

const RETRY_SECONDS = '5';

/**
 * Turns a failure of the database into an error that a caller may see; anything else is given back as it is.
 * @param hint what would make the statement cheaper
 */
export function databaseFailure(error: unknown, hint: string): unknown {
  const headers = { 'Retry-After': RETRY_SECONDS };
  const { code, message } = described(error);
  if (code === CANCELED || message.includes('Query read timeout')) {
    return new AppError('query-timeout', `The database took too long. ${hint}`, { headers, cause: error });
  }
  if (UNAVAILABLE.test(code) || UNAVAILABLE_MESSAGE.test(message)) {
    const detail = 'The database cannot be reached right now; try again in a few seconds.';
    return new AppError('database-unavailable', detail, { headers, cause: error });
  }
  return error;
}

function described(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' };
  // Several addresses refused, as for localhost: Node reports all of them in one.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
  return { code, message: error.message };
}
