import type { Knex } from 'knex';

const VIEW = (more: string): string => `
  create view interval_records as
  select i._id, i.value, ${more} i.start_timestamp, i.end_timestamp, k.type, k.unit, k.read_type, k.is_half_hourly,
    k.is_estimated, k.is_grid_data, k.source, a._id as account_id, a.entity_id, a.company_id, i.created_at,
    i.updated_at, i.account_key
  from intervals i join accounts a using (account_key) join interval_kinds k using (kind_key)`;

/**
 * Adds the estimated part of an interval's value, in its unit: the sum of the channels that are estimates. Null is by
 * far the most frequent: all of an estimated interval, and nothing of another one. The import checks the part against
 * the value. The table has no such check, because imports write millions of rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table intervals add column estimated_value float8');
  await knex.raw('drop view interval_records');
  await knex.raw(VIEW('i.estimated_value,'));
}
