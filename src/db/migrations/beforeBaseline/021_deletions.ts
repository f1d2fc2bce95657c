import type { Knex } from 'knex';
import { DELETIONS_TABLES, keepsDeletions } from '../baseline/deletions.js';
import { KEPT } from '../baseline/deletionSql.js';
import { copyGrants } from './copyGrants.js';
import { BY_ACCOUNT, isDistributed, ON_ALL_SERVERS } from './isDistributed.js';

/**
 * Deletions: which records have gone, or have left what some may see, and when. A row of a deletion is as small as may
 * be, as intervals go by the million: whose the record was is a key, as the kind of an interval is. Imports write them
 * by statements of their own, on every engine alike; triggers do it for whoever else deletes. They are known from
 * `since` on; infinity: none are kept. Beside them what is told of keys: a label, and the day of their last use.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of DELETIONS_TABLES) await knex.raw(statement);
  // A table that is distributed has no triggers: whoever writes it by hand there says so to nobody (docs/scale.md).
  const withoutTriggers = (await isDistributed(knex)) ? [...ON_ALL_SERVERS, ...BY_ACCOUNT] : [];
  for (const statement of KEPT.filter(({ table }) => !withoutTriggers.includes(table)).flatMap(keepsDeletions)) {
    await knex.raw(statement);
  }
  for (const name of ['deletion_owners', 'deletions', 'deletions_known']) await copyGrants(knex, 'usage_months', name);
  for (const name of ['deletion_records', 'deletions_known']) await copyGrants(knex, 'accounts', name);
  await knex.raw(
    `alter table api_keys add column label text collate "C" check (label <> ''), add column last_used date`,
  );
  // As the last act: what others have deleted before the triggers were there is not known. A database that is empty has
  // lost nothing.
  await knex.raw(`
    insert into deletions_known (since)
    select case when exists (select from companies) then clock_timestamp() else timestamptz 'epoch' end`);
}
