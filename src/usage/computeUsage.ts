import type { Knex } from 'knex';
import { pickSources, type Picks } from './combine.js';
import { dayState, onlySourceOf, type DayState, type AccountUsage } from './dayState.js';
import type { DayRange } from './grid.js';
import { isRepeated, intervalUsage } from './intervalUsage.js';
import { invoiceUsage } from './invoiceUsage.js';
import { readingUsage } from './readingUsage.js';
import type { RegisterGap } from './registers.js';
import { readIntervals, readInvoices, readReadings, type Convert, type UsageAccount } from './records.js';
import { emptyGrid, type HalfHourGrid } from './halfHourGrid.js';
import { priorityOf, SOURCE, type CombinedSource, type SourceCode } from './sources.js';

/**
 * Computes the usage of some days of an account from its records.
 * @param callbacks `onGap` receives each gap between two readings; `onRepeated` reports several intervals of the same
 * time
 */
export async function computeUsage(
  trx: Knex.Transaction,
  account: UsageAccount,
  range: DayRange,
  convert: Convert,
  { onGap, onRepeated }: { readonly onGap?: (gap: RegisterGap) => void; readonly onRepeated?: () => void } = {},
): Promise<AccountUsage> {
  const mean = account.type === 'temperature';
  const { hh, custom } = await readIntervals(trx, account, range, convert);
  if (onRepeated && [hh, custom].some(isRepeated)) onRepeated();
  const grids = new Map<CombinedSource, HalfHourGrid>();
  const others = new Map<SourceCode, HalfHourGrid>();
  const put = (part: CombinedSource, empty: boolean, compute: () => HalfHourGrid): void => {
    if (!empty) grids.set(part, compute());
  };
  put('hh', hh.length === 0, () => intervalUsage(range, hh, mean));
  put('custom', custom.length === 0, () => intervalUsage(range, custom, mean));
  if (!mean) {
    const readings = await readReadings(trx, account, range, false, convert);
    put('reading', readings.length < 2, () => readingUsage(range, readings, onGap));
    if (readings.length > 0) {
      const halfHourly = await readReadings(trx, account, range, true, convert);
      if (halfHourly.length > 1) others.set(SOURCE.readingHh, readingUsage(range, halfHourly));
    }
    const { invoice, simulated } = await readInvoices(trx, account, range, convert);
    put('invoice', invoice.length === 0, () => invoiceUsage(range, invoice));
    if (simulated.length > 0) others.set(SOURCE.simulated, invoiceUsage(range, simulated));
  }
  return statesOf(range, grids, others, pickSources(grids, priorityOf(account.priority)), mean);
}

function statesOf(
  range: DayRange,
  grids: ReadonlyMap<CombinedSource, HalfHourGrid>,
  others: ReadonlyMap<SourceCode, HalfHourGrid>,
  picks: Picks,
  mean: boolean,
): AccountUsage {
  const usage = new Map<SourceCode, Map<number, DayState>>();
  const add = (code: SourceCode, day: number, state: DayState | null): void => {
    if (!state) return;
    const days = usage.get(code);
    if (days) days.set(day, state);
    else usage.set(code, new Map([[day, state]]));
  };
  const combined = combinedGrid(range, grids, picks);
  for (let index = 0; index < range.to - range.from; index += 1) {
    const day = range.from + index;
    const only = onlySourceOf(picks, index);
    for (const [part, grid] of grids) add(SOURCE[part], day, dayState(grid, index, { mean, whole: part === only }));
    for (const [code, grid] of others) add(code, day, dayState(grid, index, { mean, whole: false }));
    if (only === undefined) add(SOURCE.combined, day, dayState(combined, index, { mean, whole: false, picks }));
  }
  return usage;
}

/** Returns the half-hours of `combined`. Each takes all three numbers from the picked source. */
function combinedGrid(range: DayRange, grids: ReadonlyMap<CombinedSource, HalfHourGrid>, picks: Picks): HalfHourGrid {
  const combined = emptyGrid(range);
  for (const [halfHour, part] of picks.entries()) {
    const grid = part && grids.get(part);
    if (!grid) continue;
    combined.quantity[halfHour] = grid.quantity[halfHour] ?? 0;
    combined.estimated[halfHour] = grid.estimated[halfHour] ?? 0;
    combined.covered[halfHour] = grid.covered[halfHour] ?? 0;
  }
  return combined;
}
