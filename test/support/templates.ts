import { existsSync, openAsBlob, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { DatabaseInUseError, lockFolder } from '../../src/data/lock.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { administer, databaseUrl, SERVER } from './postgres.js';

/** What a database is loaded with before suites start from copies of it. */
export interface Contents {
  /** Of letters. */
  readonly name: string;
  readonly load: (database: Database) => Promise<unknown>;
}

/**
 * A database that suites copy. The first suite of a run that asks for it loads it; the others wait for that.
 * @param contents null: migrated and empty
 * @returns the file of a PGlite dump, or the name of a PostgreSQL database
 */
export async function templateOf(engine: Database['engine'], contents: Contents | null): Promise<string> {
  const empty = engine === 'pglite' ? inject('pgliteDump') : inject('postgresTemplate');
  if (contents === null) return empty;
  const home = join(dirname(inject('pgliteDump')), `${engine}_${contents.name}`);
  const template = engine === 'pglite' ? `${home}.tar` : `${empty}_${contents.name}`;
  const made = `${home}.made`;
  const unlock = await lock(home);
  try {
    if (existsSync(made)) return template;
    await (engine === 'pglite' ? dumpOf(empty, template, contents) : databaseLike(empty, template, contents));
    writeFileSync(made, '');
    return template;
  } finally {
    unlock();
  }
}

/** Takes the lock of a folder, once no other process has it. */
async function lock(folder: string): Promise<() => void> {
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error;
      await pause(50);
    }
  }
}

async function dumpOf(empty: string, template: string, { load }: Contents): Promise<void> {
  const database = await openPglite({ dump: await openAsBlob(empty) });
  await load(database);
  await writeFile(template, Buffer.from(await (await database.pglite.dumpDataDir('none')).arrayBuffer()));
  await database.close();
}

async function databaseLike(empty: string, template: string, { load }: Contents): Promise<void> {
  // A process that was killed may have left a part of it.
  await administer(SERVER, `drop database if exists ${template} with (force)`);
  await administer(SERVER, `create database ${template} template ${empty}`);
  const database = openPostgres({ url: databaseUrl(SERVER, template), poolMax: 2, statementTimeoutMs: 0 });
  await load(database);
  await database.close();
}
