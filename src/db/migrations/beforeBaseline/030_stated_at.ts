import type { Knex } from 'knex';

/**
 * When the source of an interval or a reading says that it last changed it, as NEM12 and NEM13 do: an import leaves
 * what is stored where that was changed later. Null: the source does not say.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['intervals', 'readings']) {
    await knex.raw(`alter table ${table} add column stated_at timestamptz(3)`);
  }
}
