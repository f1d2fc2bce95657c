import type { Knex } from 'knex';

/** Beside `udg_import`, which is the first (007). */
const PLACES = [2, 3, 4, 5, 6, 7, 8];

/**
 * Imports of different companies run side by side: each has a place of its own for its tables, and says which companies
 * its rows are of as soon as they are read; null: not known yet, or any.
 */
export async function up(knex: Knex): Promise<void> {
  await dropTables(knex, ['staged', 'kinds', 'changes', 'owners', 'repeated', 'bad']);
  for (const place of PLACES) {
    await knex.raw(`create schema udg_import_${place}`);
    // Whoever was given the right to import has it.
    await knex.raw(`
      do $$ declare granted record; begin
        for granted in select g.grantee::regrole as role, g.privilege_type as what
          from pg_namespace n, aclexplode(n.nspacl) g where n.nspname = 'udg_import' and g.grantee not in (0, n.nspowner)
        loop execute format('grant %s on schema udg_import_${place} to %s', granted.what, granted.role); end loop;
      end $$`);
  }
  await knex.raw(`alter table imports add column place smallint not null default 1, add column companies bytea[]`);
  // When the last one ended is part of the state that every answer tells.
  await knex.raw(`create index on imports (finished_at) where finished_at is not null`);
}

/** Those of the first place, which an import that was killed may have left under names that nobody knows any more. */
async function dropTables(knex: Knex, names: readonly string[]): Promise<void> {
  await knex.raw(`drop table if exists ${names.map((name) => `udg_import.${name}`).join(', ')}`);
}
