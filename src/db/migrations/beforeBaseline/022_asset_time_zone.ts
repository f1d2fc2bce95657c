import type { Knex } from 'knex';

/** An asset may say what clocks it has: a time zone by its canonical name of the IANA database. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table assets add column time_zone text collate "C"');
}
