import { DAY_MS, dayOf, isDaytime, SLOT_MS } from '../usage/grid.js';
import type { CombinedSource } from '../usage/sources.js';
import type { Piece } from './cells.js';
import type { Clock, Period } from './periods.js';
import type { GroupSlots } from './slots.js';

/** Slots of a group as pieces of hourly or half-hourly periods. */
export interface SlotPieces {
  readonly group: number;
  /** Of the days of UTC that the clock's touch. */
  readonly slots: GroupSlots;
  readonly clock: Clock;
  readonly periods: readonly Period[];
  /** The years of the local days. */
  readonly years: Int16Array;
  /** Of temperatures, whose slots are °C. */
  readonly mean: boolean;
}

/** The piece of a period; undefined where nothing is. */
export function slotPiece(pieces: SlotPieces, period: number): Piece | undefined {
  const { group, slots, clock, periods, years, mean } = pieces;
  const time = periods[period];
  if (!time) return undefined;
  const [first, end] = slotsOf(time, clock);
  const local = clock.localOf(time.start);
  const firstOfDay = Math.floor((local - dayOf(local) * DAY_MS) / SLOT_MS);
  const sums = { quantity: 0, estimated: 0, dayQuantity: 0, coveredMs: 0, fullMs: 0 };
  const parts: Record<CombinedSource, number | null> = { hh: null, reading: null, invoice: null, custom: null };
  let present = false;
  for (let index = first; index < end; index += 1) {
    const covered = slots.coveredMs[index] ?? 0;
    const quantity = (slots.quantity[index] ?? 0) * (mean ? covered : 1);
    if ((slots.present[index] ?? 0) > 0) present = true;
    sums.quantity += quantity;
    sums.estimated += slots.estimated[index] ?? 0;
    if (isDaytime(firstOfDay + index - first)) sums.dayQuantity += quantity;
    sums.coveredMs += covered;
    sums.fullMs += (slots.full[index] ?? 0) * SLOT_MS;
    for (const [part, own] of slots.parts) {
      if ((own.present[index] ?? 0) === 0) continue;
      parts[part] = (parts[part] ?? 0) + (own.quantity[index] ?? 0) * (mean ? covered : 1);
    }
  }
  if (!present) return undefined;
  return { group, period, year: years[dayOf(local) - clock.range.from] ?? 0, ...sums, ...parts };
}

/** The slots of a time, among those of the days of UTC that a clock's touch: the first, and the one after the last. */
export function slotsOf({ start, end }: Period, { utcDays }: Clock): readonly [number, number] {
  const origin = utcDays.from * DAY_MS;
  return [(start - origin) / SLOT_MS, (end - origin) / SLOT_MS];
}

/** The years that the local days are in. */
export function yearsOf({ range: { from, to } }: Clock): Int16Array {
  return Int16Array.from({ length: to - from }, (_, day) => new Date((from + day) * DAY_MS).getUTCFullYear());
}
