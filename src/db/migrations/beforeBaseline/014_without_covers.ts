import type { Knex } from 'knex';

/**
 * The sources of combined are those that give coverage or a quantity, which the columns of their quantities tell: the
 * bits of those that cover anything (008) are not asked for any more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months drop column covers');
}
