import { FolderError } from '../data/folderFailure.js';
import { CommandError } from './output.js';

/** The disk is full, as PostgreSQL and as the system say it. */
const FULL = /^(53100|ENOSPC)$/;

/** PostgreSQL's codes, and the system's, that an operator can do something about. */
const KNOWN: readonly (readonly [code: RegExp, sentence: (message: string) => string])[] = [
  [FULL, () => full('The disk of the database')],
  [/^EROFS$/, (message) => `The disk of the database is read-only: ${message}. Mount it for writing and run it again.`],
  [
    /^55P03$/,
    () =>
      'Somebody else has locked what this changes for more than a minute. What was applied is whole; find who by ' +
      'pg_blocking_pids, end it, and run the command again.',
  ],
  [/^42501$/, (message) => `The database role lacks a right: ${message}.`],
  [
    /^53300$/,
    (message) =>
      `The database takes no more connections: ${message}. ` +
      'End others, lower DATABASE_POOL_MAX of what serves, or raise the limit (max_connections of the server).',
  ],
  [
    /^25006$/,
    (message) =>
      `The database at DATABASE_URL takes no changes: ${message}. ` +
      'It is a standby, or set to read only; name the primary, or have it take changes.',
  ],
  [/^28\w{3}$/, (message) => `The database refuses the role of DATABASE_URL: ${message}.`],
  [/^3D000$/, (message) => `The database of DATABASE_URL is not there: ${message}.`],
  [/^(08\w{3}|57P0\d|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/, unreachable],
];

/** A failure in a sentence: its own, or the database's words without the SQL that Knex puts before them. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CommandError || error instanceof FolderError) return error.message;
  const { code, message } = causeOf(error);
  const [, known] = KNOWN.find(([codes]) => codes.test(code)) ?? [];
  if (known) return known(message);
  return message === '' ? unreachable('') : message;
}

/**
 * A failure of the embedded database for which its folder has to be known: that its disk is full. Any other is given back.
 * @param dataDir null: the database is PostgreSQL
 */
export function withFolder(error: unknown, dataDir: string | null): unknown {
  if (dataDir === null || !(error instanceof Error) || error instanceof CommandError) return error;
  if (!FULL.test(causeOf(error).code)) return error;
  return new CommandError(full(`The disk of the embedded database in ${dataDir}`));
}

function full(disk: string): string {
  return `${disk} is full. What was applied is whole; make room and run the command again.`;
}

/** What a failure says of itself, without SQL. */
function causeOf(error: Error): { readonly code: string; readonly message: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = withoutSql(first instanceof Error ? first.message : error.message);
  const own = first instanceof Error && 'code' in first ? String(first.code) : '';
  return { code: codeOf(message) ?? own, message };
}

/** The code of a failure that has lost it on its way, as when Knex wraps what a migration threw. */
function codeOf(message: string): string | undefined {
  if (/no space left on device/i.test(message)) return 'ENOSPC';
  // PostgreSQL's code for it is that of rights.
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
