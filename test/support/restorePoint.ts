import type { Database } from '../../src/data/database.js';

/** What no test wants back: the journal of imports, the version of the data, and which migrations ran. */
const GOES_ON = ['imports', 'portfolio_versions', 'data_changes', 'knex_migrations', 'knex_migrations_lock'];

/** In this order; those of Citus mean nothing elsewhere. */
const SETTINGS = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
  session_replication_role: 'replica',
};

/**
 * Copies all records, and the usage of them, within the database, so that what a test changes can be taken back for
 * much less than importing all anew.
 * @param name of letters, another one for each point of a database
 * @returns puts back what was there when it was copied; server-made keys and stamps included
 */
export async function restorePoint({ knex }: Database, name: string): Promise<() => Promise<void>> {
  const schema = `udg_kept_${name}`;
  const wanted = `schemaname = 'public' and tablename not in (${GOES_ON.map((table) => `'${table}'`).join(', ')})`;
  await knex.raw(`create schema ${schema}`);
  await knex.raw(`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where ${wanted} loop
        execute format('create unlogged table ${schema}.%1$I as table public.%1$I', name);
      end loop;
    end $$`);
  return () =>
    knex.transaction(async (trx) => {
      // Triggers would check and count what was checked and counted already; but readers have to hear of the change. So on all servers
      // of a cluster, which allows what they share to be changed after what is distributed where one shard is changed after the other.
      for (const [setting, value] of Object.entries(SETTINGS)) await trx.raw(`set local ${setting} = ${value}`);
      await trx.raw(`
        do $$ declare name text; begin
          for name in select tablename from pg_tables where ${wanted} loop
            execute format('delete from public.%1$I', name);
            execute format('insert into public.%1$I overriding system value table ${schema}.%1$I', name);
          end loop;
          update portfolio_versions set version = version + 1, mark = (random() * 1e15)::bigint;
        end $$`);
    });
}
