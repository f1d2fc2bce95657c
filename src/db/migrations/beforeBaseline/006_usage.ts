import type { Knex } from 'knex';

/**
 * Creates the stored usage (docs/architecture.md, stored usage) of accounts and sources. A row of `usage_days` is a day
 * that is not uniform, with 48 half-hours. A row of `usage_runs` is a range of uniform days within a month. A row of
 * `usage_months` has the sums of a month. Days and months are counted from 1970 on. Sources: 1 hh, 2 custom, 3 reading,
 * 4 reading-hh, 5 invoice, 6 simulated invoices, 7 combined. The key begins with the account and there are no foreign
 * keys, so that the tables can be distributed by account.
 */
export async function up(knex: Knex): Promise<void> {
  const slots = Array.from({ length: 48 }, (_, slot) => `s${String(slot).padStart(2, '0')} float8`).join(', ');
  const parts = 'hh float8, reading float8, invoice float8, custom float8';
  // An interval that overlaps a range of time starts at most this much before it.
  await knex.raw(`alter table accounts add column longest_interval_ms bigint not null default 0`);
  await knex.raw(`
    update accounts a set longest_interval_ms = l.ms
    from (select account_key, max(extract(epoch from end_timestamp - start_timestamp) * 1000)::bigint as ms
      from intervals group by account_key) l
    where l.account_key = a.account_key`);
  await knex.raw(`
    create table usage_days (
      account_key integer not null, day integer not null, covered_ms integer not null, source smallint not null,
      whole boolean not null, quantity float8 not null, estimated float8 not null, day_quantity float8 not null,
      ${slots}, ${parts}, estimates float8[], coverage integer[], picks text collate "C",
      primary key (account_key, source, day)
    )`);
  await knex.raw(`
    create table usage_runs (
      account_key integer not null, from_day integer not null, to_day integer not null check (to_day > from_day),
      source smallint not null, whole boolean not null, quantity float8 not null, estimated float8 not null,
      primary key (account_key, source, from_day)
    )`);
  await knex.raw(`
    create table usage_months (
      account_key integer not null, month integer not null, covered_ms bigint not null, source smallint not null,
      quantity float8 not null, estimated float8 not null, day_quantity float8 not null, ${parts},
      primary key (account_key, source, month)
    )`);
}
