import type { Knex } from 'knex';

/**
 * Adds the time at which the source last changed an interval or a reading, as NEM12 and NEM13 state it. An import does
 * not replace a record with a later time. Null: the source does not state it.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['intervals', 'readings']) {
    await knex.raw(`alter table ${table} add column stated_at timestamptz(3)`);
  }
}
