import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/data/database.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { openOnCluster } from './distributed.js';
import { administer, CITUS, databaseUrl, SERVER } from './postgres.js';
import { IS_LONG, IS_QUICK } from './repeated.js';
import { newDatabase } from './newDatabase.js';
import { readSnapshot } from './snapshot.js';
import { templateOf, type Contents } from './templates.js';

/** What a database runs on; `citus` is PostgreSQL that is distributed over the servers of a cluster. */
export type Engine = Database['engine'] | 'citus';

/** Where a database is on one server: PostgreSQL only where TEST_DATABASE_URL names one. */
export const ONE_SERVER: readonly Engine[] = SERVER === '' ? ['pglite'] : ['pglite', 'postgres'];

/** All engines there are; a cluster only where TEST_CITUS_URL names its coordinator. */
export const EVERY_ENGINE: readonly Engine[] = CITUS === '' ? ONE_SERVER : [...ONE_SERVER, 'citus'];

/**
 * The engines of a suite whose claims are the same on each: in `npm test` the embedded database only where no TEST_DATABASE_URL names
 * a server; in `npm run test:long` all of them. A suite about what differs between engines runs on EVERY_ENGINE.
 */
export const ENGINES: readonly Engine[] =
  IS_LONG || SERVER === '' ? EVERY_ENGINE : EVERY_ENGINE.filter((engine) => engine !== 'pglite');

/** The engines of suites that take a minute on the embedded database. */
export const HEAVY_SUITE_ENGINES: readonly Engine[] = IS_QUICK ? [] : EVERY_ENGINE;

/**
 * A migrated database of its own: in memory, or a fresh one on the server, or on those of the cluster, that `close` drops.
 * @param contents what it holds; nothing unless given
 */
export async function openTestDatabase(engine: Engine, contents?: Contents): Promise<Database> {
  const template = await templateOf(engine, contents);
  if (engine === 'citus') return openOnCluster(template);
  if (engine === 'pglite') return openPglite({ files: await readSnapshot(template) });
  return openOnServer(`template ${template}`);
}

/** A database without tables, of its own: in memory, or a fresh one on the server that `close` drops. */
export async function openNewDatabase(engine: Engine): Promise<Database> {
  if (engine === 'pglite') return openPglite({ files: await readSnapshot(await newDatabase()) });
  return openOnServer();
}

/** @param options of `create database` */
async function openOnServer(options = ''): Promise<Database> {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  await administer(SERVER, `create database ${name} ${options}`);
  const database = openPostgres({ url: databaseUrl(SERVER, name), poolMax: 6, statementTimeoutMs: 30_000 });
  let closed = false;
  return {
    ...database,
    async close() {
      if (closed) return;
      closed = true;
      await database.close();
      await administer(SERVER, `drop database if exists ${name} with (force)`);
    },
  };
}
