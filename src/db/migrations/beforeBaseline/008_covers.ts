import type { Knex } from 'knex';

/**
 * Adds the sources that cover part of a month of combined usage, a bit for each: hh 1, reading 2, invoice 4, custom 8.
 * A source may have a quantity and cover nothing, if a gap of one register hides the data of another. Only for these
 * the inserted values are wrong; recomputing (src/usage/upgrade.ts) corrects them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months add column covers smallint not null default 0');
  await knex.raw(`
    update usage_months set covers = (hh is not null)::int + 2 * (reading is not null)::int
      + 4 * (invoice is not null)::int + 8 * (custom is not null)::int
    where source = 7`);
}
