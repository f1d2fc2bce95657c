import type { Knex } from 'knex';
import { countIntervals, UNLESS_IMPORT_COUNTS } from '../baseline/counts.js';
import { allowsExecution } from '../baseline/triggers.js';
import { KEEPS_NOTE } from '../baseline/versions.js';
import { NOTE, notesChange } from './010_version.js';
import { RAISED, raisesVersion } from './015_version_mark.js';
import { copyGrants } from './copyGrants.js';

/**
 * Imports count intervals and note that data changes by statements of their own, on every engine alike; triggers do it
 * for whoever else writes, on a server of one machine, as tables that are distributed have none. What is to be known of
 * an account to read its intervals is in a table that is distributed as they are, and has a row of each account with
 * intervals or readings.
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
  await raisesVersion(knex, RAISED, KEEPS_NOTE);
  // An import counts what its transaction changes, and says so.
  await knex.raw(countIntervals(UNLESS_IMPORT_COUNTS));
}

/** Changes are noted by a function; what is kept is the note, which others see from the commit on, until it is taken away. */
async function notesKept(knex: Knex): Promise<void> {
  await knex.raw(`
    create function note_data_change(kept boolean) returns void language plpgsql as $$
    begin
      if kept then perform set_config('udg.notes', 'kept', true); end if;
      ${NOTE}
    end $$`);
  await knex.raw(allowsExecution('note_data_change(boolean)'));
  await notesChange(knex, 'perform note_data_change(false);');
}
