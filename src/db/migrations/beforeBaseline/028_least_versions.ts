import type { Knex } from 'knex';
import { refusesOlderVersions } from '../baseline/triggers.js';
import { REFUSE_OLDER_VERSION } from '../baseline/versions.js';
import { BY_ACCOUNT, isDistributed, ON_ALL_SERVERS } from './isDistributed.js';

/**
 * Whoever holds a key, or revokes it, may do so from any version; and what triggers write is as right as the statement
 * that they follow.
 */
const GUARDED = [
  ...['companies', 'entities', 'suppliers', 'assets', 'accounts', 'asset_groups', 'contracts', 'invoices'],
  ...['readings', 'interval_kinds', 'intervals', 'account_shards', 'interval_counts', 'portfolio_counts'],
  ...['usage_days', 'usage_runs', 'usage_months', 'portfolio_groups', 'portfolio_members', 'portfolio_months'],
  ...['emission_factors', 'settings', 'imports', 'deletions', 'deletions_known', 'deletion_owners'],
  ...['findings', 'invoice_findings', 'findings_told'],
];

/**
 * The schema says the least version that may change data: the one that migrated it. `migrate` states it after each
 * upgrade. A version says its own level when it connects (`udg.schema`). Versions before this migration say none. What
 * tells them from SQL by hand is how they connect: by their application name, or by a setting that others hardly have.
 * An embedded database has no other programs, so that whatever says nothing there is such a version.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['least_writer', 'least_reader']) {
    await knex.raw(`create function ${name}() returns int language sql immutable as 'select 0'`);
  }
  await knex.raw(REFUSE_OLDER_VERSION);
  // Nobody else changes accounts until the migration ends; reads go on.
  await knex.raw('lock table accounts in share row exclusive mode');
  const cannot = (await isDistributed(knex)) ? [...ON_ALL_SERVERS, ...BY_ACCOUNT] : [];
  for (const table of GUARDED) if (!cannot.includes(table)) await knex.raw(refusesOlderVersions(table));
}
