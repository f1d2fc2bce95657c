import type { Knex } from 'knex';
import { countIntervals, INTERVAL_COUNTS_AFRESH } from '../baseline/counts.js';
import { notesChanges, triggersAfter } from '../baseline/triggers.js';

/**
 * Creates the numbers of intervals of an account that begin in a month, and on each of its UTC days. Months are counted
 * from 1970 on. A month without intervals has no row. Every statement that changes intervals, of any client, changes
 * the counts.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table interval_counts (
      account_key integer not null, month integer not null, records integer not null, days integer[] not null,
      primary key (account_key, month)
    )`);
  // Computes the rows of `interval_counts`, to check them.
  await knex.raw(INTERVAL_COUNTS_AFRESH);
  await knex.raw(countIntervals());
  // From the first trigger on, no other session writes intervals until the migration ends.
  for (const statement of triggersAfter('intervals', 'intervals_counted', 'count_intervals')) await knex.raw(statement);
  await knex.raw('insert into interval_counts select * from interval_counts_afresh');
  // Counts change with intervals, except when a repair corrects them.
  await knex.raw(notesChanges('interval_counts'));
  await knex.raw('analyze interval_counts');
}
