import type { Knex } from 'knex';

/** The tables that responses are read from. Roles, keys and grants are no data. */
const READ = [
  ...['companies', 'entities', 'assets', 'accounts', 'asset_groups', 'contracts', 'invoices', 'readings', 'intervals'],
  ...['usage_days', 'usage_runs', 'usage_months', 'emission_factors', 'settings'],
];

/**
 * Creates the version of the data: one number. A transaction that changes data raises it by one as its last statement,
 * by a trigger that is deferred to the commit. So transactions wait only for each other's commits. Their numbers are in
 * the order of their commits, on replicas too. A statement that reads a number reads exactly the changes up to it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create table data_version (one boolean primary key default true check (one), version bigint not null)`,
  );
  await knex.raw(`insert into data_version (version) values (1)`);
  // A row for each transaction that has changed data, from its first change to its commit.
  await knex.raw(`create table data_changes (change_id bigint generated always as identity primary key)`);
  await notesChange(knex, NOTE);
  await knex.raw(`
    create function raise_version() returns trigger language plpgsql as $$
    begin
      delete from data_changes where change_id = new.change_id;
      update data_version set version = version + 1;
      return null;
    end $$`);
  await knex.raw(`
    create constraint trigger data_changes_end after insert on data_changes deferrable initially deferred
    for each row execute function raise_version()`);
  for (const table of READ) {
    await knex.raw(`
      create trigger ${table}_changed after insert or update or delete or truncate on ${table}
      for each statement execute function note_change()`);
  }
}

/** Records once that a transaction changes data. */
export const NOTE = `
  if coalesce(current_setting('udg.changes', true), '') <> 'noted' then
    perform set_config('udg.changes', 'noted', true);
    insert into data_changes default values;
  end if;`;

/** Creates the function of the tables' triggers. */
export async function notesChange(knex: Knex, statements: string): Promise<void> {
  await knex.raw(`
    create or replace function note_change() returns trigger language plpgsql as $$
    begin ${statements} return null; end $$`);
}
