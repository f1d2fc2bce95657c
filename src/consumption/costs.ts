import type { Snapshot } from '../data/database.js';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import type { Clock } from './clock.js';
import type { Groups } from './usageOfGroups.js';
import type { Period } from './periods.js';
import { ratesOf, type RateLine, type Rates } from './rates.js';
import { shareOf, sweep } from './sweep.js';

/** An invoice that counts, over whole days. */
interface SpreadInvoice extends DayRange {
  readonly level: number;
  readonly cost: number;
  readonly rates: readonly RateLine[];
}

/** Cost and rates over some time, spread as the invoices are (figures 5). */
export interface Cost {
  readonly cost: number;
  /** Null where rate lines are not wanted. */
  readonly rates: Rates | null;
}

/** The same of levels, over the whole range and by period. */
export interface Costs {
  total(level: number): Cost;
  /** Of the periods in their order, each made when it is asked for. */
  periods(level: number): Iterator<Cost>;
}

/**
 * Reads the invoices that count of some accounts.
 * @param levels accounts by key with the index of their level
 * @param withRates whether the rate lines are wanted
 */
export async function readCosts(
  snapshot: Snapshot,
  { keys, groups: levels }: Pick<Groups, 'keys' | 'groups'>,
  { clock, periods }: { readonly clock: Clock; readonly periods: readonly Period[] },
  withRates: boolean,
): Promise<Costs> {
  const { from, to } = clock.utcDays;
  const day = (column: string): string => `floor(extract(epoch from ${column}) / 86400)::int`;
  const rows = await snapshot.rows<Omit<SpreadInvoice, 'rates'> & { readonly rates: readonly RateLine[] | null }>(
    `select g.level, ${day('i.values_start_date')} as "from", ${day('i.values_end_date')} + 1 as "to",
         coalesce(i.values_total_cost, 0) as cost, ${withRates ? 'i.rates' : 'null'} as rates
       from unnest(?::int[], ?::int[]) as g(account_key, level) join invoices i on i.account_key = g.account_key
       where ${invoiceCounts('i')} and i.simulated is not true and i.values_start_date < to_timestamp(?)
         and i.values_end_date >= to_timestamp(?) and i.values_end_date >= date_trunc('day', i.values_start_date)
       order by g.level, i.values_start_date, i._id`,
    [keys, levels, (to * DAY_MS) / 1000, (from * DAY_MS) / 1000],
  );
  const invoices = new Map<number, SpreadInvoice[]>();
  for (const row of rows) {
    const own = invoices.get(row.level) ?? [];
    invoices.set(row.level, own);
    own.push({ ...row, rates: row.rates ?? [] });
  }
  const costOf = (own: readonly SpreadInvoice[], period: Period): Cost => {
    const spread = own
      .map((invoice) => ({ ...invoice, share: shareOf(invoice, period) }))
      .filter(({ share }) => share > 0);
    return {
      cost: spread.reduce((sum, { cost, share }) => sum + cost * share, 0),
      rates: withRates ? ratesOf(spread.flatMap(({ rates, share }) => rates.map((line) => ({ line, share })))) : null,
    };
  };
  return {
    total: (level) => costOf(invoices.get(level) ?? [], clock),
    periods: (level) => sweep(invoices.get(level) ?? [], periods, costOf),
  };
}
