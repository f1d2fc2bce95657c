import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from './grid.js';
import { emptyGrid, type SlotGrid } from './slotGrid.js';

/** The billed quantity of an invoice in the canonical unit, over whole days. */
export interface InvoiceSpan extends DayRange {
  readonly value: number;
  readonly estimated: boolean;
}

/**
 * Spreads the quantities of invoices evenly from the start of the first day to the end of the last. Overlapping invoices
 * add up, but their coverage is at most the whole half-hour (figures 4).
 * @param spans the invoices in a fixed order, so that sums are reproducible
 */
export function invoiceUsage(range: DayRange, spans: readonly InvoiceSpan[]): SlotGrid {
  const grid = emptyGrid(range);
  for (const { from, to, value, estimated } of spans) {
    const perSlot = value * (SLOT_MS / ((to - from) * DAY_MS));
    const first = Math.max(0, from - range.from) * SLOTS;
    const last = Math.min(range.to, to) - range.from;
    for (let slot = first; slot < last * SLOTS; slot += 1) {
      grid.quantity[slot] = (grid.quantity[slot] ?? 0) + perSlot;
      if (estimated) grid.estimated[slot] = (grid.estimated[slot] ?? 0) + perSlot;
      grid.covered[slot] = SLOT_MS;
    }
  }
  return grid;
}
