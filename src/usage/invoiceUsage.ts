import { DAY_MS, HALF_HOUR_MS, HALF_HOURS_PER_DAY, type DayRange } from './grid.js';
import { emptyGrid, type HalfHourGrid } from './halfHourGrid.js';

/** The billed quantity of an invoice in the canonical unit, over whole days. */
export interface InvoiceSpan extends DayRange {
  readonly value: number;
  readonly estimated: boolean;
}

/**
 * Spreads the quantities of invoices evenly from the start of the first day to the end of the last. Overlapping
 * invoices add up, but their coverage is at most the whole half-hour (figures 4).
 * @param spans the invoices in a fixed order, so that sums are reproducible
 */
export function invoiceUsage(range: DayRange, spans: readonly InvoiceSpan[]): HalfHourGrid {
  const grid = emptyGrid(range);
  for (const { from, to, value, estimated } of spans) {
    const perHalfHour = value * (HALF_HOUR_MS / ((to - from) * DAY_MS));
    const first = Math.max(0, from - range.from) * HALF_HOURS_PER_DAY;
    const last = Math.min(range.to, to) - range.from;
    for (let halfHour = first; halfHour < last * HALF_HOURS_PER_DAY; halfHour += 1) {
      grid.quantity[halfHour] = (grid.quantity[halfHour] ?? 0) + perHalfHour;
      if (estimated) grid.estimated[halfHour] = (grid.estimated[halfHour] ?? 0) + perHalfHour;
      grid.covered[halfHour] = HALF_HOUR_MS;
    }
  }
  return grid;
}
