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
 * The months of accounts added up: of those of a company and entity that are alike in all that figures tell apart, and
 * whose asset is the same company's and entity's, as who may not see it is told figures of the default country. So
 * figures of all that somebody may see take a row for each kind of meter and month, however many meters there are. As
 * months are whole numbers (025), the sums are what adding them up gives, to the last digit. Virtual meters are left
 * out, as they count at no level but their own.
 *
 * Imports have the sums follow what they change as the last thing that they do (src/usage/portfolioMonths.ts), as parts
 * that share a row wait for each other; triggers do it for whoever else changes months, or moves accounts, where the
 * database is on one server.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of PORTFOLIO_MONTHS_TABLES) await knex.raw(statement);
  // Whoever may change counts; the function asks the views on their behalf.
  for (const name of [...TABLES, ...VIEWS]) await copyGrants(knex, 'interval_counts', name);
  // Nobody else changes months, or accounts, until the migration ends.
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

/** Statements that add all up; the tables are empty. */
const ADD_UP = [
  `insert into portfolio_groups (${GROUPS}, accounts)
   select ${GROUPS}, count(*) from portfolio_members_afresh group by ${GROUPS} order by ${GROUPS}`,
  `insert into portfolio_members
   select account_key, group_key from portfolio_members_afresh join portfolio_groups using (${GROUPS})`,
  'insert into portfolio_months select * from portfolio_months_afresh',
];
