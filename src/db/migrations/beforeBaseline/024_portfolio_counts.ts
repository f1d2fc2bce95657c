import type { Knex } from 'knex';
import { PORTFOLIO_COUNTS_FOLLOW, PORTFOLIO_COUNTS_TABLE } from '../baseline/counts.js';
import { notesChanges } from '../baseline/triggers.js';
import { copyGrants } from './copyGrants.js';
import { isDistributed } from './isDistributed.js';

/**
 * Creates the sums of the counts of accounts (011), for the accounts of a company with the same entity or without one.
 * Counts are the numbers of intervals that begin in a month, and on each of its UTC days. An account belongs to one
 * row, and a grant of its company or entity includes the whole row. The total of a viewer's intervals then needs one
 * row for each entity and month. Imports update the sums last (src/import/derivedTables.ts): parts that share a row wait
 * for each other. On one server, triggers update them after other changes of counts and moves of accounts.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of PORTFOLIO_COUNTS_TABLE) await knex.raw(statement);
  // No other session changes counts or accounts until the migration ends.
  await knex.raw('lock table accounts, interval_counts in share row exclusive mode');
  if (!(await isDistributed(knex))) {
    for (const statement of PORTFOLIO_COUNTS_FOLLOW) await knex.raw(statement);
  }
  await knex.raw('insert into portfolio_counts select * from portfolio_counts_afresh');
  // As for interval_counts.
  await knex.raw(notesChanges('portfolio_counts'));
  await copyGrants(knex, 'interval_counts', 'portfolio_counts');
  await knex.raw('analyze portfolio_counts');
}
