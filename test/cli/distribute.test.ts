import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';
import { runCommand } from '../support/runCommand.js';
import { templateOf } from '../support/templates.js';

describe('udg distribute and udg nodes without a cluster', () => {
  let embedded: Database;
  beforeAll(async () => {
    embedded = await openTestDatabase('pglite');
  });
  afterAll(() => embedded.close());

  it('reject the embedded database', async () => {
    expect(await runCommand(['distribute'], { database: embedded })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The embedded database is one file: set DATABASE_URL to the coordinator of a Citus cluster.\n',
    });
    expect(await runCommand(['nodes'], { database: embedded })).toMatchObject({
      status: 1,
      stderr: 'The database is not distributed: see udg distribute.\n',
    });
  });

  it.each(['0', '1025', 'many'])('reject %s shards', async (shards) => {
    const { status, stderr } = await runCommand(['distribute', '--shards', shards]);
    expect(status).toBe(2);
    expect(stderr).toContain(`It must be a whole number from 1 to 1024, got "${shards}".`);
  });

  describe.runIf(SERVER !== '')('on PostgreSQL', () => {
    const name = `udg_test_${randomBytes(8).toString('hex')}`;
    beforeAll(async () => administer(SERVER, `create database ${name} template ${await templateOf('postgres')}`));
    afterAll(() => administer(SERVER, `drop database if exists ${name} with (force)`));

    it('report that the database lacks Citus, and change nothing', async () => {
      const env = { DATABASE_URL: databaseUrl(SERVER, name) };
      expect(await runCommand(['distribute'], { env })).toMatchObject({
        status: 1,
        stdout: '',
        stderr:
          'The database has no Citus: install it on every server, put it first in shared_preload_libraries, restart them, and ' +
          'run create extension citus in this database on each server.\n',
      });
      expect(await runCommand(['nodes'], { env })).toMatchObject({ status: 1, stdout: '' });
    });
  });
});
