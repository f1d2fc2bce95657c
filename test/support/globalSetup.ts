import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropAllOnCluster } from './onCluster.js';
import { CITUS, dropDatabases, SERVER } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the files that the suites of this run share. */
    folder: string;
    /** The prefix of the names of this run's templates on PostgreSQL. */
    templates: string;
  }
}

/** Creates the folder that the test files share. At the end, removes it and the templates. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'udg-test-'));
  const templates = `udg_test_template_${randomBytes(6).toString('hex')}`;
  project.provide('folder', folder);
  project.provide('templates', templates);
  if (SERVER === '') console.log('TEST_DATABASE_URL is not set: the tests on PostgreSQL are skipped.');
  return async () => {
    if (SERVER !== '') await dropDatabases(SERVER, templates);
    if (CITUS !== '') await dropAllOnCluster(templates);
    await rm(folder, { recursive: true, force: true });
  };
}
