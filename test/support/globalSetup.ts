import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { migrate } from '../../src/data/migrate.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { administer, databaseUrl } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A file that holds a migrated, empty PGlite database. */
    pgliteDump: string;
    /** Name of a migrated, empty PostgreSQL database; empty when PostgreSQL is left out. */
    postgresTemplate: string;
  }
}

/** Builds the command line and migrates each engine, once; the suites start from copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: PACKAGE_ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Vitest says "test", by which Vite would build other pages than those that are shipped.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'udg-test-'));
  const dump = join(folder, 'pglite.tar');
  const embedded = await openPglite({});
  await migrate(embedded);
  await writeFile(dump, Buffer.from(await (await embedded.pglite.dumpDataDir('none')).arrayBuffer()));
  await embedded.close();
  project.provide('pgliteDump', dump);

  const server = process.env.TEST_DATABASE_URL ?? '';
  const template = server === '' ? '' : `udg_test_template_${randomBytes(6).toString('hex')}`;
  project.provide('postgresTemplate', template);
  if (template === '') console.log('TEST_DATABASE_URL is not set: the tests on PostgreSQL are left out.');
  else {
    await administer(server, `create database ${template}`);
    const database = openPostgres({ url: databaseUrl(server, template), poolMax: 2, statementTimeoutMs: 0 });
    await migrate(database);
    await database.close();
  }
  return async () => {
    if (template !== '') await administer(server, `drop database if exists ${template} with (force)`);
    await rm(folder, { recursive: true, force: true });
  };
}
