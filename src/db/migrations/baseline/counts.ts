import { id } from './columns.js';
import { triggersAfter } from './triggers.js';

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/**
 * Returns a query of rows of `interval_counts`.
 * @param each a query of account_key, start_timestamp and a factor n
 */
const byMonth = (each: string, having = ''): string => `
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

/** Computes the rows of `interval_counts` from the intervals, to check them. */
export const INTERVAL_COUNTS_AFRESH = `create view interval_counts_afresh as ${byMonth(intervalsOf('intervals', 1))}`;

function intervalsOf(table: string, n: number): string {
  return `select account_key, start_timestamp, ${n} as n from ${table}`;
}

/**
 * Updates the counts after a statement that changes intervals, in the order of the key, so that two transactions cannot
 * deadlock. An import counts its changes itself.
 * @param start the first statement of the function
 */
export function countIntervals(start = ''): string {
  const add = (each: string, having?: string): string => `
  insert into interval_counts as c ${byMonth(each, having)}
  on conflict (account_key, month) do update set records = c.records + excluded.records,
    days = array(select a + b from unnest(c.days, excluded.days) with ordinality d(a, b, day) order by day)`;
  const forget = `delete from interval_counts where records = 0 and account_key in (select account_key from gone)`;
  const [come, gone] = [intervalsOf('come', 1), intervalsOf('gone', -1)];
  return `
    create or replace function count_intervals() returns trigger language plpgsql as $$
    begin${start}
      if tg_op = 'INSERT' then ${add(come)};
      elsif tg_op = 'DELETE' then ${add(gone)}; ${forget};
      elsif tg_op = 'UPDATE' then ${add(`${come} union all ${gone}`, 'having sum(n) <> 0')}; ${forget};
      else truncate interval_counts;
      end if;
      return null;
    end $$`;
}

/** The first statement of `count_intervals`: an import counts its changes itself (`udg.counts`). */
export const UNLESS_IMPORT_COUNTS = ` if current_setting('udg.counts', true) = 'own' then return null; end if;`;

/**
 * The numbers of intervals of an account that begin in a month, and on each of its UTC days. Months are counted from
 * 1970 on.
 */
const INTERVAL_COUNTS = [
  `create table interval_counts (
     account_key integer not null, month integer not null, records integer not null, days integer[] not null,
     primary key (account_key, month)
   )`,
  INTERVAL_COUNTS_AFRESH,
  countIntervals(UNLESS_IMPORT_COUNTS),
  ...triggersAfter('intervals', 'intervals_counted', 'count_intervals'),
];

/** The columns of `portfolio_counts`. */
const COLUMNS = 'company_id, entity_id, month, records, days';

/** Returns a query of counts `c`, each with its owner. */
const withOwner = (counts: string, accounts: string, n: string): string => `
  select a.company_id, a.entity_id, c.month, c.records, c.days, ${n} as n
  from ${counts} c join ${accounts} a on a.account_key = c.account_key`;

/**
 * Returns a query of rows of `portfolio_counts`.
 * @param each a query of the columns and a factor n
 */
function sumCounts(each: string): string {
  const days = DAYS.map((day) => `sum(n * days[${day}])::bigint`).join(', ');
  return `
    select company_id, entity_id, month, sum(n * records)::bigint as records, array[${days}] as days
    from (${each}) each group by company_id, entity_id, month`;
}

/** Returns a statement that adds the rows of a query, in the order of the key, so that two transactions cannot deadlock. */
const addCounts = (selected: string): string => `
    insert into portfolio_counts as c (${COLUMNS}) select ${COLUMNS} from (${selected}) s order by 1, 2, 3
    on conflict (company_id, entity_id, month) do update set records = c.records + excluded.records,
      days = array(select a + b from unnest(c.days, excluded.days) with ordinality d(a, b, day) order by day)`;

type Sources = readonly (readonly [table: string, n: string])[];

/**
 * Returns a query of changed counts. It locks the accounts until the transaction ends: a transaction that moves an
 * account would not see the change.
 */
function ofChangedCounts(sources: Sources): string {
  const keys = sources.map(([table]) => `select account_key from ${table}`).join(' union ');
  return `
    with held as materialized (
      select account_key, company_id, entity_id from accounts where account_key in (${keys}) order by _id for share
    ) ${sources.map(([table, n]) => withOwner(table, 'held', n)).join(' union all ')}`;
}

/** Returns a query of the counts of accounts that are created or deleted, or change their owner. */
function ofMovedAccounts(sources: Sources): string {
  const each = sources.map(([table, n]) => `select account_key, company_id, entity_id, ${n} as n from ${table}`);
  return `
    select company_id, entity_id, c.month, c.records, c.days, n
    from (
      select account_key, company_id, entity_id, sum(n) as n from (${each.join(' union all ')}) each
      group by account_key, company_id, entity_id having sum(n) <> 0
    ) moved join interval_counts c using (account_key)`;
}

/** Returns statements that update the sums when a table changes. An import updates the sums itself (`udg.sums`). */
function sumsFollow(table: string, name: string, changesOf: (sources: Sources) => string): readonly string[] {
  const add = (...sources: Sources): string => addCounts(sumCounts(changesOf(sources)));
  const forget = 'delete from portfolio_counts where records = 0';
  return [
    `
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if current_setting('udg.sums', true) = 'own' then return null; end if;
      if tg_op = 'INSERT' then ${add(['come', '1'])};
      elsif tg_op = 'DELETE' then ${add(['gone', '-1'])}; ${forget};
      elsif tg_op = 'UPDATE' then ${add(['come', '1'], ['gone', '-1'])}; ${forget};
      else truncate portfolio_counts;
      end if;
      return null;
    end $$`,
    ...triggersAfter(table, `${table}_summed`, name),
  ];
}

/**
 * The sums of `interval_counts` over the accounts of a company with the same entity, or without one. The total of a
 * viewer's intervals then needs one row for each entity and month. Imports update the sums last: parts that share a row
 * wait for each other.
 */
export const PORTFOLIO_COUNTS_TABLE: readonly string[] = [
  `create table portfolio_counts (
     ${id('company_id', 'not null')}, ${id('entity_id')},
     month integer not null, records bigint not null, days bigint[] not null,
     unique nulls not distinct (company_id, entity_id, month)
   ) with (fillfactor = 50)`,
  'create index on portfolio_counts (entity_id, month)',
  // Computes its rows, to check them.
  `create view portfolio_counts_afresh as ${sumCounts(withOwner('interval_counts', 'accounts', '1'))}`,
];

/** The triggers that update the sums in a database without distributed tables. */
export const PORTFOLIO_COUNTS_FOLLOW: readonly string[] = [
  ...sumsFollow('interval_counts', 'sum_counts', ofChangedCounts),
  ...sumsFollow('accounts', 'sum_moved_counts', ofMovedAccounts),
];

/** Counts of intervals. */
export const COUNTS: readonly string[] = [...INTERVAL_COUNTS, ...PORTFOLIO_COUNTS_TABLE, ...PORTFOLIO_COUNTS_FOLLOW];
