import { DAY_MS, isDaytime, SLOT_MS, SLOTS, type DayRange } from '../usage/grid.js';
import { COMBINED_SOURCES, type CombinedSource } from '../usage/sources.js';
import type { Piece } from './cells.js';
import type { GroupSlots } from './slots.js';

/**
 * The slots of a group as pieces of hourly or half-hourly periods.
 * @param perPeriod slots of a period: 1 or 2
 * @param mean of temperatures, whose slots are °C
 */
export function* slotPieces(
  group: number,
  slots: GroupSlots,
  { from }: DayRange,
  perPeriod: number,
  mean: boolean,
): Generator<Piece> {
  for (let first = 0; first < slots.quantity.length; first += perPeriod) {
    const sums = { quantity: 0, estimated: 0, dayQuantity: 0, coveredMs: 0, fullMs: 0 };
    const parts: Record<CombinedSource, number | null> = { hh: null, reading: null, invoice: null, custom: null };
    let present = false;
    for (let index = first; index < first + perPeriod; index += 1) {
      const covered = slots.coveredMs[index] ?? 0;
      const quantity = (slots.quantity[index] ?? 0) * (mean ? covered : 1);
      if ((slots.present[index] ?? 0) > 0) present = true;
      sums.quantity += quantity;
      sums.estimated += slots.estimated[index] ?? 0;
      if (isDaytime(index % SLOTS)) sums.dayQuantity += quantity;
      sums.coveredMs += covered;
      sums.fullMs += (slots.full[index] ?? 0) * SLOT_MS;
      for (const part of COMBINED_SOURCES) {
        if ((slots.partPresent[part][index] ?? 0) === 0) continue;
        parts[part] = (parts[part] ?? 0) + (slots.parts[part][index] ?? 0) * (mean ? covered : 1);
      }
    }
    if (!present) continue;
    const year = yearOf(from + Math.floor(first / SLOTS));
    yield { group, period: first / perPeriod, year, ...sums, ...parts };
  }
}

/** The year that a day is in. */
function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}
