import type { Knex } from 'knex';
import { DELETIONS_TABLES, keepsDeletions } from '../baseline/deletions.js';
import { KEPT } from '../baseline/deletionSql.js';
import { copyGrants } from './copyGrants.js';
import { BY_ACCOUNT, isDistributed, ON_ALL_SERVERS } from './isDistributed.js';

/**
 * Creates the deletions: the records that were deleted, or left a company or an entity, with the time. A row is small,
 * because intervals are deleted by the million: a key replaces the owner. Imports store deletions with separate
 * statements, on both engines. Triggers do it for other clients. Deletions are complete from `since` on; infinity: none
 * are stored. It also adds the label of a key, and the day of its last use.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of DELETIONS_TABLES) await knex.raw(statement);
  // Distributed tables have no triggers. Changes by hand-written SQL are not recorded there (docs/scale.md).
  const withoutTriggers = (await isDistributed(knex)) ? [...ON_ALL_SERVERS, ...BY_ACCOUNT] : [];
  for (const statement of KEPT.filter(({ table }) => !withoutTriggers.includes(table)).flatMap(keepsDeletions)) {
    await knex.raw(statement);
  }
  for (const name of ['deletion_owners', 'deletions', 'deletions_known']) await copyGrants(knex, 'usage_months', name);
  for (const name of ['deletion_records', 'deletions_known']) await copyGrants(knex, 'accounts', name);
  await knex.raw(
    `alter table api_keys add column label text collate "C" check (label <> ''), add column last_used date`,
  );
  // Last: earlier deletions by other sessions are unknown. In an empty database deletions are complete from the start.
  await knex.raw(`
    insert into deletions_known (since)
    select case when exists (select from companies) then clock_timestamp() else timestamptz 'epoch' end`);
}
