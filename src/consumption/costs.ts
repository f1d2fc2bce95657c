import { currencySql } from '../data/currency.js';
import { accountKeys } from '../data/access.js';
import { raw, sql, type Sql } from '../data/sql.js';
import type { VisibleSnapshot } from '../data/database.js';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import type { Clock, Period } from './periods.js';
import type { Groups } from './usageOfGroups.js';
import { type RateLine, type Rates, ratesOf } from './rates.js';
import { shareOf, sweep } from './sweep.js';

/** An invoice that counts, over whole days. */
interface SpreadInvoice extends DayRange {
  readonly level: number;
  readonly cost: number;
  /** Null: not known. */
  readonly currency: string | null;
  /** Whether it bills units and says no cost. */
  readonly isUnpriced: boolean;
  readonly rates: readonly RateLine[];
}

/** Cost and rates over some time, spread as the invoices are (figures 5). */
export interface Cost {
  readonly cost: number;
  /** Invoices that bill units and say no cost. */
  readonly unpriced: number;
  /** Null where rate lines are not wanted. */
  readonly rates: Rates | null;
}

/** The costs of a level, over the whole range and by period. */
export interface LevelCosts {
  /** Of all its invoices, each once; null: not known. Where there are several, what adds them up means nothing. */
  readonly currencies: readonly (string | null)[];
  readonly total: Cost;
  /** Of the periods in their order, each made when it is asked for. */
  readonly periods: () => Iterator<Cost>;
}

/**
 * Reads the invoices that count of some accounts.
 * @param levels accounts by key with the index of their level
 * @param withRates whether the rate lines are wanted
 * @returns what a level's cost
 */
export async function readCosts(
  snapshot: VisibleSnapshot,
  { keys, groups: levels }: Pick<Groups, 'keys' | 'groups'>,
  { clock, periods }: { readonly clock: Clock; readonly periods: readonly Period[] },
  withRates: boolean,
): Promise<(level: number) => LevelCosts> {
  const { from, to } = clock.utcDays;
  const day = (column: Sql): Sql => sql`floor(extract(epoch from ${column}) / 86400)::int`;
  const currency = currencySql('i');
  const rows = await snapshot.rows<Omit<SpreadInvoice, 'rates'> & { readonly rates: readonly RateLine[] | null }>(
    sql`select g.level, ${day(sql`i.values_start_date`)} as "from", ${day(sql`i.values_end_date`)} + 1 as "to",
         coalesce(i.values_total_cost, 0) as cost, ${currency.column} as currency,
         i.values_total_cost is null and i.values_total_units is not null as "isUnpriced",
         ${withRates ? sql`i.rates` : sql`null`} as rates
       from unnest(${accountKeys(keys)}, ${levels}::int[]) as g(account_key, level) join invoices i on i.account_key = g.account_key
         ${currency.join}
       where ${raw(invoiceCounts('i'))} and i.simulated is not true and i.values_start_date < to_timestamp(${(to * DAY_MS) / 1000})
         and i.values_end_date >= to_timestamp(${(from * DAY_MS) / 1000}) and i.values_end_date >= date_trunc('day', i.values_start_date)
       order by g.level, i.values_start_date, i._id`,
  );
  const byLevel = new Map<number, { readonly invoices: SpreadInvoice[]; readonly currencies: Set<string | null> }>();
  for (const row of rows) {
    const own = byLevel.get(row.level) ?? { invoices: [], currencies: new Set() };
    byLevel.set(row.level, own);
    own.invoices.push({ ...row, rates: row.rates ?? [] });
    own.currencies.add(row.currency);
  }
  const costOf = (own: readonly SpreadInvoice[], period: Period, isOfOneCurrency: boolean): Cost => {
    const spread = own
      .map((invoice) => ({ ...invoice, share: shareOf(invoice, period) }))
      .filter(({ share }) => share > 0);
    const lines = withRates ? spread.flatMap(({ rates, share }) => rates.map((line) => ({ line, share }))) : null;
    return {
      cost: spread.reduce((sum, { cost, share }) => sum + cost * share, 0),
      unpriced: spread.filter(({ isUnpriced }) => isUnpriced).length,
      rates: lines && ratesOf(lines, isOfOneCurrency),
    };
  };
  return (level) => {
    const { invoices = [], currencies = [] } = byLevel.get(level) ?? {};
    const all = [...currencies];
    const make = (own: readonly SpreadInvoice[], period: Period): Cost => costOf(own, period, all.length < 2);
    return { currencies: all, total: make(invoices, clock), periods: () => sweep(invoices, periods, make) };
  };
}
