/**
 * The columns of `portfolio_counts`: the owner of the accounts, the month, and the numbers of intervals that begin in
 * the month and on each of its UTC days.
 */
const COLUMNS = 'company_id, entity_id, month, records, days';

/**
 * Adds the rows of a query to the counts of accounts, in the order of the key, so that two transactions cannot
 * deadlock.
 * @param selected a query of `account_key`, `month`, `records` and `days`, in the order of the key
 */
export function addCounts(selected: string): string {
  return `
    insert into interval_counts as c ${selected}
    on conflict (account_key, month) do update set records = c.records + excluded.records,
      days = array(select a + b from unnest(c.days, excluded.days) with ordinality d(a, b, day) order by day)`;
}

/**
 * Adds the rows of a query to the counts of companies and entities, in the order of the key, so that two transactions
 * cannot deadlock.
 */
export function addPortfolioCounts(selected: string): string {
  return `
    insert into portfolio_counts as c (${COLUMNS}) select ${COLUMNS} from (${selected}) s order by 1, 2, 3
    on conflict (company_id, entity_id, month) do update set records = c.records + excluded.records,
      days = array(select a + b from unnest(c.days, excluded.days) with ordinality d(a, b, day) order by day)`;
}

/** A month without intervals has no row. */
export const FORGET_EMPTY = 'delete from portfolio_counts where records = 0';
