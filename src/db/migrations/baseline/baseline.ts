import type { Knex } from 'knex';
import { COUNTS } from './counts.js';
import { DELETIONS } from './deletions.js';
import { EMISSION_FACTORS, FACTOR_SETS, insertShippedFactors } from './factors.js';
import { FINDINGS } from './findings.js';
import { IMPORTS } from './imports.js';
import { JOURNAL } from './journal.js';
import { KEYS } from './keys.js';
import { PORTFOLIO } from './portfolio.js';
import { PORTFOLIO_MONTHS } from './portfolioMonths.js';
import { RECORDS } from './records.js';
import { notesChanges, refusesOlderVersions } from './triggers.js';
import { USAGE } from './usage.js';
import { VERSIONS } from './versions.js';

const PORTFOLIO_TABLES = ['companies', 'entities', 'suppliers', 'assets', 'accounts', 'asset_groups', 'contracts'];
const RECORD_TABLES = ['invoices', 'readings', 'intervals'];
const USAGE_TABLES = ['usage_days', 'usage_runs', 'usage_months'];
const SUM_TABLES = ['interval_counts', 'portfolio_counts', 'portfolio_groups', 'portfolio_months'];
const SETTING_TABLES = ['emission_factors', 'emission_factor_sets', 'settings'];

/** The tables that responses are read from. Roles, keys and grants are no data. */
const READ = [...PORTFOLIO_TABLES, ...RECORD_TABLES, ...USAGE_TABLES, ...SUM_TABLES, ...SETTING_TABLES, 'findings'];

/** All tables that older versions than the schema may not change. Every version may issue and revoke keys. */
const GUARDED = [
  ...READ,
  ...['interval_kinds', 'account_shards', 'portfolio_members', 'imports', 'invoice_findings', 'findings_told'],
  ...['deletions', 'deletions_known', 'deletion_owners'],
];

/**
 * Creates the schema of a new database. The migrations 001 to 030 create the same schema, to the last column and
 * constraint (test/data/baseline.test.ts). Never change a released migration: change the schema by a new one.
 */
export async function up(knex: Knex): Promise<void> {
  const tables = [JOURNAL, PORTFOLIO, RECORDS, KEYS, IMPORTS, [EMISSION_FACTORS, FACTOR_SETS], USAGE, FINDINGS].flat();
  for (const statement of tables) await knex.raw(statement);
  await insertShippedFactors(knex);
  const functions = [VERSIONS, COUNTS, PORTFOLIO_MONTHS, DELETIONS].flat();
  for (const statement of functions) await knex.raw(statement);
  for (const table of READ) await knex.raw(notesChanges(table));
  for (const table of GUARDED) await knex.raw(refusesOlderVersions(table));
  // For an empty table that was never analysed, the planner assumes ten pages.
  await knex.raw(`analyze usage_months, ${SUM_TABLES.join(', ')}, portfolio_members`);
}
