import { readConfig, type Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { dryRun } from '../import/dryRun.js';
import { upgrade } from '../usage/upgrade.js';
import { tellWaiting } from './importProgress.js';
import { CommandError } from './output.js';

/** The configuration; what is wrong with it is wrong usage. */
export function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 2);
  }
}

/** Runs a command on the migrated database, without a limit on statements, and closes it whatever happens. */
export async function withDatabase<T>(run: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = configuration();
  const { openDatabase } = await import('../data/open.js');
  const database = await openDatabase(config, 0);
  try {
    await upgrade(database);
    return await run(database, config);
  } finally {
    await database.close();
  }
}

/** The same for imports and deletions, of which a trial keeps nothing. */
export async function withImports<T>(isTrial: boolean, run: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase((database) => (isTrial ? dryRun(database, tellWaiting, run) : run(database)));
}
