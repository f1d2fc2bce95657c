import type { Knex } from 'knex';

/**
 * When the source of an interval or a reading says that it last changed it, as NEM12 and NEM13 do: an import leaves what is stored
 * where that was changed later. Null: the source does not say.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['intervals', 'readings']) {
    await knex.raw(`alter table ${table} add column stated_at timestamptz(3)`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view reading_records');
  for (const table of ['intervals', 'readings']) await knex.raw(`alter table ${table} drop column stated_at`);
  await knex.raw(`
    create view reading_records as
    select r.*, a._id as account_id, a.entity_id, a.company_id from readings r join accounts a using (account_key)`);
}
