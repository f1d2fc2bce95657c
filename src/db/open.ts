import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Database } from './database.js';
import { folderFailure } from './folderFailure.js';
import { DatabaseInUseError, lockFolder } from './locks.js';

/**
 * Opens the configured database: PostgreSQL at `DATABASE_URL`, otherwise the embedded one in `DATA_DIR`, under its
 * lock. It loads only the driver of that engine: loading both takes longer than most commands.
 * @param statementTimeoutMs 0: no limit, for the command line
 * @param verifies whether to verify its tables and indexes
 * @throws Error in a sentence if the embedded database is damaged, or its folder cannot be written
 * @throws DatabaseInUseError if another process holds the embedded database
 */
export async function openDatabase(config: Config, statementTimeoutMs: number, verifies = false): Promise<Database> {
  const { databaseUrl: url, poolMax, dataDir } = config;
  if (url !== null) {
    const { openPostgres } = await import('./postgres.js');
    return openPostgres({ url, poolMax, statementTimeoutMs });
  }
  const folder = folderOf(dataDir);
  let existed = true;
  let release: (() => void) | undefined;
  try {
    release = lockFolder(dataDir);
    existed = databaseExists(config);
    const { openPglite, openServedPglite } = await import('./pglite.js');
    const served = statementTimeoutMs > 0;
    const database: Database = await (served
      ? openServedPglite(folder, statementTimeoutMs)
      : openPglite({ folder, verifies }));
    restrictAccess(folder);
    const close = async (): Promise<void> => {
      await database.close();
      release?.();
    };
    return { ...database, close };
  } catch (error) {
    // Otherwise the next start would report an unfinished database as damaged.
    if (release && !existed) rmSync(folder, { recursive: true, force: true });
    release?.();
    throw error instanceof DatabaseInUseError ? error : folderFailure(error, dataDir, folder, existed);
  }
}

/** Removes the access of other users to a folder. PGlite's files in it are writable for all users. */
function restrictAccess(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // The process is not the owner. It can still read and write the files.
  }
}

/** Returns whether the configured database exists. For PostgreSQL it is always true: only the server knows. */
export function databaseExists({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== null || existsSync(folderOf(dataDir));
}

/** Returns the folder of the embedded database in `DATA_DIR`. */
export function folderOf(dataDir: string): string {
  return join(dataDir, 'pglite');
}
