import type { Knex } from 'knex';
import { countIntervals, UNLESS_IMPORT_COUNTS } from '../baseline/counts.js';
import { allowsExecution } from '../baseline/triggers.js';
import { KEEPS_NOTE } from '../baseline/versions.js';
import { NOTE, notesChange } from './010_version.js';
import { RAISED, raisesVersion } from './015_version_mark.js';
import { copyGrants } from './copyGrants.js';

/**
 * Lets imports count intervals and record changes with separate statements, on both engines. On one server, triggers do
 * it for other clients; distributed tables have no triggers. A server needs the rows of `account_shards` to read the
 * intervals of an account. That table is distributed like the intervals, and has a row for each account with intervals
 * or readings.
 */
export async function up(knex: Knex): Promise<void> {
  // A running import first ends its part: no interval may be missed.
  await knex.raw('lock table accounts in access exclusive mode');
  await knex.raw(`
    create table account_shards (
      account_key integer primary key, longest_interval_ms bigint not null default 0 check (longest_interval_ms >= 0)
    )`);
  await knex.raw(`
    insert into account_shards select account_key, longest_interval_ms from accounts a
    where longest_interval_ms > 0 or exists (select from readings r where r.account_key = a.account_key)`);
  await knex.raw('alter table accounts drop column longest_interval_ms');
  // Roles that may read accounts, and roles that may write the stored usage.
  for (const table of ['accounts', 'usage_months']) await copyGrants(knex, table, 'account_shards');
  await notesKept(knex);
  await raisesVersion(knex, RAISED, KEEPS_NOTE);
  // An import counts the changes of its transaction itself (`udg.counts`).
  await knex.raw(countIntervals(UNLESS_IMPORT_COUNTS));
}

/**
 * Creates a function that records changes. A kept record is visible to other sessions from the commit until it is
 * deleted.
 */
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
