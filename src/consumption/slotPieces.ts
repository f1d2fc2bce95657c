import { DAY_MS, isDaytime, SLOT_MS, SLOTS, type DayRange } from '../usage/grid.js';
import type { CombinedSource } from '../usage/sources.js';
import type { Piece } from './cells.js';
import type { GroupSlots } from './slots.js';

/** Slots of a group as pieces of hourly or half-hourly periods. */
export interface SlotPieces {
  readonly group: number;
  readonly slots: GroupSlots;
  /** The years of the days. */
  readonly years: Int16Array;
  /** Slots of a period: 1 or 2. */
  readonly perPeriod: number;
  /** Of temperatures, whose slots are °C. */
  readonly mean: boolean;
}

/** The piece of a period; undefined where nothing is. */
export function slotPiece({ group, slots, years, perPeriod, mean }: SlotPieces, period: number): Piece | undefined {
  const first = period * perPeriod;
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
    for (const [part, own] of slots.parts) {
      if ((own.present[index] ?? 0) === 0) continue;
      parts[part] = (parts[part] ?? 0) + (own.quantity[index] ?? 0) * (mean ? covered : 1);
    }
  }
  if (!present) return undefined;
  const year = years[Math.floor(first / SLOTS)] ?? 0;
  return { group, period, year, ...sums, ...parts };
}

/** The years that the days of a range are in. */
export function yearsOf({ from, to }: DayRange): Int16Array {
  return Int16Array.from({ length: to - from }, (_, day) => new Date((from + day) * DAY_MS).getUTCFullYear());
}
