import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { DatabaseInUseError, lockFolder } from '../../src/data/lock.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { upgradeAll } from '../../src/findings/upgrade.js';
import { makeOnCluster } from './onCluster.js';
import { administer, databaseUrl, SERVER } from './postgres.js';
import { until } from './until.js';
import type { Engine } from './engines.js';

/** What a database is loaded with before suites start from copies of it. */
export interface Contents {
  /** Of letters. */
  readonly name: string;
  readonly load: (database: Database) => Promise<unknown>;
}

/** What is shared is made within this time, were it a large portfolio on a cluster. */
const MAKING_MS = 600_000;

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

/** Makes what suites share, unless one of this run has made it. */
async function once(home: string, make: () => Promise<void>): Promise<void> {
  const made = `${home}.made`;
  if (existsSync(made)) return;
  const unlock = await lock(`${home}.lock`);
  try {
    // Another suite may have made it meanwhile.
    if (existsSync(made)) return;
    await make();
    writeFileSync(made, '');
  } finally {
    unlock();
  }
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
    mkdirSync(template);
    const database = await openPglite({ folder: join(template, 'pglite'), dump: await readDump(dump) });
    await database.close();
  });
  return template;
}

/** Takes the lock of a folder, once no other process has it. */
async function lock(folder: string): Promise<() => void> {
  const attempt = (): (() => void) | null => {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (error instanceof DatabaseInUseError) return null;
      throw error;
    }
  };
  return until(`no other process has the lock of ${folder}`, attempt, undefined, MAKING_MS);
}

/** A dump as PGlite takes it: Node gives the bytes of a blob of its own piece by piece, which takes longer than to load them. */
class Dump extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super([]);
    this.#bytes = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return Promise.resolve(buffer.slice(byteOffset, byteOffset + byteLength));
  }
}

/** Reads a PGlite dump. */
export async function readDump(path: string): Promise<Blob> {
  return new Dump(await readFile(path));
}

async function makeDump(template: string, from: string | null, { load }: Contents): Promise<void> {
  const database = await openPglite(from === null ? {} : { dump: await readDump(from) });
  if (from === null) await dropTemplates(database.pglite);
  await load(database);
  // What was written ahead is not needed any more, and would be loaded with each copy.
  await database.pglite.exec('checkpoint');
  await writeFile(template, Buffer.from(await (await database.pglite.dumpDataDir('none')).arrayBuffer()));
  await database.close();
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
