import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { SCHEMA_LEVEL } from '../../src/db/migrate.js';
import { openDatabase } from '../../src/db/open.js';
import { stateLeastLevels } from '../../src/db/schemaLevels.js';
import { ONE_SERVER } from '../support/engines.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';
import { runCommand } from '../support/runCommand.js';
import { makeDataDir, templateOf } from '../support/templates.js';
import { startUdg, udg } from '../support/udg.js';

const COMPANY = 'c00000000000000000000001';
const REFUSED =
  `A newer version of udg has upgraded this database: only versions with schema 999 or later may change its data, and this one ` +
  `has schema ${SCHEMA_LEVEL}. Install the newer version and run the command with that.\n`;

describe.each(ONE_SERVER)('commands on a database on %s that a newer version has upgraded', (engine) => {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'udg-'));
  const env = {
    DATABASE_URL: engine === 'postgres' ? databaseUrl(SERVER, name) : '',
    DATA_DIR: join(folder, name),
  };
  const look = async <T>(run: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase(readConfig(env), 0);
    try {
      return await run(database);
    } finally {
      await database.close();
    }
  };
  beforeAll(async () => {
    if (engine === 'pglite') await makeDataDir(join(folder, name));
    else await administer(SERVER, `create database ${name} template ${await templateOf(engine)}`);
    await look(async ({ knex }) => {
      // The state after a newer version that computes differently.
      await knex('settings').where({ name: 'painted' }).delete();
      await knex('knex_migrations').insert({ name: '999_later', batch: 2, migration_time: new Date() });
      await stateLeastLevels(knex, 999, 1);
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (engine === 'postgres') await administer(SERVER, `drop database if exists ${name} with (force)`);
  });

  it('exit with 1 if they change data, name both schemas and the next step, and change nothing', async () => {
    const row = `_id,companyId,type\nb00000000000000000000001,${COMPANY},water\n`;
    for (const args of [
      ['import', 'accounts', '-'],
      ['import', 'accounts', '-', '--dry-run'],
      ['settings', 'set', 'gas-calorific-value', '39'],
      ['seed'],
      ['rebuild'],
    ]) {
      const { status, stderr } = await runCommand(args, { env, input: row });
      expect({ args, status }, stderr).toEqual({ args, status: 1 });
      expect(stderr.endsWith(REFUSED), stderr).toBe(true);
    }
    await look(async ({ knex }) => {
      expect(await knex('accounts')).toEqual([]);
      expect(await knex('imports')).toEqual([]);
    });
  });

  it('udg check rejects the unknown schema, and udg migrate leaves it unchanged', async () => {
    const { status, stderr } = await runCommand(['check'], { env });
    expect(status).toBe(1);
    expect(stderr).toContain('only versions with schema 999 or later may check it, and this one has schema');
    expect(await runCommand(['migrate'], { env })).toMatchObject({
      status: 0,
      stdout: 'A newer version of udg has upgraded this database, to 999_later: nothing was changed.\n',
    });
  });

  it('udg keys issues and revokes keys, and prints a note', async () => {
    const issued = await runCommand(['keys', 'issue', '--role', 'reader', '--company', COMPANY, '--json'], { env });
    expect(issued).toMatchObject({ status: 0 });
    expect(issued.stderr).toContain(`Note: ${REFUSED}`);
    expect(await runCommand(['keys', 'revoke', '1'], { env })).toMatchObject({ status: 0 });
  });

  it('udg serve serves the database, unless the schema states that this version would misread it', async () => {
    const service = startUdg(['serve'], env);
    const ready = `${new URL(await service.url()).origin}/readyz`;
    expect((await fetch(ready)).status).toBe(200);
    if (engine === 'postgres') {
      await look(({ knex }) => stateLeastLevels(knex, 999, 998));
      const answer = await fetch(ready);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        migrations: `has schema ${SCHEMA_LEVEL}, the database needs 998 or later`,
      });
    }
    service.process.kill('SIGTERM');
    await service.ended;
    await look(({ knex }) => stateLeastLevels(knex, 999, 998));
    // The service takes a thread of its own for the database, which runs what was built.
    for (const { status, stderr } of [await udg(env, 'serve'), await runCommand(['findings'], { env })]) {
      expect(status, stderr).toBe(1);
      expect(stderr).toContain('only versions with schema 998 or later may read it, and this one has schema');
    }
  });
});
