import { AppError } from '../errors/appError.js';

/** PostgreSQL's query_canceled: the statement timeout. */
const CANCELED = '57014';
/** pg's timeout: the server has sent no response at all, not even the error of the statement timeout. */
export const READ_TIMEOUT = 'Query read timeout';
/** The server, a role or a database has no more connections. */
const TOO_MANY = '53300';
/** The relation does not exist: the database has not been migrated. */
const NO_TABLE = '42P01';
/**
 * Codes of connections that cannot run the statement. The connection is lost (ended by an administrator, a restart or a
 * crash). Or its plan is older than a change of the tables. Or it lacks the prepared statement, for example behind a
 * pooler.
 */
const DEAD = /^(08...|57P0[12]|26000|42P05|ECONNRESET|EPIPE)$/;
const DEAD_MESSAGE = /Connection terminated|connection error and is not queryable|Client was closed/;
/**
 * The function of PostgreSQL that detects a changed result of a plan. The message is translated, so it cannot be
 * compared.
 */
const STALE_PLAN = 'RevalidateCachedQuery';
/** Connection exceptions, shutdown, start-up, too many connections; and Node's network errors. */
const UNAVAILABLE = /^(08...|57P0[1-5]|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * Codes of failures that another server may not have: no connection, none for this role, no disk or memory, or a
 * conflict with the replay of a standby. In a read-only statement 40001 and 40P01 have no other reason. Timeouts do not
 * count.
 */
const ELSEWHERE =
  /^(08...|28...|3D000|57P0[1-5]|53...|58...|40001|40P01|ECONN\w+|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the drivers' errors that carry no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|Client was closed|Timeout acquiring a connection|Unable to acquire a connection|PGlite is closed|aborted/;

/**
 * Node's and OpenSSL's codes for an untrusted certificate, and pg's message about a server without TLS, which has no
 * code.
 */
export const UNTRUSTED =
  /^(\w*CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_SSL_\w+|The server does not support SSL connections)$/;

/** The lock timeout has ended a read. */
const LOCKED = '55P03';

/** An error that a reachable server returns instead of rows. */
interface Refusal {
  /** Matches codes, and messages without a code. */
  readonly codes: RegExp;
  /** The text for probes. It has no details of the installation. */
  readonly word: string;
  /** The message for callers. A sentence about when to try again follows. */
  readonly sentence: string;
}

/** An administrator can repair each of these without a restart of the service. */
const REFUSALS: readonly Refusal[] = [
  {
    codes: /^53300$/,
    word: 'takes no more connections',
    sentence: 'The database takes no more connections right now',
  },
  {
    codes: /^28...$/,
    word: 'refuses the role of the service',
    sentence: 'The database refuses the login of the service right now',
  },
  {
    codes: /^42501$/,
    word: 'refuses the role of the service a right',
    sentence: 'The database refuses to let the service read this right now',
  },
  {
    codes: /^3D000$/,
    word: 'is not there',
    sentence: 'The database does not exist right now',
  },
  {
    codes: /^53...$/,
    word: 'lacks disk or memory',
    sentence: 'The database lacks disk space or memory right now',
  },
  {
    codes: /^58...$/,
    word: 'cannot read its files',
    sentence: 'The database cannot read its files right now',
  },
  {
    codes: UNTRUSTED,
    word: 'has no trusted certificate',
    sentence: 'The database offers no trusted encryption right now',
  },
];

const RETRY_SECONDS = '5';

/**
 * Turns a failure of the database into an error for callers. Other errors are returned unchanged.
 * @param hint what would make the statement cheaper
 */
export function databaseFailure(error: unknown, hint: string): unknown {
  const details = { headers: { 'Retry-After': RETRY_SECONDS }, cause: error };
  const { code } = described(error);
  if (code === LOCKED) {
    const detail = 'Another session, such as maintenance, has locked the data; try again in a few seconds.';
    return new AppError('query-timeout', detail, details);
  }
  if (isTimeout(error)) return new AppError('query-timeout', `The database took too long. ${hint}`, details);
  const refusal = refusalOf(error);
  if (refusal) return new AppError('database-unavailable', `${refusal.sentence}; try again in a few seconds.`, details);
  if (code === NO_TABLE) {
    const detail = 'The database has no tables yet: run udg migrate.';
    return new AppError('database-unavailable', detail, details);
  }
  if (isUnreachable(error)) {
    const detail = 'The database cannot be reached right now; try again in a few seconds.';
    return new AppError('database-unavailable', detail, details);
  }
  return error;
}

function refusalOf(error: unknown): Refusal | undefined {
  const { code, message } = described(error);
  return REFUSALS.find(({ codes }) => codes.test(code) || codes.test(message));
}

/** Returns whether a statement reached its time limit, for any reason. */
export function isTimeout(error: unknown): boolean {
  return described(error).code === CANCELED || isHung(error);
}

/** Returns whether the server, or this role, has no more connections. */
export function isCrowded(error: unknown): boolean {
  return described(error).code === TOO_MANY;
}

/** Returns whether the database is unreachable, or the connection broke. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = described(error);
  return UNAVAILABLE.test(code) || UNAVAILABLE_MESSAGE.test(message);
}

/** Returns whether an open connection has died, so that the same statement may succeed on another one. */
export function isDeadConnection(error: unknown): boolean {
  const { code, message } = described(error);
  return (
    DEAD.test(code) ||
    DEAD_MESSAGE.test(message) ||
    (error instanceof Error && 'routine' in error && error.routine === STALE_PLAN)
  );
}

/** Returns whether another server may answer a read that failed on a replica. */
export function isForAnother(error: unknown): boolean {
  const { code, message } = described(error);
  return isDeadConnection(error) || ELSEWHERE.test(code) || UNTRUSTED.test(code) || UNTRUSTED.test(message);
}

/** Returns the reason why a database cannot be read, without details of the installation. */
export function reasonOf(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) return refusal.word;
  const failure = databaseFailure(error, '');
  if (!(failure instanceof AppError)) return 'refuses to be read';
  return failure.code === 'query-timeout' ? 'does not answer in time' : 'cannot be reached';
}

/** Returns whether a connection hangs: a statement had no response at all within its time. */
export function isHung(error: unknown): boolean {
  return described(error).message.includes(READ_TIMEOUT);
}

/** Returns PostgreSQL's or the system's code, and the message without the SQL that Knex puts before it. */
export function wordsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' };
  // If several addresses refuse, as for localhost, Node reports all of them in one error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message } = first instanceof Error ? first : error;
  const code = first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
  const dash = message.lastIndexOf(' - ');
  return { code, message: message.slice(dash < 0 ? 0 : dash + 3) };
}

/** Returns the code, or the driver's message for an error without a code. */
function described(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = wordsOf(error);
  return { code, message: code === '' ? message : '' };
}
