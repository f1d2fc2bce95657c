import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { openPostgres } from '../../src/db/postgres.js';
import { openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { fillOld, migrateOld, migrationsAfter } from '../support/oldDatabase.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { IS_LONG } from '../support/repeated.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { udg as udgAsProcess } from '../support/udg.js';

const SERVER = process.env.TEST_DATABASE_URL ?? '';

describe.runIf(SERVER !== '')('udg, on PostgreSQL', () => {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  beforeAll(async () => {
    await administer(SERVER, `create database ${name}`);
  });
  afterAll(() => administer(SERVER, `drop database if exists ${name} with (force)`));

  const env = { DATABASE_URL: databaseUrl(SERVER, name) };
  const ran = (...args: readonly string[]): Promise<Ran> => runCommand(args, { env });
  const udg = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await ran(...args);
    expect(status, stderr).toBe(0);
    return stdout;
  };
  /** The output of a command that several processes run at once. */
  const atOnce = (...args: readonly string[]): Promise<readonly string[]> =>
    Promise.all([1, 2, 3].map(async () => (await udgAsProcess(env, ...args)).stdout));

  it('udg migrate may run twice, and in two processes at the same time', async () => {
    const migrations = (await atOnce('migrate', '--json')).map(
      (text) => (JSON.parse(text) as { ran: readonly string[] }).ran,
    );
    expect(migrations.flat()).toEqual(['baseline']);
    expect(await udg('migrate')).toBe('The database is up to date.\n');
  });

  it('udg migrate computes usage for records older than its tables; udg check finds differences, and udg rebuild repairs them', async () => {
    const today = await openTestDatabase('postgres');
    const oldName = `udg_test_${randomBytes(8).toString('hex')}`;
    await administer(SERVER, `create database ${oldName}`);
    const url = databaseUrl(SERVER, oldName);
    const database = openPostgres({ url, poolMax: 2, statementTimeoutMs: 30_000 });
    const ran = (...args: readonly string[]): Promise<Ran> => runCommand(args, { env: { DATABASE_URL: url } });
    const udg = async (...args: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await ran(...args);
      expect(status, stderr).toBe(0);
      return stdout;
    };
    try {
      const [account, company] = ['b00000000000000000000001', 'c00000000000000000000001'];
      await importPlain(today, 'accounts', [{ _id: account, companyId: company, type: 'water' }]);
      const start = { startTimestamp: '2024-01-01', endTimestamp: '2024-01-03' };
      const record = { _id: 'd00000000000000000000001', accountId: account, type: 'water', value: 4, ...start };
      await importPlain(today, 'non-cumulative', [record]);
      await migrateOld(database, '005_emission_factors');
      await fillOld(database, today);
      expect(await udg('migrate')).toBe(`Ran ${migrationsAfter('005_emission_factors').join(', ')}.\n`);
      expect(await database.knex('usage_months').where({ source: 7 }).first('quantity')).toEqual({ quantity: 4e9 });
      expect(await udg('check', '--all')).toMatch(/^1 account was checked\. The stored usage matches the records\.\n$/);
      // The state after a migration that was killed before it had computed everything.
      await database.knex('settings').where({ name: 'painted' }).delete();
      await database.knex('usage_months').delete();
      expect(await udg('migrate')).toBe('The database is up to date.\n');
      expect(await database.knex('usage_months').where({ source: 7 }).first('quantity')).toEqual({ quantity: 4e9 });
      await database.knex('usage_months').where({ source: 7 }).update({ quantity: 5e9 });
      expect(await ran('check')).toMatchObject({
        status: 1,
        stdout: `1 account was checked. 1 row differs, of the accounts ${account}: udg rebuild corrects them.\n`,
      });
      expect(await udg('rebuild', '--account', account)).toBe('1 account was checked. Recalculated 1 row.\n');
      await database.knex('portfolio_counts').update({ records: 2 });
      expect(await ran('check')).toMatchObject({
        status: 1,
        stdout: `1 account was checked. 1 row differs, of the companies and entities ${company}: udg rebuild corrects them.\n`,
      });
      expect(await udg('rebuild')).toBe('1 account was checked. Recalculated 1 row.\n');
      const well = { accounts: 1, rows: 0, different: [], portfolios: [] };
      expect(JSON.parse(await udg('check', '--json'))).toEqual(well);
    } finally {
      await database.close();
      await today.close();
      await administer(SERVER, `drop database if exists ${oldName} with (force)`);
    }
  });

  it('several processes serve one database at the same time', async () => {
    const issued = await atOnce('keys', 'issue', '--role', 'reader', '--company', 'c'.repeat(24), '--json');
    expect(new Set(issued).size).toBe(3);
    expect((JSON.parse(await udg('keys', 'list', '--json')) as unknown[]).length).toBe(3);
  });

  it('every command exits with 1 and a message if it cannot connect to the server', async () => {
    expect(await udgAsProcess({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'migrate')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
    });
  });

  // It takes the minute that a change waits.
  it.runIf(IS_LONG)(
    'an import exits with 1 if another session holds locks on its rows',
    { timeout: 180_000 },
    async () => {
      await udg('import', 'seeds/examples/portfolio');
      const database = openPostgres({ url: databaseUrl(SERVER, name), poolMax: 1, statementTimeoutMs: 0 });
      const changed = join(mkdtempSync(join(tmpdir(), 'udg-')), 'accounts.csv');
      const accounts = readFileSync(join(PACKAGE_ROOT, 'seeds/examples/portfolio/accounts.csv'), 'utf8');
      writeFileSync(changed, accounts.replaceAll('Head office', 'Main office'));
      const trx = await database.knex.transaction();
      try {
        await trx.raw('select from accounts for update');
        expect(await ran('import', changed)).toMatchObject({
          status: 1,
          stderr: expect.stringContaining(
            'Another session has locked these records for more than a minute. Applied parts are complete; find the session by pg_blocking_pids, end it, and run the command again.',
          ) as string,
        });
      } finally {
        await trx.rollback();
        await database.close();
      }
      expect(await udg('import', changed)).toContain('updated');
    },
  );
});
