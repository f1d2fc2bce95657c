import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Database } from './database.js';
import { folderFailure } from './folderFailure.js';
import { DatabaseInUseError, lockFolder } from './lock.js';

/**
 * Opens the configured database: PostgreSQL at `DATABASE_URL`, else the embedded one in `DATA_DIR`, under its lock. The
 * driver of the other is not loaded, which a process of a command would take longer for than for what it does.
 * @param statementTimeoutMs 0: no limit, for the command line
 * @param verifies whether its tables and indexes are to be verified
 * @throws Error in a sentence when the embedded database is damaged, or its folder cannot be written
 * @throws DatabaseInUseError when another process holds the embedded database
 */
export async function openDatabase(config: Config, statementTimeoutMs: number, verifies = false): Promise<Database> {
  const { databaseUrl: url, poolMax, dataDir } = config;
  if (url !== null) {
    const { openPostgres } = await import('./postgres.js');
    return openPostgres({ url, poolMax, statementTimeoutMs });
  }
  const folder = folderOf(dataDir);
  let wasMade = true;
  let release: (() => void) | undefined;
  try {
    release = lockFolder(dataDir);
    wasMade = isMade(config);
    const { openPglite, openServedPglite } = await import('./pglite.js');
    const served = statementTimeoutMs > 0;
    const database: Database = await (served
      ? openServedPglite(folder, statementTimeoutMs)
      : openPglite({ folder, verifies }));
    const close = async (): Promise<void> => {
      await database.close();
      release?.();
    };
    return { ...database, close };
  } catch (error) {
    // Half a database would be taken for one that is damaged.
    if (release && !wasMade) rmSync(folder, { recursive: true, force: true });
    release?.();
    throw error instanceof DatabaseInUseError ? error : folderFailure(error, dataDir, folder, wasMade);
  }
}

/** Whether the configured database was made before; of a PostgreSQL only its server knows. */
export function isMade({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== null || existsSync(folderOf(dataDir));
}

/** The folder of the embedded database in `DATA_DIR`. */
export function folderOf(dataDir: string): string {
  return join(dataDir, 'pglite');
}
