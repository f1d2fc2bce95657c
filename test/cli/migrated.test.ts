import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/data/database.js';
import { openDatabase } from '../../src/data/open.js';
import { ONE_SERVER } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';
import { makeDataDir, templateOf } from '../support/templates.js';
import { startUdg, udg } from '../support/udg.js';

const ACCOUNT = 'b00000000000000000000001';
const COMPANY = 'c00000000000000000000001';
const LAST = ['017_own_statements', '018_portfolio_versions'];
/** One of each that only works on a database that is there. */
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
  'the schema, on %s, is changed by udg migrate, udg start and the first udg seed alone',
  (engine) => {
    const names = Array.from({ length: 2 }, () => `udg_test_${randomBytes(8).toString('hex')}`);
    const [fresh = '', old = ''] = names;
    const folder = mkdtempSync(join(tmpdir(), 'udg-'));
    const place = (name: string): NodeJS.ProcessEnv => ({
      DATABASE_URL: engine === 'postgres' ? databaseUrl(SERVER, name) : '',
      DATA_DIR: join(folder, name),
    });
    const look = async <T>(name: string, run: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase(readConfig(place(name)), 0);
      try {
        return await run(database);
      } finally {
        await database.close();
      }
    };

    beforeAll(async () => {
      if (engine === 'pglite') return makeDataDir(join(folder, old));
      await administer(SERVER, `create database ${fresh}`);
      return administer(SERVER, `create database ${old} template ${await templateOf(engine)}`);
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      if (engine === 'pglite') return;
      for (const name of names) await administer(SERVER, `drop database if exists ${name} with (force)`);
    });

    it('every other command ends with 1 on a new database, says what makes it, and makes nothing', async () => {
      const nothing =
        engine === 'postgres'
          ? 'The database has no tables yet: run udg migrate, or udg start.\n'
          : `There is no embedded database in ${join(folder, fresh)} yet: run udg migrate, or udg start.\n`;
      for (const command of [...COMMANDS, ['serve']]) {
        const ended = await udg(place(fresh), ...command);
        expect({ command, ...ended }).toEqual({ command, status: 1, signal: null, stdout: '', stderr: nothing });
      }
      if (engine === 'pglite') {
        expect(existsSync(join(folder, fresh))).toBe(false);
        return;
      }
      await look(fresh, async ({ knex }) => {
        expect(await knex('pg_tables').where({ schemaname: 'public' })).toEqual([]);
      });
    });

    it('every other command ends with 1 where migrations lack, names them, and runs none', async () => {
      const remove = (names: readonly string[]): Promise<void> =>
        look(old, async ({ knex }) => {
          await knex('knex_migrations').whereIn('name', names).delete();
        });
      await remove(LAST.slice(1));
      expect(await udg(place(old), 'keys', 'list')).toMatchObject({
        status: 1,
        stdout: '',
        stderr: 'The database lacks the migration 018_portfolio_versions. Run udg migrate.\n',
      });
      await remove(LAST);
      for (const command of [...COMMANDS.slice(0, 2), ['seed']]) {
        const { status, stdout, stderr } = await udg(place(old), ...command);
        expect({ command, status, stdout, stderr }).toEqual({
          ...{ command, status: 1, stdout: '' },
          stderr: 'The database lacks 2 migrations: 017_own_statements, 018_portfolio_versions. Run udg migrate.\n',
        });
      }
      await look(old, async ({ knex }) => {
        expect(await knex('knex_migrations').whereIn('name', LAST)).toEqual([]);
        await knex('knex_migrations').insert(LAST.map((name) => ({ name, batch: 1, migration_time: new Date() })));
      });
    });

    it('what has yet to be painted is a note to a command, which goes on; udg migrate paints it and says how far it is', async () => {
      await look(old, async (database) => {
        await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'water' }]);
        await database.knex('settings').where({ name: 'painted' }).delete();
      });
      expect(await udg(place(old), 'keys', 'list', '--json')).toMatchObject({
        status: 0,
        stdout: '[]\n',
        stderr: 'Note: not all data is painted and looked at as this version does it; run udg migrate.\n',
      });
      expect(await udg(place(old), 'migrate')).toMatchObject({
        status: 0,
        stdout: 'The database is up to date.\n',
        stderr: 'Painting usage afresh: 0 of 1 accounts, 0 %\n',
      });
      expect(await udg(place(old), 'keys', 'list', '--json')).toMatchObject({ status: 0, stderr: '' });
    });

    it('udg seed makes a new database, and says at once how far its migrations are', async () => {
      const seed = startUdg(['seed'], place(fresh));
      await seed.hears(/^Migrations: 001_portfolio, 0 %\n/);
      seed.process.kill('SIGKILL');
      await seed.ended;
    });
  },
);
