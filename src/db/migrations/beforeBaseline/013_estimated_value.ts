import type { Knex } from 'knex';

const VIEW = (more: string): string => `
  create view interval_records as
  select i._id, i.value, ${more} i.start_timestamp, i.end_timestamp, k.type, k.unit, k.read_type, k.is_half_hourly,
    k.is_estimated, k.is_grid_data, k.source, a._id as account_id, a.entity_id, a.company_id, i.created_at,
    i.updated_at, i.account_key
  from intervals i join accounts a using (account_key) join interval_kinds k using (kind_key)`;

/**
 * The part of an interval's value that is estimated, in its unit: of channels that were added up, those that are
 * estimates. Null, as nearly always, says all of an interval that is estimated, and none of another. No check of it
 * against the value, which the import makes: the table is written by millions of rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table intervals add column estimated_value float8');
  await knex.raw('drop view interval_records');
  await knex.raw(VIEW('i.estimated_value,'));
}
