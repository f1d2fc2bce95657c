import type { Knex } from 'knex';
import { PORTFOLIO_COUNTS_FOLLOW, PORTFOLIO_COUNTS_TABLE } from '../baseline/counts.js';
import { notesChanges } from '../baseline/triggers.js';
import { copyGrants } from './copyGrants.js';
import { isDistributed } from './isDistributed.js';

/**
 * How many intervals begin in a month, and on each day of it (UTC), of the accounts of a company that are of one
 * entity, or of none: the counts of accounts (011) added up, so that a total of all that somebody may see takes a row
 * for each entity and month. An account belongs to one such row, which whoever is granted the company or the entity
 * sees the whole of. Imports add to them as the last thing that they do (src/import/countChanges.ts), as parts that
 * share a row wait for each other; triggers do it for whoever else changes counts, or moves accounts, where the
 * database is on one server.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of PORTFOLIO_COUNTS_TABLE) await knex.raw(statement);
  // Nobody else changes counts, or accounts, until the migration ends.
  await knex.raw('lock table accounts, interval_counts in share row exclusive mode');
  if (!(await isDistributed(knex))) {
    for (const statement of PORTFOLIO_COUNTS_FOLLOW) await knex.raw(statement);
  }
  await knex.raw('insert into portfolio_counts select * from portfolio_counts_afresh');
  // As of interval_counts.
  await knex.raw(notesChanges('portfolio_counts'));
  await copyGrants(knex, 'interval_counts', 'portfolio_counts');
  await knex.raw('analyze portfolio_counts');
}
