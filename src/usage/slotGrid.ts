import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from './grid.js';

/** The half-hours of some days: quantity, estimated part and covered milliseconds. */
export interface SlotGrid extends DayRange {
  readonly quantity: Float64Array;
  readonly estimated: Float64Array;
  readonly covered: Int32Array;
}

/** Returns a grid of zeros. */
export function emptyGrid({ from, to }: DayRange): SlotGrid {
  const length = (to - from) * SLOTS;
  return {
    from,
    to,
    quantity: new Float64Array(length),
    estimated: new Float64Array(length),
    covered: new Int32Array(length),
  };
}

/** Calls `visit` for each half-hour that a span overlaps, with start and end of the overlap in milliseconds. */
export function eachSlot(
  { from, to }: DayRange,
  start: number,
  end: number,
  visit: (slot: number, start: number, end: number) => void,
): void {
  const origin = from * DAY_MS;
  const first = Math.max(0, Math.floor((start - origin) / SLOT_MS));
  const last = Math.min((to - from) * SLOTS, Math.ceil((end - origin) / SLOT_MS));
  for (let slot = first; slot < last; slot += 1) {
    const slotStart = origin + slot * SLOT_MS;
    visit(slot, Math.max(start, slotStart), Math.min(end, slotStart + SLOT_MS));
  }
}
