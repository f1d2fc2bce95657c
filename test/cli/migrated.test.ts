import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSound } from '../../src/cli/reachable.js';
import type { Database } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import { ONE_SERVER, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';
import { runCommand } from '../support/runCommand.js';
import { startUdg, udg } from '../support/udg.js';

const ACCOUNT = 'b00000000000000000000001';
const COMPANY = 'c00000000000000000000001';
const LAST = ['017_own_statements', '018_portfolio_versions'];
/** Commands that need a migrated database, one of each kind. */
const COMMANDS = [
  ['keys', 'issue', '--role', 'reader', '--company', COMPANY],
  ['import', 'companies', '-'],
  ['imports'],
  ['delete', 'accounts', '--id', ACCOUNT],
  ['check'],
  ['rebuild'],
  ['roles'],
  ['settings', 'set', 'gas-calorific-value', '39'],
];

describe.each(ONE_SERVER)(
  'the schema on %s changes only by udg migrate, udg start and the first udg seed',
  (engine) => {
    const fresh = `udg_test_${randomBytes(8).toString('hex')}`;
    const folder = mkdtempSync(join(tmpdir(), 'udg-'));
    /** Without a database. */
    const env = {
      DATABASE_URL: engine === 'postgres' ? databaseUrl(SERVER, fresh) : '',
      DATA_DIR: join(folder, fresh),
    };
    /** One that has every migration. */
    let old: Database;

    beforeAll(async () => {
      if (engine === 'postgres') await administer(SERVER, `create database ${fresh}`);
      old = await openTestDatabase(engine);
    });
    afterAll(async () => {
      await old.close();
      rmSync(folder, { recursive: true, force: true });
      if (engine === 'postgres') await administer(SERVER, `drop database if exists ${fresh} with (force)`);
    });

    it('every other command exits with 1 on a new database, names the command that creates it, and creates nothing', async () => {
      const nothing =
        engine === 'postgres'
          ? 'The database has no tables yet: run udg migrate, or udg start.\n'
          : `There is no embedded database in ${join(folder, fresh)} yet: run udg migrate, or udg start.\n`;
      for (const command of COMMANDS) {
        const ended = await runCommand(command, { env });
        expect({ command, ...ended }).toMatchObject({ command, status: 1, stdout: '', stderr: nothing });
      }
      expect(await udg(env, 'serve')).toEqual({ status: 1, signal: null, stdout: '', stderr: nothing });
      if (engine === 'pglite') {
        expect(existsSync(join(folder, fresh))).toBe(false);
        return;
      }
      const made = openPostgres({ url: env.DATABASE_URL, poolMax: 2, statementTimeoutMs: 0 });
      expect(await made.knex('pg_tables').where({ schemaname: 'public' })).toEqual([]);
      await made.close();
    });

    it('every other command exits with 1 if migrations are missing, lists them, and runs none; so does the check of udg serve', async () => {
      const remove = async (names: readonly string[]): Promise<void> => {
        await old.knex('knex_migrations').whereIn('name', names).delete();
      };
      await remove(LAST.slice(1));
      expect(await runCommand(['keys', 'list'], { database: old })).toMatchObject({
        status: 1,
        stdout: '',
        stderr: 'The database lacks the migration 018_portfolio_versions. Run udg migrate.\n',
      });
      await remove(LAST);
      for (const command of [...COMMANDS.slice(0, 2), ['seed']]) {
        const { status, stdout, stderr } = await runCommand(command, { database: old });
        expect({ command, status, stdout, stderr }).toEqual({
          ...{ command, status: 1, stdout: '' },
          stderr: 'The database lacks 2 migrations: 017_own_statements, 018_portfolio_versions. Run udg migrate.\n',
        });
      }
      await expect(isSound(old)).rejects.toThrow(
        'The database lacks 2 migrations: 017_own_statements, 018_portfolio_versions. Run udg migrate.',
      );
      const { knex } = old;
      expect(await knex('knex_migrations').whereIn('name', LAST)).toEqual([]);
      await knex('knex_migrations').insert(LAST.map((name) => ({ name, batch: 1, migration_time: new Date() })));
    });

    it('every command prints a note if usage is not yet computed; udg migrate computes it and prints progress', async () => {
      await importPlain(old, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'water' }]);
      await old.knex('settings').where({ name: 'painted' }).delete();
      expect(await runCommand(['keys', 'list', '--json'], { database: old })).toMatchObject({
        status: 0,
        stdout: '[]\n',
        stderr: 'Note: some usage or findings come from an older version; run udg migrate.\n',
      });
      expect(await runCommand(['migrate'], { database: old })).toMatchObject({
        status: 0,
        stdout: 'The database is up to date.\n',
        stderr: 'Recalculating usage: 0 of 1 accounts, 0 %\n',
      });
      expect(await runCommand(['keys', 'list', '--json'], { database: old })).toMatchObject({ status: 0, stderr: '' });
    });

    it('udg seed creates a new database and prints the progress of its migrations immediately', async () => {
      const seed = startUdg(['seed'], env);
      await seed.hears(/^Migrations: baseline, 0 %\n/);
      seed.process.kill('SIGKILL');
      await seed.ended;
    });
  },
);
