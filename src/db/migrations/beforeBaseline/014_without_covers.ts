import type { Knex } from 'knex';

/**
 * Drops the bits of covering sources (008). The columns of quantities show the sources of combined usage: those with
 * coverage or a quantity.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months drop column covers');
}
