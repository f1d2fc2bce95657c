import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from './grid.js';
import { emptyGrid, type SlotGrid } from './slotGrid.js';

/** The billed quantity of an invoice in the canonical unit, over whole days. */
export interface InvoiceSpan extends DayRange {
  readonly value: number;
  readonly estimated: boolean;
}

/**
 * Computes the quantities of invoices, spread evenly from the start of the first day to the end of the last. Invoices add
 * up where they overlap; coverage is at most the whole slot (figures 4).
 * @param spans in an order of their own, so that sums come out the same
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
