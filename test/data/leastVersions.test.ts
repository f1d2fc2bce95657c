import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { SCHEMA_LEVEL } from '../../src/db/migrate.js';
import { ONE_SERVER, openTestDatabase } from '../support/engines.js';

/** A session of a version from before schema levels: it does not state its level. */
const OLDER = { 'udg.schema': '', application_name: 'utility-data-gateway' };
/** The same if the address of the database names another application. */
const RENAMED = { ...OLDER, application_name: 'nightly import', client_connection_check_interval: '250ms' };
const EARLIER = { ...OLDER, 'udg.schema': String(SCHEMA_LEVEL - 1) };
const BY_HAND = { 'udg.schema': '', application_name: 'psql', client_connection_check_interval: '0' };

/** Tables of keys, which any version may issue and revoke; of migrations; and those that only triggers change. */
const OPEN_TABLES = ['api_keys', 'grants', 'roles', 'users', 'data_changes', 'portfolio_versions'];

describe.each(ONE_SERVER)('a database upgraded by a newer version, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  /** Runs statements in a session with these settings, and rolls them back. */
  const as = async (settings: Readonly<Record<string, string>>, run: (trx: Knex.Transaction) => Promise<unknown>) => {
    const trx = await database.knex.transaction();
    try {
      for (const [name, value] of Object.entries(settings)) await trx.raw(`set local ${name} = '${value}'`);
      return await run(trx);
    } finally {
      await trx.rollback();
    }
  };
  const write = (trx: Knex.Transaction): Promise<unknown> =>
    Promise.resolve(trx.raw(`update accounts set name = 'x'`)).then(() => 'written');

  it.each([
    ['that does not say its schema', OLDER, 'is older, as it does not say its schema'],
    ['that says an earlier schema', EARLIER, `has schema ${SCHEMA_LEVEL - 1}`],
    ['whose address names another application', RENAMED, 'is older, as it does not say its schema'],
  ])('rejects changes by a version %s, and states the required schema and the next step', async (_, session, which) => {
    await expect(as(session, write)).rejects.toThrow(
      `only versions with schema ${SCHEMA_LEVEL} or later may change its data, and this one ${which}. ` +
        'Install the newer version and run the command with that.',
    );
  });

  it('accepts changes by a version of its own schema and of a later one', async () => {
    expect(await as({}, write)).toBe('written');
    expect(await as({ 'udg.schema': String(SCHEMA_LEVEL + 1) }, write)).toBe('written');
  });

  it('rejects every change of every table except those of keys', async () => {
    const tables: readonly { readonly name: string }[] = await database
      .knex('pg_class')
      .select({ name: 'relname' })
      .where({ relkind: 'r' })
      .whereRaw(`relnamespace = 'public'::regnamespace and relname not like 'knex_%'`)
      .orderBy('relname');
    const open: string[] = [];
    for (const { name } of tables) {
      const statements = [
        `delete from ${name}`,
        `truncate ${name} cascade`,
        `insert into ${name} select * from ${name}`,
      ];
      for (const statement of OPEN_TABLES.includes(name) ? [] : statements) {
        const refused = as(OLDER, (trx) => Promise.resolve(trx.raw(statement)));
        await expect(refused, statement).rejects.toThrow(/may change its data|non-DEFAULT value/);
      }
      const found: readonly unknown[] = await database.knex('pg_trigger').where({ tgname: `${name}_guarded` });
      if (found.length === 0) open.push(name);
    }
    expect(open).toEqual([...OPEN_TABLES].sort());
  });

  it('rejects COPY by an older version', async () => {
    const copied = as(OLDER, (trx) =>
      database.copyIn(trx, 'copy settings (name, value) from', Readable.from([Buffer.from('a\tb\n')])),
    );
    await expect(copied).rejects.toThrow('may change its data');
  });

  it('lets an older version issue keys, revoke them and record their use', async () => {
    const user = `'\\x${'a'.repeat(24)}'`;
    await as(OLDER, async (trx) => {
      await trx.raw(`insert into users (_id) values (${user})`);
      await trx.raw(`insert into grants (user_id, company_id) values (${user}, ${user})`);
      await trx.raw(`insert into api_keys (user_id, digest, role) values (${user}, '\\x${'b'.repeat(64)}', 'reader')`);
      await trx.raw('update api_keys set last_used = now(), revoked_at = now()');
    });
  });

  it('accepts manual SQL; on the embedded database only from a session that states its schema', async () => {
    if (engine === 'postgres') expect(await as(BY_HAND, write)).toBe('written');
    else await expect(as(BY_HAND, write)).rejects.toThrow('may change its data');
    expect(await as({ ...BY_HAND, 'udg.schema': String(SCHEMA_LEVEL) }, write)).toBe('written');
  });
});
