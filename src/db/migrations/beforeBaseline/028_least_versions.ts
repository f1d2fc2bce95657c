import type { Knex } from 'knex';
import { refusesOlderVersions } from '../baseline/triggers.js';
import { REFUSE_OLDER_VERSION } from '../baseline/versions.js';
import { BY_ACCOUNT, isDistributed, ON_ALL_SERVERS } from './isDistributed.js';

/**
 * The tables that older versions may not change. Any version may issue or revoke keys. Changes by triggers are as
 * correct as their statement.
 */
const GUARDED = [
  ...['companies', 'entities', 'suppliers', 'assets', 'accounts', 'asset_groups', 'contracts', 'invoices'],
  ...['readings', 'interval_kinds', 'intervals', 'account_shards', 'interval_counts', 'portfolio_counts'],
  ...['usage_days', 'usage_runs', 'usage_months', 'portfolio_groups', 'portfolio_members', 'portfolio_months'],
  ...['emission_factors', 'settings', 'imports', 'deletions', 'deletions_known', 'deletion_owners'],
  ...['findings', 'invoice_findings', 'findings_told'],
];

/**
 * Adds the oldest version that may change data: the version that migrated the schema. `migrate` states it after each
 * upgrade. A version states its level when it connects (`udg.schema`). Versions before this migration do not. They
 * differ from hand-written SQL by their application name, or by a setting that other programs hardly use. An embedded
 * database has no other programs, so a session without a level is such a version.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['least_writer', 'least_reader']) {
    await knex.raw(`create function ${name}() returns int language sql immutable as 'select 0'`);
  }
  await knex.raw(REFUSE_OLDER_VERSION);
  // No other session changes accounts until the migration ends. Reads continue.
  await knex.raw('lock table accounts in share row exclusive mode');
  const cannot = (await isDistributed(knex)) ? [...ON_ALL_SERVERS, ...BY_ACCOUNT] : [];
  for (const table of GUARDED) if (!cannot.includes(table)) await knex.raw(refusesOlderVersions(table));
}
