/**
 * The journal of migrations, in the form of Knex's migrator, which earlier versions of the program run. They find in it
 * that the database is newer than they are.
 */
export const JOURNAL: readonly string[] = [
  `create table if not exists knex_migrations (
     id serial primary key, name varchar(255), batch integer, migration_time timestamptz
   )`,
  'create table if not exists knex_migrations_lock (index serial primary key, is_locked integer)',
  'insert into knex_migrations_lock (is_locked) select 0 where not exists (select from knex_migrations_lock)',
];
