import type { Knex } from 'knex';
import { NOTE, notesChange } from './010_version.js';
import { RAISED, raisesVersion } from './015_version_mark.js';
import { copyGrants } from './copyGrants.js';

/**
 * Imports count intervals and note that data changes by statements of their own, on every engine alike; triggers do it for
 * whoever else writes, on a server of one machine, as tables that are distributed have none. What is to be known of an account
 * to read its intervals is in a table that is distributed as they are, and has a row of each account with intervals or readings.
 */
export async function up(knex: Knex): Promise<void> {
  // An import that is under way ends its part first, so that no interval of it is missed.
  await knex.raw('lock table accounts in access exclusive mode');
  await knex.raw(`
    create table account_shards (
      account_key integer primary key, longest_interval_ms bigint not null default 0 check (longest_interval_ms >= 0)
    )`);
  await knex.raw(`
    insert into account_shards select account_key, longest_interval_ms from accounts a
    where longest_interval_ms > 0 or exists (select from readings r where r.account_key = a.account_key)`);
  await knex.raw('alter table accounts drop column longest_interval_ms');
  // Whoever may read accounts, and whoever may write the stored usage.
  for (const table of ['accounts', 'usage_months']) await copyGrants(knex, table, 'account_shards');
  await notesKept(knex);
  await raisesVersion(knex, RAISED, IS_KEPT);
  await changeCounting(knex, 'begin', `begin ${UNLESS_COUNTED}`);
}

export async function down(knex: Knex): Promise<void> {
  await changeCounting(knex, `begin ${UNLESS_COUNTED}`, 'begin');
  await raisesVersion(knex, RAISED);
  await notesChange(knex, NOTE);
  await knex.raw('drop function note_data_change(boolean)');
  await knex.raw('alter table accounts add column longest_interval_ms bigint not null default 0');
  await knex.raw(`
    update accounts a set longest_interval_ms = s.longest_interval_ms from account_shards s
    where s.account_key = a.account_key`);
  await knex.raw('drop table account_shards');
}

/** An import counts what its transaction changes (src/import/countChanges.ts), and says so. */
const UNLESS_COUNTED = `if current_setting('udg.counts', true) = 'own' then return null; end if;`;

/** Changes how the function of the triggers of 011 begins. */
async function changeCounting(knex: Knex, from: string, to: string): Promise<void> {
  const { rows }: { readonly rows: readonly { readonly body: string }[] } = await knex.raw(
    `select prosrc as body from pg_proc where proname = 'count_intervals' and pronamespace = current_schema()::regnamespace`,
  );
  const [found] = rows;
  if (!found?.body.includes(from)) throw new Error('the function count_intervals of migration 011 is not there');
  const body = found.body.replace(from, to);
  await knex.raw(
    `create or replace function count_intervals() returns trigger language plpgsql as $body$${body}$body$`,
  );
}

/** A condition of plpgsql: whether the note of a change stays. */
export const IS_KEPT = `coalesce(current_setting('udg.notes', true), '') = 'kept'`;

/** Changes are noted by a function; what is kept is the note, which others see from the commit on, until it is taken away. */
export async function notesKept(knex: Knex): Promise<void> {
  await knex.raw(`
    create function note_data_change(kept boolean) returns void language plpgsql as $$
    begin
      if kept then perform set_config('udg.notes', 'kept', true); end if;
      ${NOTE}
    end $$`);
  await grantExecution(knex, 'note_data_change(boolean)');
  await notesChange(knex, 'perform note_data_change(false);');
}

/** Whoever may note a change by a trigger, which takes no right to execute its function, may do so by that function. */
export async function grantExecution(knex: Knex, signature: string): Promise<void> {
  await knex.raw(`
    do $$ declare granted record; begin
      for granted in select g.grantee::regrole as role from pg_class c, aclexplode(c.relacl) g
        where c.oid = 'data_changes'::regclass and g.privilege_type = 'INSERT' and g.grantee not in (0, c.relowner)
      loop execute format('grant execute on function ${signature} to %s', granted.role); end loop;
    end $$`);
}
