import type { Knex } from 'knex';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import { chargeOf } from '../usage/units.js';
import type { Groups } from './pieces.js';
import type { Period } from './periods.js';

interface RateLine {
  readonly rateName: string | null;
  readonly consumption: number | null;
  readonly cost: number | null;
  readonly units: string | null;
}

/** An invoice that counts, over whole days. */
interface Bill extends DayRange {
  readonly level: number;
  readonly cost: number;
  readonly rates: readonly RateLine[];
}

/** Rate lines of one name or kind together. */
export interface Rate {
  readonly consumption: number | null;
  readonly cost: number;
  readonly unitRate: number | null;
  readonly units: string | null;
}

export interface Rates {
  readonly byName: Readonly<Record<string, Rate>>;
  readonly byType: Readonly<Record<string, Rate>>;
}

/** Cost and rates of a level over a time, spread as the invoices are (consumption, the figures). */
export interface Money {
  cost(level: number, period: Period): number;
  rates(level: number, period: Period): Rates;
}

/**
 * Reads the invoices that count of some accounts.
 * @param levels accounts by key with the index of their level
 * @param withRates whether the rate lines are wanted
 */
export async function readMoney(
  knex: Knex,
  { keys, groups: levels }: Pick<Groups, 'keys' | 'groups'>,
  range: DayRange,
  withRates: boolean,
): Promise<Money> {
  const day = (column: string): string => `floor(extract(epoch from ${column}) / 86400)::int`;
  const { rows }: { readonly rows: readonly (Omit<Bill, 'rates'> & { readonly rates: readonly RateLine[] | null })[] } =
    await knex.raw(
      `select g.level, ${day('i.values_start_date')} as "from", ${day('i.values_end_date')} + 1 as "to",
         coalesce(i.values_total_cost, 0) as cost, ${withRates ? 'i.rates' : 'null'} as rates
       from unnest(?::int[], ?::int[]) as g(account_key, level) join invoices i on i.account_key = g.account_key
       where ${invoiceCounts('i')} and i.simulated is not true and i.values_start_date < to_timestamp(?)
         and i.values_end_date >= to_timestamp(?) and i.values_end_date >= date_trunc('day', i.values_start_date)
       order by g.level, i.values_start_date, i._id`,
      [keys, levels, (range.to * DAY_MS) / 1000, (range.from * DAY_MS) / 1000] as never[],
    );
  const bills = new Map<number, Bill[]>();
  for (const row of rows) {
    const own = bills.get(row.level) ?? [];
    bills.set(row.level, own);
    own.push({ ...row, rates: row.rates ?? [] });
  }
  return {
    cost: (level, period) => (bills.get(level) ?? []).reduce((sum, bill) => sum + bill.cost * shareOf(bill, period), 0),
    rates(level, period) {
      const lines = (bills.get(level) ?? []).flatMap((bill) => {
        const share = shareOf(bill, period);
        return share === 0 ? [] : bill.rates.map((line) => ({ line, share }));
      });
      return {
        byName: together(lines, (line) => line.rateName ?? ''),
        byType: together(lines, (line) => chargeOf(line.units)),
      };
    },
  };
}

/** The part of an invoice's time that lies in a period. */
function shareOf({ from, to }: DayRange, { start, end }: Period): number {
  const overlap = Math.min(to * DAY_MS, end) - Math.max(from * DAY_MS, start);
  return overlap <= 0 ? 0 : overlap / ((to - from) * DAY_MS);
}

interface SpreadLine {
  readonly line: RateLine;
  readonly share: number;
}

function together(lines: readonly SpreadLine[], key: (line: RateLine) => string): Record<string, Rate> {
  const groups = new Map<string, SpreadLine[]>();
  for (const spread of lines) {
    const own = groups.get(key(spread.line));
    if (own) own.push(spread);
    else groups.set(key(spread.line), [spread]);
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, own]) => [name, rateOf(own)]));
}

function rateOf(lines: readonly SpreadLine[]): Rate {
  const names = new Set(lines.map(({ line }) => line.units?.toLowerCase() ?? ''));
  const units = names.size === 1 ? (lines[0]?.line.units ?? null) : null;
  const cost = lines.reduce((sum, { line, share }) => sum + (line.cost ?? 0) * share, 0);
  const consumption =
    units === null ? null : lines.reduce((sum, { line, share }) => sum + (line.consumption ?? 0) * share, 0);
  return { consumption, cost, unitRate: consumption === null || consumption === 0 ? null : cost / consumption, units };
}
