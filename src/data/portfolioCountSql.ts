/** The columns of `portfolio_counts`: whose accounts, the month, and how many intervals begin in it and on each day of it (UTC). */
const COLUMNS = 'company_id, entity_id, month, records, days';

/**
 * Counts of intervals as they are kept for companies and entities.
 * @param each a query for counts of accounts: `company_id`, `entity_id`, `month`, `records`, `days`, and how often they count, `n`:
 *   −1 takes them away
 */
export function sumCounts(each: string): string {
  const days = Array.from({ length: 31 }, (_, index) => `sum(n * days[${index + 1}])::bigint`).join(', ');
  return `
    select company_id, entity_id, month, sum(n * records)::bigint as records, array[${days}] as days
    from (${each}) each group by company_id, entity_id, month`;
}

/** Adds what a query selects, in the order of the key, so that transactions that share some wait and do not lock up. */
export function addPortfolioCounts(selected: string): string {
  return `
    insert into portfolio_counts as c (${COLUMNS}) select ${COLUMNS} from (${selected}) s order by 1, 2, 3
    on conflict (company_id, entity_id, month) do update set records = c.records + excluded.records,
      days = array(select a + b from unnest(c.days, excluded.days) with ordinality d(a, b, day) order by day)`;
}

/** A month without any has no row. */
export const FORGET_EMPTY = 'delete from portfolio_counts where records = 0';
