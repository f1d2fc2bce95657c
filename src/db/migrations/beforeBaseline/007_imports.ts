import type { Knex } from 'knex';

/**
 * Creates the journal of imports and deletions, and the schema for the rows of a running import. An import drops the
 * tables that a killed import has left there.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create schema udg_import`);
  await knex.raw(`
    create table imports (
      import_id integer generated always as identity primary key,
      resource text collate "C" not null, file text not null,
      state text collate "C" not null
        check (state in ('reading', 'applying', 'done', 'refused', 'failed', 'stopped')),
      parts integer not null default 0, parts_done integer not null default 0,
      summary jsonb, started_at timestamptz(3) not null default now(), finished_at timestamptz(3)
    )`);
  await knex.raw(`create index on imports (state) where state in ('reading', 'applying')`);
  // An invoice that readings were taken from cannot be deleted.
  await knex.raw(`create index on readings (invoice_id) where invoice_id is not null`);
}
