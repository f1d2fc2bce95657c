import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Database } from './database.js';
import { lockFolder } from './lock.js';

/**
 * Opens the configured database: PostgreSQL at `DATABASE_URL`, else the embedded one in `DATA_DIR`, under its lock. The
 * driver of the other is not loaded, which a process of a command would take longer for than for what it does.
 * @param statementTimeoutMs 0: no limit, for the command line
 * @throws DatabaseInUseError when another process holds the embedded database
 */
export async function openDatabase(config: Config, statementTimeoutMs: number): Promise<Database> {
  const { databaseUrl: url, poolMax, dataDir } = config;
  if (url !== null) {
    const { openPostgres } = await import('./postgres.js');
    return openPostgres({ url, poolMax, statementTimeoutMs });
  }
  const release = lockFolder(dataDir);
  try {
    const { openPglite, openServedPglite } = await import('./pglite.js');
    const folder = folderOf(dataDir);
    const served = statementTimeoutMs > 0;
    const database = served ? await openServedPglite(folder, statementTimeoutMs) : await openPglite({ folder });
    const close = async (): Promise<void> => {
      await database.close();
      release();
    };
    return { ...database, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** Whether the configured database was made before; of a PostgreSQL only its server knows. */
export function isMade({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== null || existsSync(folderOf(dataDir));
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'pglite');
}
