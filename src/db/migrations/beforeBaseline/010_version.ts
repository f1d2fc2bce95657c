import type { Knex } from 'knex';

/** What answers come from. Keys, grants and roles are the viewer's, who is known by them. */
const READ = [
  ...['companies', 'entities', 'assets', 'accounts', 'asset_groups', 'contracts', 'invoices', 'readings', 'intervals'],
  ...['usage_days', 'usage_runs', 'usage_months', 'emission_factors', 'settings'],
];

/**
 * The version of the data: one number, which every transaction that changes any of it raises by one as its very last
 * act, by a trigger that is deferred to the commit. So transactions wait for each other's commits only, their numbers
 * are in the order of their commits, on replicas too, and whoever sees a number sees exactly the changes up to it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create table data_version (one boolean primary key default true check (one), version bigint not null)`,
  );
  await knex.raw(`insert into data_version (version) values (1)`);
  // A row for a transaction that has changed something, from its first change to its commit.
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

/** Notes that a transaction changes data, once. */
export const NOTE = `
  if coalesce(current_setting('udg.changes', true), '') <> 'noted' then
    perform set_config('udg.changes', 'noted', true);
    insert into data_changes default values;
  end if;`;

/** What the triggers of the tables do. */
export async function notesChange(knex: Knex, statements: string): Promise<void> {
  await knex.raw(`
    create or replace function note_change() returns trigger language plpgsql as $$
    begin ${statements} return null; end $$`);
}
