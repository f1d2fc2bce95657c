import type { Knex } from 'knex';

/** Adds the time zone of an asset: a canonical name of the IANA database. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table assets add column time_zone text collate "C"');
}
