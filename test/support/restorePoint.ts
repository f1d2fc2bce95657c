import type { Database } from '../../src/db/database.js';

/** Tables that a restore leaves alone: the journal of imports, the version of the data, and the list of migrations. */
const GOES_ON = ['imports', 'portfolio_versions', 'data_changes', 'knex_migrations', 'knex_migrations_lock'];

/** The order matters. On plain PostgreSQL, the settings of Citus have no effect. */
const SETTINGS = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
  session_replication_role: 'replica',
};

/**
 * Copies all records and their usage within the database. Restoring the copy takes much less time than importing all
 * data again.
 * @param name letters only, different for each restore point of a database
 * @returns a function that restores the copied rows, with their server-made keys and stamps
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
      // Triggers would check and count the rows again, so the restore turns them off. It then raises the data version
      // for readers, on all servers of a cluster. The order is due to Citus: after a change to one shard, a transaction
      // must change shards in sequence before it may change reference tables.
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
