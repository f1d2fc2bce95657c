import { sql } from '../../src/db/sql.js';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damagesOf, type Damage } from '../../bench/damages.js';
import { openPglite } from '../../src/db/pglite.js';
import { importPlain } from '../support/importPlain.js';
import { administer, ask, databaseUrl, SERVER } from '../support/postgres.js';
import { runCommand } from '../support/runCommand.js';
import { makeDataDir, templateOf } from '../support/templates.js';

const COMPANY = 'c00000000000000000000001';

interface Report {
  readonly pages: { readonly pages: number; readonly damaged: number } | null;
  readonly tables: number;
  readonly indexes: number;
  readonly amcheck: boolean;
  readonly problems: readonly { readonly where: string; readonly problem: string }[];
}

describe('udg check --storage, on an embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-'));
  const whole = join(folder, 'whole');
  let damages: readonly Damage[];
  beforeAll(async () => {
    await makeDataDir(whole);
    const database = await openPglite({ folder: join(whole, 'pglite') });
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Cambridge Estate' }]);
    await importPlain(database, 'accounts', [{ _id: 'b'.repeat(24), companyId: COMPANY, type: 'water' }]);
    const rows = await database.rows<{ readonly name: string; readonly file: string }>(
      sql`select relname as name, pg_relation_filepath(oid) as file from pg_class where pg_relation_filepath(oid) is not null`,
    );
    await database.close();
    damages = damagesOf(join(whole, 'pglite'), (name) => rows.find((row) => row.name === name)?.file ?? name);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const check = async (home: string, ...args: string[]) => {
    const ended = await runCommand(['check', '--storage', ...args], { env: { DATA_DIR: home } });
    return { ...ended, report: args.includes('--json') && ended.stdout ? (JSON.parse(ended.stdout) as Report) : null };
  };

  it('compares each page with its checksum and verifies all tables and indexes, and changes no data', async () => {
    const { status, report } = await check(whole, '--json');
    expect(status).toBe(0);
    expect(report).toMatchObject({ amcheck: true, problems: [], pages: { damaged: 0 } });
    expect(report?.pages?.pages).toBeGreaterThan(500);
    expect(report?.tables).toBeGreaterThan(100);
    expect(report?.indexes).toBeGreaterThan(200);
    const again = await check(whole);
    expect(again.stdout).toMatch(
      /^\d+ pages of \d+ files were compared .* verified by amcheck\. No damage was found\.\n$/,
    );
  });

  it.each([
    ['table: accounts', /, page 0: its stored checksum is \d+, but its contents give \d+/],
    ['table of the catalogue: pg_description', /, page 0: its stored checksum is/],
    ['first page blank: accounts', /, page 0: it is blank, so its rows are lost/],
    ['removed: invoices', /invoices.*No such file or directory/],
  ])('exits with 1 and names the damage: %s', async (name, problem) => {
    const damage = damages.find((one) => one.name === name);
    if (!damage) throw new Error(`there is no damage ${name}`);
    const home = join(folder, name.replaceAll(/\W/g, '-'));
    cpSync(whole, home, { recursive: true });
    damage.harm(join(home, 'pglite', damage.file));
    const { status, stdout, stderr } = await check(home);
    expect(status, stderr).toBe(1);
    expect(`${stdout}${stderr}`).toMatch(problem);
  });

  it('rejects accounts as arguments; a check of accounts mentions --storage', async () => {
    expect(await check(whole, '--all')).toMatchObject({ status: 2 });
    const { status, stderr } = await runCommand(['check'], { env: { DATA_DIR: whole } });
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'This compared figures with records. To look for damaged files, run udg check --storage.\n',
    });
  });
});

describe.runIf(SERVER !== '')('udg check --storage, on PostgreSQL', () => {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  const url = databaseUrl(SERVER, name);
  beforeAll(async () => {
    await administer(SERVER, `create database ${name} template ${await templateOf('postgres')}`);
    await administer(SERVER, `create role ${name} login`);
    await ask(url, `grant select on all tables in schema public to ${name}`);
  });
  afterAll(async () => {
    await administer(SERVER, `drop database if exists ${name} with (force)`);
    await administer(SERVER, `drop role if exists ${name}`);
  });

  it('uses amcheck if the role may create it, and removes the extension afterwards', async () => {
    const { status, stdout, stderr } = await runCommand(['check', '--storage', '--json'], {
      env: { DATABASE_URL: url },
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pages: null, amcheck: true, problems: [] });
    expect(await ask(url, `select extname from pg_extension where extname = 'amcheck'`)).toEqual([]);
  });

  it('reads and counts the tables that the role may read if amcheck is missing, and explains how to get amcheck', async () => {
    const own = new URL(url);
    own.username = name;
    const { status, stdout, stderr } = await runCommand(['check', '--storage'], {
      env: { DATABASE_URL: own.toString() },
    });
    expect({ status, stdout }, stderr).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+ tables and \d+ indexes were read\. No damage was found\.\n$/) as string,
    });
    expect(stderr).toContain('amcheck is not available');
    expect(stderr).toContain('create extension amcheck');
  });

  it('finds no damage for a role that owns tables but is no superuser, without amcheck and with it', async () => {
    const own = new URL(url);
    own.username = name;
    const env = { DATABASE_URL: own.toString() };
    for (const table of ['accounts', 'assets']) await ask(url, `alter table ${table} owner to ${name}`);
    const first = await runCommand(['check', '--storage', '--json'], { env });
    expect(JSON.parse(first.stdout)).toMatchObject({ amcheck: false, problems: [] });
    await ask(url, 'create extension amcheck');
    await ask(url, `grant execute on function verify_heapam, bt_index_check(regclass, boolean) to ${name}`);
    const second = await runCommand(['check', '--storage', '--json'], { env });
    expect(JSON.parse(second.stdout)).toMatchObject({ amcheck: true, problems: [] });
    expect([first.status, second.status]).toEqual([0, 0]);
  });
});
