import type { Knex } from 'knex';
import { numberOf } from '../usage/amounts.js';
import { DAY_MS, monthStart, type DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import type { GasYear } from './rules/gasYears.js';

/** A month with interval data. */
export interface Month {
  readonly month: number;
  readonly quantity: number;
  readonly covered: number;
}

/** Reads the months with interval data, in order, by account key. */
export async function readMonths(
  trx: Knex.Transaction,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly Month[]>> {
  const { rows }: { readonly rows: readonly { readonly account: number; readonly texts: string }[] } = await trx.raw(
    `select account_key as account, string_agg(concat_ws(',', month, quantity, decimals, covered_ms), ';' order by month) as texts
     from usage_months where source = ${SOURCE.hh} and account_key = any(?::int[]) group by 1`,
    [[...keys]] as never[],
  );
  return new Map(
    rows.map(({ account, texts }) => [
      account,
      texts.split(';').map((text) => {
        const [month = 0, quantity = 0, decimals = 0, covered = 0] = text.split(',').map(Number);
        return { month, quantity: numberOf(quantity, decimals), covered };
      }),
    ]),
  );
}

/** Returns the days from the first to the last of the months, all days of both included; null for an empty list. */
export function extentOf(months: readonly Month[]): DayRange | null {
  const [first, last] = [months[0], months.at(-1)];
  return first && last ? { from: monthStart(first.month), to: monthStart(last.month + 1) } : null;
}

/** The minimum share of a month that data must cover. */
const MIN_COVERAGE = 0.9;

/** Returns whether data covers at least 90 % of a month. */
export function isCovered({ month, covered }: Month): boolean {
  return covered >= MIN_COVERAGE * (monthStart(month + 1) - monthStart(month)) * DAY_MS;
}

/** Returns the calendar years that overlap some days. */
export function yearsOf(months: readonly Month[], { from, to }: DayRange): readonly GasYear[] {
  const byMonth = new Map(months.map((one) => [one.month, one]));
  const [first, last] = [new Date(from * DAY_MS).getUTCFullYear(), new Date((to - 1) * DAY_MS).getUTCFullYear()];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    return {
      year,
      months: Array.from({ length: 12 }, (__, at) => {
        const month = (year - 1970) * 12 + at;
        const stored = byMonth.get(month);
        return stored && isCovered(stored) ? stored.quantity : null;
      }),
    };
  });
}
