import { readConfig, type Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { lacking, migrationState, tooOld } from '../db/migrate.js';
import { databaseExists, openDatabase } from '../db/open.js';
import { levelOf } from '../db/schemaLevels.js';
import { isUpToDate } from '../findings/upgrade.js';
import { switchDeletionRecord, expireDeletions } from '../import/expireDeletions.js';
import { dryRun } from '../import/oneTransaction.js';
import { context } from './commandContext.js';
import { deliverAfter } from './deliverFindings.js';
import { withFolder } from './failures.js';
import { logWaiting } from './importProgress.js';
import { CommandError, logLine } from './output.js';

/** Reads the configuration. An invalid variable is a CommandError with status 2. */
export function configuration(): Config {
  try {
    return readConfig(context().env);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 2);
  }
}

type Run<T> = (database: Database, config: Config) => Promise<T>;

/** Opens the database, or creates an embedded one, without a statement timeout, and closes it after `run`. */
export async function withAnyDatabase<T>(run: Run<T>): Promise<T> {
  const config = configuration();
  const { database: opened } = context();
  if (opened !== null) return run(opened, config);
  const database = await openDatabase(config, 0);
  try {
    return await run(database, config);
  } catch (error) {
    throw withFolder(error, config.databaseUrl === null ? config.dataDir : null);
  } finally {
    await database.close();
  }
}

/**
 * Does the same on a database that exists and is fully migrated. Only `udg migrate` and `udg start` change the schema.
 * @throws CommandError that names the missing migrations
 */
export async function withDatabase<T>(run: Run<T>): Promise<T> {
  requireMade(configuration());
  return withAnyDatabase(async (database, config) => {
    await requireMigrated(database);
    return run(database, config);
  });
}

/** Does the same for commands that change findings. It delivers the changes to the webhook, even after an error. */
export async function withWebhook<T>(run: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(async (database, config) => {
    try {
      return await run(database);
    } finally {
      await deliverAfter(database, config);
    }
  });
}

/**
 * Does the same for imports and deletions. A trial is rolled back. Otherwise it records deletions, expires old ones,
 * and delivers changed findings to the webhook.
 */
export async function withImports<T>(isTrial: boolean, run: (database: Database) => Promise<T>): Promise<T> {
  if (isTrial) return withDatabase((database) => dryRun(database, logWaiting, run));
  const { deletionsKept } = configuration();
  return withWebhook(async (database) => {
    await switchDeletionRecord(database, deletionsKept);
    const result = await run(database);
    await expireDeletions(database, deletionsKept);
    return result;
  });
}

/** @throws CommandError if the embedded database does not exist: to open it would create it */
export function requireMade(config: Config): void {
  if (context().database !== null || databaseExists(config)) return;
  throw new CommandError(`There is no embedded database in ${config.dataDir} yet: run udg migrate, or udg start.`);
}

/**
 * Rejects a database that a newer version has upgraded: this version does not know what belongs in it.
 * @param action the action of the command, such as "check it"
 * @throws CommandError that names both schema versions
 */
export async function requireOwnSchema(database: Database, action: string): Promise<void> {
  const { isNewer, last } = await migrationState(database);
  if (isNewer) throw new CommandError(tooOld(action, levelOf(last ?? '')));
}

/** @throws CommandError if the database lacks migrations, or this version may not read it */
export async function requireMigrated(database: Database): Promise<void> {
  const state = await migrationState(database);
  const lacks = lacking(state);
  if (lacks !== null) throw new CommandError(lacks);
  if (state.isNewer) {
    logLine(`Note: ${tooOld('change its data', levelOf(state.last ?? ''))}`);
    return;
  }
  // Outdated figures only print a note: `udg keys revoke` must still work.
  if (!(await isUpToDate(database)))
    logLine('Note: some usage or findings come from an older version; run udg migrate.');
}
