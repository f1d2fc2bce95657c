import { readConfig, type Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { lacking, migrationState, tooOld } from '../data/migrate.js';
import { isMade, openDatabase } from '../data/open.js';
import { levelOf } from '../data/schemaLevels.js';
import { isUpToDate } from '../findings/upgrade.js';
import { beginKeeping, forgetDeletions } from '../import/forgetDeletions.js';
import { dryRun } from '../import/dryRun.js';
import { context } from './commandContext.js';
import { withFolder } from './failures.js';
import { tellWaiting } from './importProgress.js';
import { CommandError, tell } from './output.js';
import { deliverAfter } from './tellWebhook.js';

/** The configuration; what is wrong with it is wrong usage. */
export function configuration(): Config {
  try {
    return readConfig(context().env);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 2);
  }
}

type Run<T> = (database: Database, config: Config) => Promise<T>;

/** Runs a command on the database as it is, or anew, without a limit on statements, and closes it whatever happens. */
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
 * The same on a database that is there and has every migration.
 * @throws CommandError that says what it lacks; to change its schema is for `udg migrate` and `udg start`
 */
export async function withDatabase<T>(run: Run<T>): Promise<T> {
  requireMade(configuration());
  return withAnyDatabase(async (database, config) => {
    await requireMigrated(database);
    return run(database, config);
  });
}

/** The same for what changes findings: the webhook is told what it did to them, also when it failed in the midst. */
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
 * The same for imports and deletions, of which a trial keeps nothing; what they delete is kept for some time, and what they did to
 * findings is told to the webhook.
 */
export async function withImports<T>(isTrial: boolean, run: (database: Database) => Promise<T>): Promise<T> {
  if (isTrial) return withDatabase((database) => dryRun(database, tellWaiting, run));
  const { deletionsKept } = configuration();
  return withWebhook(async (database) => {
    await beginKeeping(database, deletionsKept);
    const result = await run(database);
    await forgetDeletions(database, deletionsKept);
    return result;
  });
}

/** @throws CommandError when the embedded database is not there, which to open it would make */
export function requireMade(config: Config): void {
  if (context().database !== null || isMade(config)) return;
  throw new CommandError(`There is no embedded database in ${config.dataDir} yet: run udg migrate, or udg start.`);
}

/**
 * Refuses a database that a newer version has upgraded: this version does not know what belongs in it.
 * @param action what the command would do, as in "to check it"
 * @throws CommandError that names both schemas
 */
export async function requireOwnSchema(database: Database, action: string): Promise<void> {
  const { isNewer, last } = await migrationState(database);
  if (isNewer) throw new CommandError(tooOld(action, levelOf(last ?? '')));
}

/** @throws CommandError when the database lacks migrations, or may not be read by this version */
export async function requireMigrated(database: Database): Promise<void> {
  const state = await migrationState(database);
  const lacks = lacking(state);
  if (lacks !== null) throw new CommandError(lacks);
  if (state.isNewer) {
    tell(`Note: ${tooOld('change its data', levelOf(state.last ?? ''))}`);
    return;
  }
  // A key is not to stay valid because figures are not as they should be.
  if (!(await isUpToDate(database)))
    tell('Note: some usage or findings are not what this version computes; run udg migrate.');
}
