import type { Knex } from 'knex';

/** The numbers after the first schema, `udg_import` (007). */
const PLACES = [2, 3, 4, 5, 6, 7, 8];

/**
 * Lets imports of different companies run at the same time. Each import has a separate schema for its tables. It states
 * the companies of its rows as soon as it has read them; null: unknown, or any.
 */
export async function up(knex: Knex): Promise<void> {
  await dropTables(knex, ['staged', 'kinds', 'changes', 'owners', 'repeated', 'bad']);
  for (const place of PLACES) {
    await knex.raw(`create schema udg_import_${place}`);
    // Roles with the right to import.
    await knex.raw(`
      do $$ declare granted record; begin
        for granted in select g.grantee::regrole as role, g.privilege_type as what
          from pg_namespace n, aclexplode(n.nspacl) g where n.nspname = 'udg_import' and g.grantee not in (0, n.nspowner)
        loop execute format('grant %s on schema udg_import_${place} to %s', granted.what, granted.role); end loop;
      end $$`);
  }
  await knex.raw(`alter table imports add column place smallint not null default 1, add column companies bytea[]`);
  // Every response has the end of the last import.
  await knex.raw(`create index on imports (finished_at) where finished_at is not null`);
}

/** Drops the tables in the first schema that a killed import has left under old names. */
async function dropTables(knex: Knex, names: readonly string[]): Promise<void> {
  await knex.raw(`drop table if exists ${names.map((name) => `udg_import.${name}`).join(', ')}`);
}
