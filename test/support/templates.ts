import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/data/database.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { upgradeAll } from '../../src/findings/upgrade.js';
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
}

/** As `udg migrate` leaves it. */
const EMPTY: Contents = { name: 'empty', load: upgradeAll };

/**
 * A database that suites copy. The first suite of a run that asks for it loads it; the others wait for that.
 * @param contents nothing unless given
 * @returns the file of a PGlite dump, or the name of a PostgreSQL database, which a cluster has on each server
 */
export async function templateOf(engine: Engine, contents: Contents = EMPTY): Promise<string> {
  const from = contents === EMPTY ? null : await templateOf(engine);
  const home = join(inject('folder'), `${engine}_${contents.name}`);
  const template = engine === 'pglite' ? `${home}.tar` : `${inject('templates')}_${contents.name}`;
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

async function makeDump(template: string, from: string | null, { load }: Contents): Promise<void> {
  const database = await openPglite({ files: await readSnapshot(from ?? (await newDatabase())) });
  await load(database);
  await writeDump(database.pglite, template);
  await database.close();
}

/**
 * Returns the path of a dump of a database without tables. PGlite's initdb takes three seconds of processor time, so that the dump
 * stays in `node_modules` for later runs; a new version of PGlite makes its own.
 */
async function newDatabase(): Promise<string> {
  const packageJson = join(PACKAGE_ROOT, 'node_modules/@electric-sql/pglite/package.json');
  const { version } = JSON.parse(await readFile(packageJson, 'utf8')) as { readonly version: string };
  // What these files do to a new database is in the dump.
  const makers = ['src/data/pgliteSession.ts', 'test/support/templates.ts'].map((maker) => join(PACKAGE_ROOT, maker));
  const hash = createHash('sha256');
  for (const maker of makers) hash.update(await readFile(maker));
  const folder = join(PACKAGE_ROOT, 'node_modules/.cache/udg-test');
  const path = join(folder, `pglite-${version}-${hash.digest('hex').slice(0, 12)}.tar`);
  if (!existsSync(path)) {
    const database = await openPglite({});
    await dropTemplates(database.pglite);
    await mkdir(folder, { recursive: true });
    // Another run may write it at the same time.
    const draft = `${path}.${process.pid}`;
    await writeDump(database.pglite, draft);
    await rename(draft, path);
    await database.close();
  }
  return path;
}

async function writeDump(pglite: PGlite, path: string): Promise<void> {
  // What was written ahead is not needed any more, and would be loaded with each copy.
  await pglite.exec('checkpoint');
  await writeFile(path, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
}

/** Drops what PostgreSQL makes new databases of: more than half of the files of an embedded one, which makes none. */
async function dropTemplates(pglite: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`alter database ${name} is_template false`);
    await pglite.exec(`drop database ${name}`);
  }
}

async function makeDatabase(template: string, from: string | null, { load }: Contents): Promise<void> {
  // A process that was killed may have left a part of it.
  await administer(SERVER, `drop database if exists ${template} with (force)`);
  await administer(SERVER, `create database ${template}${from === null ? '' : ` template ${from}`}`);
  const database = openPostgres({ url: databaseUrl(SERVER, template), poolMax: 2, statementTimeoutMs: 0 });
  await load(database);
  await database.close();
}

const MAKE = { pglite: makeDump, postgres: makeDatabase, citus: makeOnCluster } as const;
