import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { openPglite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { upgradeAll } from '../../src/findings/upgrade.js';
import { cachedDump } from './dumpCache.js';
import { newDatabase } from './newDatabase.js';
import { makeOnCluster } from './onCluster.js';
import { once } from './once.js';
import { readSnapshot, unpackSnapshot, writeSnapshot } from './snapshot.js';
import { administer, databaseUrl, SERVER } from './postgres.js';
import type { Engine } from './engines.js';

/** The data of a template database, which suites copy. */
export interface Contents {
  /** Letters only. */
  readonly name: string;
  readonly load: (database: Database) => Promise<unknown>;
  /**
   * The files that load the data. If given, a dump of an embedded database stays for later runs until one of them or of
   * their imports changes.
   */
  readonly sources?: readonly string[];
}

/** The state after `udg migrate`. */
const EMPTY: Contents = { name: 'empty', load: upgradeAll, sources: [import.meta.filename] };

/**
 * Returns a template database for suites to copy. The first suite of a run that needs it loads it; the others wait.
 * @param contents the data; none unless given
 * @returns the file of a PGlite dump, or the name of a PostgreSQL database, which a cluster has on each server
 */
export async function templateOf(engine: Engine, contents: Contents = EMPTY): Promise<string> {
  const home = join(inject('folder'), `${engine}_${contents.name}`);
  if (engine === 'pglite') {
    await once(home, async () => {
      await writeFile(`${home}.path`, await dumpOf(contents, `${home}.snapshot`));
    });
    return readFileSync(`${home}.path`, 'utf8');
  }
  const from = contents === EMPTY ? null : await templateOf(engine);
  const template = `${inject('templates')}_${contents.name}`;
  await once(home, () => MAKE[engine](template, from, contents));
  return template;
}

/**
 * Fills a folder for use as the `DATA_DIR` of an empty, migrated embedded database. A process takes several seconds to
 * create one; only the tests of that step let it.
 */
export async function makeDataDir(folder: string): Promise<void> {
  const template = await templateFolder();
  execFileSync('cp', ['-R', template, folder]);
}

/** Returns the folder to copy. The first suite of a run that needs it makes it. */
async function templateFolder(): Promise<string> {
  const dump = await templateOf('pglite');
  const template = join(inject('folder'), 'data');
  await once(template, async () => {
    rmSync(template, { recursive: true, force: true });
    const folder = join(template, 'pglite');
    mkdirSync(folder, { recursive: true });
    await unpackSnapshot(dump, folder);
    const database = await openPglite({ folder });
    await database.close();
  });
  return template;
}

/**
 * Returns the path of a dump.
 * @param own where it is written if later runs do not reuse it
 */
async function dumpOf({ name, load, sources }: Contents, own: string): Promise<string> {
  const make = async (path: string): Promise<void> => {
    const from = load === EMPTY.load ? await migratedDatabase() : await templateOf('pglite');
    const database = await openPglite({ files: await readSnapshot(from) });
    await load(database);
    await writeSnapshot(database.pglite, path);
    await database.close();
  };
  if (sources !== undefined) return cachedDump(name, sources, make);
  await make(own);
  return own;
}

/**
 * Returns the path of a dump of a database with the tables only. The migrations take a second, and few changes touch
 * them.
 */
function migratedDatabase(): Promise<string> {
  const sources = ['src/db/migrate.ts', 'test/support/newDatabase.ts'].map((path) => join(PACKAGE_ROOT, path));
  return cachedDump('migrated', sources, async (path) => {
    const database = await openPglite({ files: await readSnapshot(await newDatabase()) });
    await migrate(database);
    await writeSnapshot(database.pglite, path);
    await database.close();
  });
}

async function makeDatabase(template: string, from: string | null, { load }: Contents): Promise<void> {
  // A killed process may have left an unfinished template.
  await administer(SERVER, `drop database if exists ${template} with (force)`);
  await administer(SERVER, `create database ${template}${from === null ? '' : ` template ${from}`}`);
  const database = openPostgres({ url: databaseUrl(SERVER, template), poolMax: 2, statementTimeoutMs: 0 });
  await load(database);
  await database.close();
}

const MAKE = { postgres: makeDatabase, citus: makeOnCluster } as const;
