import type { Knex } from 'knex';
import { countIntervals, INTERVAL_COUNTS_AFRESH } from '../baseline/counts.js';
import { notesChanges, triggersAfter } from '../baseline/triggers.js';

/**
 * How many intervals of an account begin in a month, counted from 1970 on, and on each day of it (UTC); nothing for a
 * month without. A statement that changes intervals changes the counts, whoever runs it, by what its rows come to.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table interval_counts (
      account_key integer not null, month integer not null, records integer not null, days integer[] not null,
      primary key (account_key, month)
    )`);
  // What the counts have to be.
  await knex.raw(INTERVAL_COUNTS_AFRESH);
  await knex.raw(countIntervals());
  // From the first of these on nobody else writes intervals until the migration ends.
  for (const statement of triggersAfter('intervals', 'intervals_counted', 'count_intervals')) await knex.raw(statement);
  await knex.raw('insert into interval_counts select * from interval_counts_afresh');
  // Counts change with intervals, but when they are set right.
  await knex.raw(notesChanges('interval_counts'));
  await knex.raw('analyze interval_counts');
}
