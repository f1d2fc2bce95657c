import { decimalsOf, scaledInteger } from './amounts.js';
import type { AccountUsage, DayState } from './dayState.js';
import { monthOf } from './grid.js';
import { COMBINED_SOURCE_OF, SOURCE, type CombinedSource, type SourceCode } from './sources.js';

/** A month of an account and source. The amounts are integers, scaled by `decimals`. */
export interface MonthRow {
  readonly account_key: number;
  readonly source: SourceCode;
  readonly month: number;
  readonly covered_ms: number;
  readonly decimals: number;
  readonly quantity: number;
  readonly estimated: number;
  readonly day_quantity: number;
  readonly hh: number | null;
  readonly reading: number | null;
  readonly invoice: number | null;
  readonly custom: number | null;
}

/**
 * Adds up the days of a month in order, so that the sums are reproducible.
 * @param days the days by source. A day that `combined` takes completely from one source counts for both.
 */
export function monthSums(account: number, month: number, days: AccountUsage): readonly MonthRow[] {
  const sums = new Map<SourceCode, MutableMonthRow>();
  const rowOf = (source: SourceCode): MutableMonthRow => {
    const none = { hh: null, reading: null, invoice: null, custom: null };
    const zero = { covered_ms: 0, decimals: 0, quantity: 0, estimated: 0, day_quantity: 0 };
    const row = sums.get(source) ?? { account_key: account, source, month, ...zero, ...none };
    sums.set(source, row);
    return row;
  };
  const all = [...days].flatMap(([source, states]) => [...states].map(([day, state]) => ({ source, day, state })));
  for (const { source, state } of all.toSorted((a, b) => a.day - b.day || a.source - b.source)) {
    const part = COMBINED_SOURCE_OF.get(source);
    const into = state.whole ? [rowOf(source), rowOf(SOURCE.combined)] : [rowOf(source)];
    for (const row of into) {
      row.covered_ms += state.coveredMs;
      row.quantity += state.quantity;
      row.estimated += state.estimated;
      row.day_quantity += state.dayQuantity;
    }
    if (state.whole && part) {
      const combined = rowOf(SOURCE.combined);
      combined[part] = (combined[part] ?? 0) + state.quantity;
    }
    for (const [name, value] of Object.entries(state.parts ?? {}) as [CombinedSource, number | null][]) {
      if (value === null) continue;
      const row = rowOf(source);
      row[name] = (row[name] ?? 0) + value;
    }
  }
  return [...sums.values()].map(scaledRow);
}

type MutableMonthRow = { -readonly [Name in keyof MonthRow]: MonthRow[Name] };

const AMOUNTS = ['quantity', 'estimated', 'day_quantity', 'hh', 'reading', 'invoice', 'custom'] as const;

/** Rounds the sums to scaled integers, once, after all additions. */
function scaledRow(row: MutableMonthRow): MonthRow {
  row.decimals = decimalsOf(Math.max(...AMOUNTS.map((name) => Math.abs(row[name] ?? 0))));
  for (const name of AMOUNTS) {
    const value = row[name];
    if (value !== null) row[name] = scaledInteger(value, row.decimals);
  }
  return row;
}

/** Groups days by month. */
export function byMonth(states: AccountUsage): readonly (readonly [number, AccountUsage])[] {
  const months = new Map<number, Map<SourceCode, Map<number, DayState>>>();
  for (const [source, days] of states) {
    for (const [day, state] of days) {
      const month = monthOf(day);
      const bySource = months.get(month) ?? new Map<SourceCode, Map<number, DayState>>();
      months.set(month, bySource.set(source, (bySource.get(source) ?? new Map<number, DayState>()).set(day, state)));
    }
  }
  return [...months];
}
