import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/db/database.js';
import { openPglite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { openOnCluster } from './distributed.js';
import { administer, CITUS, databaseUrl, SERVER } from './postgres.js';
import { IS_LONG, IS_QUICK } from './repeated.js';
import { newDatabase } from './newDatabase.js';
import { readSnapshot } from './snapshot.js';
import { templateOf, type Contents } from './templates.js';

/** A kind of database. `citus` is PostgreSQL distributed over the servers of a cluster. */
export type Engine = Database['engine'] | 'citus';

/** The engines with one server. PostgreSQL is included only if TEST_DATABASE_URL names a server. */
export const ONE_SERVER: readonly Engine[] = SERVER === '' ? ['pglite'] : ['pglite', 'postgres'];

/** All engines. A cluster is included only if TEST_CITUS_URL names its coordinator. */
export const EVERY_ENGINE: readonly Engine[] = CITUS === '' ? ONE_SERVER : [...ONE_SERVER, 'citus'];

/**
 * The engines for suites whose claims hold on every engine. `npm test` uses PostgreSQL if TEST_DATABASE_URL names a
 * server, and otherwise the embedded database; `npm run test:long` uses all. A suite about differences between engines
 * runs on EVERY_ENGINE.
 */
export const ENGINES: readonly Engine[] =
  IS_LONG || SERVER === '' ? EVERY_ENGINE : EVERY_ENGINE.filter((engine) => engine !== 'pglite');

/** The engines for suites that take a minute on the embedded database. */
export const HEAVY_SUITE_ENGINES: readonly Engine[] = IS_QUICK ? [] : EVERY_ENGINE;

/**
 * Creates a migrated database for one suite: in memory, or on the server or cluster, where `close` drops it.
 * @param contents its data; empty unless given
 */
export async function openTestDatabase(engine: Engine, contents?: Contents): Promise<Database> {
  const template = await templateOf(engine, contents);
  if (engine === 'citus') return openOnCluster(template);
  if (engine === 'pglite') return openPglite({ files: await readSnapshot(template) });
  return openOnServer(`template ${template}`);
}

/** Creates a database without tables for one suite: in memory, or on the server, where `close` drops it. */
export async function openNewDatabase(engine: Engine): Promise<Database> {
  if (engine === 'pglite') return openPglite({ files: await readSnapshot(await newDatabase()) });
  return openOnServer();
}

/**
 * Creates a database on the server.
 * @param options of `create database`
 */
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
