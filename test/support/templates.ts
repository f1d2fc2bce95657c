import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { upgradeAll } from '../../src/findings/upgrade.js';
import { cachedDump } from './dumpCache.js';
import { newDatabase, writeDump } from './newDatabase.js';
import { makeOnCluster } from './onCluster.js';
import { once } from './once.js';
import { readSnapshot, unpackSnapshot } from './snapshot.js';
import { administer, databaseUrl, SERVER } from './postgres.js';
import type { Engine } from './engines.js';

/** What a database is loaded with before suites start from copies of it. */
export interface Contents {
  /** Of letters. */
  readonly name: string;
  readonly load: (database: Database) => Promise<unknown>;
  /**
   * The files that load it. Where they are given, a dump of an embedded database stays for later runs, until one of them or of what
   * they import changes.
   */
  readonly sources?: readonly string[];
}

/** As `udg migrate` leaves it. */
const EMPTY: Contents = { name: 'empty', load: upgradeAll, sources: [import.meta.filename] };

/**
 * A database that suites copy. The first suite of a run that asks for it loads it; the others wait for that.
 * @param contents nothing unless given
 * @returns the file of a PGlite dump, or the name of a PostgreSQL database, which a cluster has on each server
 */
export async function templateOf(engine: Engine, contents: Contents = EMPTY): Promise<string> {
  const home = join(inject('folder'), `${engine}_${contents.name}`);
  if (engine === 'pglite') {
    await once(home, async () => {
      await writeFile(`${home}.path`, await dumpOf(contents, `${home}.tar`));
    });
    return readFileSync(`${home}.path`, 'utf8');
  }
  const from = contents === EMPTY ? null : await templateOf(engine);
  const template = `${inject('templates')}_${contents.name}`;
  await once(home, () => MAKE[engine](template, from, contents));
  return template;
}

/**
 * Makes a folder the `DATA_DIR` of an embedded database of its own, migrated, with nothing in it: to make one afresh takes a
 * process several seconds, which is for the tests of that.
 */
export async function makeDataDir(folder: string): Promise<void> {
  const template = await templateFolder();
  execFileSync('cp', ['-R', template, folder]);
}

/** The folder that these are copies of; the first suite of a run that asks for it makes it. */
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
 * @param own where it is written unless it stays for later runs
 */
async function dumpOf({ name, load, sources }: Contents, own: string): Promise<string> {
  const make = async (path: string): Promise<void> => {
    const from = load === EMPTY.load ? await newDatabase() : await templateOf('pglite');
    const database = await openPglite({ files: await readSnapshot(from) });
    await load(database);
    await writeDump(database.pglite, path);
    await database.close();
  };
  if (sources !== undefined) return cachedDump(name, sources, make);
  await make(own);
  return own;
}

async function makeDatabase(template: string, from: string | null, { load }: Contents): Promise<void> {
  // A process that was killed may have left a part of it.
  await administer(SERVER, `drop database if exists ${template} with (force)`);
  await administer(SERVER, `create database ${template}${from === null ? '' : ` template ${from}`}`);
  const database = openPostgres({ url: databaseUrl(SERVER, template), poolMax: 2, statementTimeoutMs: 0 });
  await load(database);
  await database.close();
}

const MAKE = { postgres: makeDatabase, citus: makeOnCluster } as const;
