import type { Knex } from 'knex';

/** Beside `udg_import`, which is the first (007). */
const PLACES = [2, 3, 4, 5, 6, 7, 8];

/**
 * Imports of different companies run side by side: each has a place of its own for its tables, and says which companies its
 * rows are of as soon as they are read; null: not known yet, or any.
 */
export async function up(knex: Knex): Promise<void> {
  for (const place of PLACES) await knex.raw(`create schema udg_import_${place}`);
  await knex.raw(`alter table imports add column place smallint not null default 1, add column companies bytea[]`);
  // When the last one ended is part of the state that every answer tells.
  await knex.raw(`create index on imports (finished_at) where finished_at is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index imports_finished_at_idx');
  await knex.raw('alter table imports drop column place, drop column companies');
  for (const place of PLACES) await knex.raw(`drop schema udg_import_${place} cascade`);
}
