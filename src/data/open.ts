import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Database } from './database.js';
import { lockFolder } from './lock.js';

/**
 * Opens the configured database: PostgreSQL at `DATABASE_URL`, else the embedded one in `DATA_DIR`, under its lock. The
 * driver of the other is not loaded, which a process of a command would take longer for than for what it does.
 * @param statementTimeoutMs 0: no limit, for the command line
 * @throws Error in a sentence when the embedded database is damaged
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
    const wasMade = isMade(config);
    const served = statementTimeoutMs > 0;
    const opening = served ? openServedPglite(folder, statementTimeoutMs) : openPglite({ folder });
    const database: Database = await opening.catch((error: unknown) => {
      throw wasMade ? whyNotOpened(error, folder) : error;
    });
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

/** PGlite says next to nothing of what it found; where the system refused something, that is said. */
function whyNotOpened(error: unknown, folder: string): unknown {
  if (error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new Error(
    `The embedded database in ${folder} cannot be opened: it is damaged, or its disk is full. ` +
      `Restore a backup of the folder, or move it away and start anew. PGlite says: ${said}`,
    { cause: error },
  );
}
