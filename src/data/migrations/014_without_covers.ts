import type { Knex } from 'knex';

/**
 * The sources of combined are those that give coverage or a quantity, which the columns of their quantities tell: the
 * bits of those that cover anything (008) are not asked for any more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months drop column covers');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months add column covers smallint not null default 0');
  await knex.raw(`
    update usage_months set covers = (hh is not null)::int + 2 * (reading is not null)::int
      + 4 * (invoice is not null)::int + 8 * (custom is not null)::int
    where source = 7`);
}
