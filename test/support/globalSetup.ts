import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/data/migrate.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { build } from './build.js';
import { administer, databaseUrl, dropDatabases, SERVER } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A file that holds a migrated, empty PGlite database. */
    pgliteDump: string;
    /** Name of a migrated, empty PostgreSQL database; empty when PostgreSQL is left out. */
    postgresTemplate: string;
  }
}

/** Builds what is not fresh and migrates each engine, once; the suites start from copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  build();
  const folder = await mkdtemp(join(tmpdir(), 'udg-test-'));
  const dump = join(folder, 'pglite.tar');
  const embedded = await openPglite({});
  await migrate(embedded);
  await writeFile(dump, Buffer.from(await (await embedded.pglite.dumpDataDir('none')).arrayBuffer()));
  await embedded.close();
  project.provide('pgliteDump', dump);

  const template = SERVER === '' ? '' : `udg_test_template_${randomBytes(6).toString('hex')}`;
  project.provide('postgresTemplate', template);
  if (template === '') console.log('TEST_DATABASE_URL is not set: the tests on PostgreSQL are left out.');
  else {
    await administer(SERVER, `create database ${template}`);
    const database = openPostgres({ url: databaseUrl(SERVER, template), poolMax: 2, statementTimeoutMs: 0 });
    await migrate(database);
    await database.close();
  }
  return async () => {
    if (template !== '') await dropDatabases(SERVER, template);
    await rm(folder, { recursive: true, force: true });
  };
}
