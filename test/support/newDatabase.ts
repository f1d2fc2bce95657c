import type { PGlite } from '@electric-sql/pglite';
import { openPglite } from '../../src/db/pglite.js';
import { cachedDump } from './dumpCache.js';
import { writeSnapshot } from './snapshot.js';

/**
 * Returns the path of a dump of a database without tables. PGlite's initdb takes three seconds of processor time, so
 * runs share the dump.
 */
export function newDatabase(): Promise<string> {
  return cachedDump('new', [import.meta.filename], async (path) => {
    const database = await openPglite({});
    await dropTemplates(database.pglite);
    await writeSnapshot(database.pglite, path);
    await database.close();
  });
}

/**
 * Drops the template databases of PostgreSQL. They take more than half of the files, and an embedded database never
 * creates databases.
 */
async function dropTemplates(pglite: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`alter database ${name} is_template false`);
    await pglite.exec(`drop database ${name}`);
  }
}
