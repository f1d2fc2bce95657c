import type { Knex } from 'knex';
import { addPortfolioCounts, FORGET_EMPTY, sumCounts } from '../portfolioCountSql.js';
import { copyGrants } from './copyGrants.js';
import { followStatements } from './followStatements.js';
import { isDistributed } from './isDistributed.js';

const id = (name: string, more = ''): string => `${name} bytea ${more} check (octet_length(${name}) = 12)`;

/** Counts of accounts `c`, each with whose they are. */
const owned = (counts: string, accounts: string, n: string): string => `
  select a.company_id, a.entity_id, c.month, c.records, c.days, ${n} as n
  from ${counts} c join ${accounts} a on a.account_key = c.account_key`;

/**
 * How many intervals begin in a month, and on each day of it (UTC), of the accounts of a company that are of one entity, or of none:
 * the counts of accounts (011) added up, so that a total of all that somebody may see takes a row for each entity and month. An
 * account belongs to one such row, which whoever is granted the company or the entity sees the whole of. Imports add to them as the
 * last thing that they do (src/import/countChanges.ts), as parts that share a row wait for each other; triggers do it for whoever else
 * changes counts, or moves accounts, where the database is on one server.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio_counts (
      ${id('company_id', 'not null')}, ${id('entity_id')},
      month integer not null, records bigint not null, days bigint[] not null,
      unique nulls not distinct (company_id, entity_id, month)
    ) with (fillfactor = 50)`);
  await knex.raw('create index on portfolio_counts (entity_id, month)');
  // What the sums have to be.
  await knex.raw(`create view portfolio_counts_afresh as ${sumCounts(owned('interval_counts', 'accounts', '1'))}`);
  // Nobody else changes counts, or accounts, until the migration ends.
  await knex.raw('lock table accounts, interval_counts in share row exclusive mode');
  if (!(await isDistributed(knex))) {
    await follow(knex, 'interval_counts', 'sum_counts', OF_COUNTS);
    await follow(knex, 'accounts', 'sum_moved_counts', OF_MOVED);
  }
  await knex.raw('insert into portfolio_counts select * from portfolio_counts_afresh');
  // As of interval_counts.
  await knex.raw(`
    create trigger portfolio_counts_changed after insert or update or delete or truncate on portfolio_counts
    for each statement execute function note_change()`);
  await copyGrants(knex, 'interval_counts', 'portfolio_counts');
  await knex.raw('analyze portfolio_counts');
}

export async function down(knex: Knex): Promise<void> {
  for (const name of ['sum_counts', 'sum_moved_counts']) await knex.raw(`drop function if exists ${name}() cascade`);
  await knex.raw('drop view portfolio_counts_afresh');
  await knex.schema.dropTable('portfolio_counts');
}

/** Of counts that change; accounts stay whose they are until the transaction ends, lest who moves one misses what it does not see yet. */
const OF_COUNTS = (tables: readonly (readonly [table: string, n: string])[]): string => {
  const keys = tables.map(([table]) => `select account_key from ${table}`).join(' union ');
  return `
    with held as materialized (
      select account_key, company_id, entity_id from accounts where account_key in (${keys}) order by _id for share
    ) ${tables.map(([table, n]) => owned(table, 'held', n)).join(' union all ')}`;
};

/** Of accounts that come, go, or become somebody else's. */
const OF_MOVED = (tables: readonly (readonly [table: string, n: string])[]): string => {
  const each = tables.map(([table, n]) => `select account_key, company_id, entity_id, ${n} as n from ${table}`);
  return `
    select company_id, entity_id, c.month, c.records, c.days, n
    from (
      select account_key, company_id, entity_id, sum(n) as n from (${each.join(' union all ')}) each
      group by account_key, company_id, entity_id having sum(n) <> 0
    ) moved join interval_counts c using (account_key)`;
};

/** Has the sums follow a table: imports do so themselves (`udg.sums`); those of a version before this do not. */
async function follow(knex: Knex, table: string, name: string, of: typeof OF_COUNTS): Promise<void> {
  const add = (...tables: readonly (readonly [string, string])[]): string => addPortfolioCounts(sumCounts(of(tables)));
  await knex.raw(`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if current_setting('udg.sums', true) = 'own' then return null; end if;
      if tg_op = 'INSERT' then ${add(['come', '1'])};
      elsif tg_op = 'DELETE' then ${add(['gone', '-1'])}; ${FORGET_EMPTY};
      elsif tg_op = 'UPDATE' then ${add(['come', '1'], ['gone', '-1'])}; ${FORGET_EMPTY};
      else truncate portfolio_counts;
      end if;
      return null;
    end $$`);
  await followStatements(knex, table, `${table}_summed`, name);
}
