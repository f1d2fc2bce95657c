import { FolderError } from '../db/folderFailure.js';
import { UNTRUSTED } from '../db/failure.js';
import { CommandError } from './output.js';

/** The codes of PostgreSQL and of the operating system for a full disk. */
const FULL = /^(53100|ENOSPC)$/;

/** Messages for the codes of PostgreSQL and of the operating system that an operator can act on. */
const MESSAGES: readonly (readonly [code: RegExp, sentence: (message: string) => string])[] = [
  [FULL, () => full('The disk of the database')],
  [
    /^EROFS$/,
    (message) => `The disk of the database is read-only: ${message}. Mount it as writable and run the command again.`,
  ],
  [
    /^55P03$/,
    () =>
      'Another session has locked these records for more than a minute. Applied parts are complete; find the session by ' +
      'pg_blocking_pids, end it, and run the command again.',
  ],
  [/^42501$/, (message) => `The database role lacks a privilege: ${message}.`],
  [
    /^53300$/,
    (message) =>
      `The database accepts no more connections: ${message}. ` +
      'Close other connections, lower DATABASE_POOL_MAX of the service, or raise the limit (max_connections of the server).',
  ],
  [
    /^25006$/,
    (message) =>
      `The database at DATABASE_URL is read-only: ${message}. ` +
      'It is a standby, or configured as read-only: set DATABASE_URL to the primary, or make the database writable.',
  ],
  [/^28\w{3}$/, (message) => `The database rejects the role in DATABASE_URL: ${message}.`],
  [/^3D000$/, (message) => `The database in DATABASE_URL does not exist: ${message}.`],
  [
    UNTRUSTED,
    (message) =>
      `The database offers no trusted encryption: ${message.replace(/[ :.]+$/, '')}. ` +
      'Correct sslmode and sslrootcert in DATABASE_URL, or the certificate of the server.',
  ],
  [/^(08\w{3}|57P0\d|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/, unreachable],
];

/** Returns the message of an error as a sentence, without the SQL that Knex puts before a database error. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CommandError || error instanceof FolderError) return error.message;
  const { code, message } = causeOf(error);
  const [, describe] = MESSAGES.find(([codes]) => codes.test(code === '' ? message : code)) ?? [];
  if (describe) return describe(message);
  return message === '' ? unreachable('') : message;
}

/**
 * Adds the folder of the embedded database to the error of a full disk, and returns any other error unchanged.
 * @param dataDir null for PostgreSQL
 */
export function withFolder(error: unknown, dataDir: string | null): unknown {
  if (dataDir === null || !(error instanceof Error) || error instanceof CommandError) return error;
  if (!FULL.test(causeOf(error).code)) return error;
  return new CommandError(full(`The disk of the embedded database in ${dataDir}`));
}

function full(disk: string): string {
  return `${disk} is full. Applied parts are complete; free some space and run the command again.`;
}

/** Returns the code and the message of an error, without SQL. */
function causeOf(error: Error): { readonly code: string; readonly message: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = withoutSql(first instanceof Error ? first.message : error.message);
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  return { code: codeOf(message) ?? code, message };
}

/** Derives the code from the message where a wrapper lost it, such as Knex around an error in a migration. */
function codeOf(message: string): string | undefined {
  if (/no space left on device/i.test(message)) return 'ENOSPC';
  // PostgreSQL reports it with the code for missing privileges.
  if (/read-only file system/i.test(message)) return 'EROFS';
  if (message.endsWith('in a read-only transaction')) return '25006';
  return message.startsWith('permission denied') ? '42501' : undefined;
}

function unreachable(message: string): string {
  return message === '' ? 'The database cannot be reached.' : `The database cannot be reached: ${message}.`;
}

function withoutSql(message: string): string {
  const isSql =
    /^\s*(Error while executing "[^"]*" seed: )?(select|insert|update|delete|with|create|set|copy|drop|analyze|begin)\b/i.test(
      message,
    );
  const dash = isSql ? message.lastIndexOf(' - ') : -1;
  return dash < 0 ? message : message.slice(dash + 3);
}
