import type { Knex } from 'knex';
import { followStatements } from './followStatements.js';

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** Rows with the key, the month and a number for each day of it; `each` gives account_key, start_timestamp and n. */
export const byMonth = (each: string, having = ''): string => `
  select account_key, month, sum(n)::int as records,
    array[${DAYS.map((day) => `coalesce(sum(n) filter (where day = ${day}), 0)::int`).join(', ')}] as days
  from (
    select account_key, ((date_part('year', date) - 1970) * 12 + date_part('month', date) - 1)::int as month,
      date_part('day', date) as day, n
    from (
      select account_key, date_bin('1 day', start_timestamp, '1970-01-01Z') at time zone 'UTC' as date, sum(n) as n
      from (${each}) each group by 1, 2 ${having}
    ) dated
  ) daily group by 1, 2 order by 1, 2`;

const rows = (table: string, n: number): string => `select account_key, start_timestamp, ${n} as n from ${table}`;

/** Adds what a statement selects, in the order of the key, so that transactions that share some wait and do not lock up. */
export const addCounts = (selected: string): string => `
  insert into interval_counts as c ${selected}
  on conflict (account_key, month) do update set records = c.records + excluded.records,
    days = array(select a + b from unnest(c.days, excluded.days) with ordinality d(a, b, day) order by day)`;

const add = (each: string, having?: string): string => addCounts(byMonth(each, having));

export const CHANGED = 'having sum(n) <> 0';
const forget = `delete from interval_counts where records = 0 and account_key in (select account_key from gone)`;

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
  await knex.raw(`create view interval_counts_afresh as ${byMonth(rows('intervals', 1))}`);
  await knex.raw(`
    create function count_intervals() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${add(rows('come', 1))};
      elsif tg_op = 'DELETE' then ${add(rows('gone', -1))}; ${forget};
      elsif tg_op = 'UPDATE' then ${add(`${rows('come', 1)} union all ${rows('gone', -1)}`, CHANGED)}; ${forget};
      else truncate interval_counts;
      end if;
      return null;
    end $$`);
  // From the first of these on nobody else writes intervals until the migration ends.
  await followStatements(knex, 'intervals', 'intervals_counted', 'count_intervals');
  await knex.raw('insert into interval_counts select * from interval_counts_afresh');
  // Counts change with intervals, but when they are set right.
  await knex.raw(`
    create trigger interval_counts_changed after insert or update or delete or truncate on interval_counts
    for each statement execute function note_change()`);
  await knex.raw('analyze interval_counts');
}

export async function down(knex: Knex): Promise<void> {
  for (const operation of ['insert', 'delete', 'update', 'truncate']) {
    await knex.raw(`drop trigger intervals_counted_${operation} on intervals`);
  }
  await knex.raw('drop function count_intervals()');
  await knex.raw('drop view interval_counts_afresh');
  await knex.schema.dropTable('interval_counts');
}
