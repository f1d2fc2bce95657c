import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { sql } from '../../src/db/sql.js';
import { ONE_SERVER, openNewDatabase } from '../support/engines.js';
import { migrateOld, migrationsAfter, OLD_MIGRATIONS, openOldDatabase } from '../support/oldDatabase.js';
import { dumpRows, dumpSchema } from '../support/schemaDump.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';

const SINCE = migrationsAfter(OLD_MIGRATIONS.at(-1) ?? '');

describe.each(ONE_SERVER)('the baseline, on %s', (engine) => {
  let created: Database;
  let upgraded: Database;
  beforeAll(async () => {
    created = await openNewDatabase(engine);
    upgraded = await openOldDatabase(engine, '001_portfolio');
  });
  afterAll(() => Promise.all([created.close(), upgraded.close()]));

  it('is all that a new database runs; an old database runs its missing migrations', async () => {
    expect(await migrate(created)).toEqual(['baseline', ...SINCE]);
    expect(await migrate(upgraded)).toEqual(migrationsAfter('001_portfolio'));
    for (const database of [created, upgraded]) expect(await migrate(database)).toEqual([]);
  });

  it('creates the same schema as the migrations: objects, columns, rights and their order', async () => {
    const schema = await dumpSchema(created);
    expect(schema.length).toBeGreaterThan(800);
    expect(await dumpSchema(upgraded)).toEqual(schema);
  });

  it('creates the same rows as the migrations, and records their names', async () => {
    const rows = await dumpRows(created);
    expect(await dumpRows(upgraded)).toEqual(rows);
    expect(rows.knex_migrations).toEqual([...OLD_MIGRATIONS, ...SINCE].map((name, index) => ({ id: index + 1, name })));
  });
});

/** Whether `pg_dump` is installed. */
const HAS_PG_DUMP = spawnSync('pg_dump', ['--version']).status === 0;

describe.runIf(SERVER !== '')('the baseline, for roles with default privileges', () => {
  const roles = ['udg_reader', 'udg_importer'].map((role) => `${role}_${randomBytes(4).toString('hex')}`);
  const [reader, importer] = roles;
  let databases: readonly Database[] = [];
  beforeAll(async () => {
    for (const role of roles) await administer(SERVER, `create role ${role}`);
    databases = await Promise.all([openNewDatabase('postgres'), openNewDatabase('postgres')]);
    for (const { knex } of databases) {
      await knex.raw(`alter default privileges grant select on tables to ${reader}`);
      await knex.raw(`alter default privileges grant select, insert on tables to ${importer}`);
      await knex.raw('alter default privileges revoke execute on functions from public');
    }
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    for (const role of roles) await administer(SERVER, `drop role ${role}`);
  });

  it('grants the same rights as the migrations, and pg_dump finds no difference', async () => {
    const [created, upgraded] = databases;
    if (!created || !upgraded) throw new Error('there are two');
    await migrate(created);
    await migrateOld(upgraded, '001_portfolio');
    await migrate(upgraded);
    const schema = await dumpSchema(created);
    expect(schema.filter((line) => line.includes(`${importer}=X`)).length).toBe(2);
    expect(await dumpSchema(upgraded)).toEqual(schema);
    if (!HAS_PG_DUMP) return;
    const dumps = await Promise.all(databases.map(pgDump));
    expect(dumps[0]).toContain('CREATE TABLE public.intervals');
    expect(dumps[1]).toBe(dumps[0]);
  });
});

/** The schema as `pg_dump` writes it, without the random word that its lines for psql have. */
async function pgDump(database: Database): Promise<string> {
  const [row] = await database.rows<{ readonly name: string }>(sql`select current_database() as name`);
  const url = databaseUrl(SERVER, row?.name ?? '');
  const { stdout } = spawnSync('pg_dump', ['--schema-only', url], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return stdout.replace(/^\\(un)?restrict .*$/gm, '');
}
