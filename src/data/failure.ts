import { AppError } from '../errors/appError.js';

/** PostgreSQL's query_canceled: the statement timeout. */
const CANCELED = '57014';
/** pg's own timeout: the server has not answered, not even that the statement timed out. */
export const READ_TIMEOUT = 'Query read timeout';
/** A relation that is not there: of a database that has yet to be migrated. */
const NO_TABLE = '42P01';
/**
 * A connection that was there and is not any more, ended by an administrator, a restart or a crash; or that knows a plan of
 * before a change of the tables, or lacks a statement that it was thought to know, as behind a pooler.
 */
const DEAD = /^(08...|57P0[12]|26000|42P05|ECONNRESET|EPIPE)$/;
const DEAD_MESSAGE = /Connection terminated|connection error and is not queryable|Client was closed/;
/** Where PostgreSQL finds that what a plan gives has changed; its message is translated. */
const STALE_PLAN = 'RevalidateCachedQuery';
/** Connection exceptions, shutdown, start-up, too many connections; and Node's network errors. */
const UNAVAILABLE = /^(08...|57P0[1-5]|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * What keeps one server from answering while another may: no connection, or none for this role, or a conflict with what
 * a standby replays (a read that only reads fails by 40001 and 40P01 for nothing else). Timeouts are not among them.
 */
const ELSEWHERE =
  /^(08...|28...|3D000|57P0[1-5]|53300|40001|40P01|ECONN\w+|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of the drivers that carry no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|Client was closed|Timeout acquiring a connection|Unable to acquire a connection|PGlite is closed|aborted/;

const RETRY_SECONDS = '5';

/**
 * Turns a failure of the database into an error that a caller may see; anything else is given back as it is.
 * @param hint what would make the statement cheaper
 */
export function databaseFailure(error: unknown, hint: string): unknown {
  const headers = { 'Retry-After': RETRY_SECONDS };
  const { code, message } = described(error);
  if (code === CANCELED || message.includes(READ_TIMEOUT)) {
    return new AppError('query-timeout', `The database took too long. ${hint}`, { headers, cause: error });
  }
  if (code === NO_TABLE) {
    const detail = 'The database has no tables yet; it has to be migrated first.';
    return new AppError('database-unavailable', detail, { headers, cause: error });
  }
  if (isUnreachable(error)) {
    const detail = 'The database cannot be reached right now; try again in a few seconds.';
    return new AppError('database-unavailable', detail, { headers, cause: error });
  }
  return error;
}

/** Whether the database could not be reached, or went away. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = described(error);
  return UNAVAILABLE.test(code) || UNAVAILABLE_MESSAGE.test(message);
}

/** Whether a connection that had been opened is dead, so that the same may work on another. */
export function isDeadConnection(error: unknown): boolean {
  const { code, message } = described(error);
  return (
    DEAD.test(code) ||
    DEAD_MESSAGE.test(message) ||
    (error instanceof Error && 'routine' in error && error.routine === STALE_PLAN)
  );
}

/** Whether a read that failed on a replica may be asked of another server. */
export function isForAnother(error: unknown): boolean {
  return isDeadConnection(error) || ELSEWHERE.test(described(error).code);
}

/** What keeps a database from being read, in words that tell nothing of the installation. */
export function reasonOf(error: unknown): string {
  const failure = databaseFailure(error, '');
  if (!(failure instanceof AppError)) return 'refuses to be read';
  return failure.code === 'query-timeout' ? 'does not answer in time' : 'cannot be reached';
}

/** Whether a statement had no answer at all in its time, so that its connection hangs. */
export function isHung(error: unknown): boolean {
  return described(error).message.includes(READ_TIMEOUT);
}

/** The code, and where there is none the driver's words, without the SQL that Knex puts before them: it quotes callers. */
function described(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' };
  // Several addresses refused, as for localhost: Node reports all of them in one.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
  const dash = error.message.lastIndexOf(' - ');
  return { code, message: code !== '' ? '' : error.message.slice(dash < 0 ? 0 : dash + 3) };
}
