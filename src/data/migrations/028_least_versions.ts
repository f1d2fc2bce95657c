import type { Knex } from 'knex';
import { guardTable, stateLeastLevels } from '../schemaLevels.js';
import { isDistributed } from './isDistributed.js';
import { BY_ACCOUNT, ON_ALL_SERVERS } from '../distribution.js';

/**
 * Whoever holds a key, or revokes it, may do so from any version; and what triggers write is as right as the statement that they
 * follow.
 */
const GUARDED = [
  ...['companies', 'entities', 'suppliers', 'assets', 'accounts', 'asset_groups', 'contracts', 'invoices'],
  ...['readings', 'interval_kinds', 'intervals', 'account_shards', 'interval_counts', 'portfolio_counts'],
  ...['usage_days', 'usage_runs', 'usage_months', 'portfolio_groups', 'portfolio_members', 'portfolio_months'],
  ...['emission_factors', 'settings', 'imports', 'deletions', 'deletions_known', 'deletion_owners'],
  ...['findings', 'invoice_findings', 'findings_told'],
];

/**
 * The schema says the least version that may change data: the one that migrated it. `migrate` states it after each upgrade. A version
 * says its own level when it connects (`udg.schema`). Versions before this migration say none. What tells them from SQL by hand is
 * how they connect: by their application name, or by a setting that others hardly have. An embedded database has no other programs,
 * so that whatever says nothing there is such a version.
 */
export async function up(knex: Knex): Promise<void> {
  await stateLeastLevels(knex, 0, 0);
  await knex.raw(`
    create function refuse_older_version() returns trigger language plpgsql as $$
    declare
      stated text := coalesce(current_setting('udg.schema', true), '');
      own text := 'is older, as it does not say its schema';
    begin
      if stated ~ '^[0-9]{1,9}$' then
        if stated::int >= least_writer() then return null; end if;
        own := 'has schema ' || stated;
      elsif current_setting('application_name') <> 'utility-data-gateway'
        and current_setting('client_connection_check_interval') <> '250ms' and version() !~ 'PGlite' then
        return null;
      end if;
      raise exception using errcode = 'object_not_in_prerequisite_state', message = format(
        'A newer version of udg has upgraded this database: only versions with schema %s or later may change its data, and this one '
        '%s. Install the newer version and run the command with that.', least_writer(), own);
    end $$`);
  // Nobody else changes accounts until the migration ends; reads go on.
  await knex.raw('lock table accounts in share row exclusive mode');
  const cannot = (await isDistributed(knex)) ? [...ON_ALL_SERVERS, ...BY_ACCOUNT] : [];
  for (const table of GUARDED) if (!cannot.includes(table)) await guardTable(knex, table);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function refuse_older_version() cascade');
  for (const name of ['least_writer', 'least_reader']) await knex.raw(`drop function ${name}()`);
}
