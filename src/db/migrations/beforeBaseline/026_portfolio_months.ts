import type { Knex } from 'knex';
import { PORTFOLIO_MONTHS_FOLLOW, PORTFOLIO_MONTHS_TABLES } from '../baseline/portfolioMonths.js';
import { GROUP } from '../baseline/portfolioMonthSql.js';
import { notesChanges } from '../baseline/triggers.js';
import { copyGrants } from './copyGrants.js';
import { isDistributed } from './isDistributed.js';

const TABLES = ['portfolio_groups', 'portfolio_members', 'portfolio_months'];
const VIEWS = ['portfolio_months_afresh', 'portfolio_members_afresh'];
const GROUPS = GROUP.join(', ');

/**
 * Creates the sums of the months of accounts. A group has the accounts of one company and entity that figures treat
 * alike. The group depends on an asset only if the same company and entity own it: a viewer who may not see the asset
 * gets figures of the default country. Figures of a whole portfolio then need one row for each kind of meter and month.
 * Months are whole numbers (025), so the sums are exact. Virtual meters are excluded: they count only in their own
 * figures.
 *
 * Imports update the sums last (src/usage/portfolioMonths.ts): parts that share a row wait for each other. On one
 * server, triggers update them after other changes of months and moves of accounts.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of PORTFOLIO_MONTHS_TABLES) await knex.raw(statement);
  // Roles that may change counts. The function queries the views with their rights.
  for (const name of [...TABLES, ...VIEWS]) await copyGrants(knex, 'interval_counts', name);
  // No other session changes months or accounts until the migration ends.
  await knex.raw('lock table assets, accounts, usage_months in share row exclusive mode');
  if (!(await isDistributed(knex))) {
    for (const statement of PORTFOLIO_MONTHS_FOLLOW) await knex.raw(statement);
  }
  for (const statement of ADD_UP) await knex.raw(statement);
  for (const table of ['portfolio_groups', 'portfolio_months']) {
    await knex.raw(notesChanges(table));
  }
  for (const table of TABLES) await knex.raw(`analyze ${table}`);
}

/** Statements that fill the empty tables. */
const ADD_UP = [
  `insert into portfolio_groups (${GROUPS}, accounts)
   select ${GROUPS}, count(*) from portfolio_members_afresh group by ${GROUPS} order by ${GROUPS}`,
  `insert into portfolio_members
   select account_key, group_key from portfolio_members_afresh join portfolio_groups using (${GROUPS})`,
  'insert into portfolio_months select * from portfolio_months_afresh',
];
