import { localDaysOf } from '../values/localDays.js';
import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from '../usage/grid.js';
import { isWhole, type Day, type Days } from './days.js';
import { NIGHT_SLOTS } from './dayParts.js';

/** A day of a time zone that data covers. */
export interface LocalUse {
  /** Its date, in days since 1970-01-01. */
  readonly day: number;
  /** Milliseconds of its first instant, and of the next day's. */
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  /** Of its first 5 hours. */
  readonly night: number;
}

/** The local days that data covers, by date. */
export type LocalUses = ReadonlyMap<number, LocalUse>;

/** The first instants of local days: of some and of the day after them, at the half-hour of UTC that they are in. */
function startsOf(timeZone: string, { from, to }: DayRange): (day: number) => number {
  const { startOf } = localDaysOf(timeZone, from, to);
  return (day) => Math.floor(startOf(day) / SLOT_MS) * SLOT_MS;
}

/** The half-hours of UTC that local days begin in, each once, in order: one, or two where clocks change. */
export function startSlots(timeZone: string, range: DayRange): readonly number[] {
  const startOf = startsOf(timeZone, range);
  const slots = new Set<number>();
  for (let day = range.from; day <= range.to; day += 1) slots.add(slotOf(startOf(day)));
  return [...slots].toSorted((a, b) => a - b);
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const slotOf = (ms: number): number => (ms - dayOf(ms) * DAY_MS) / SLOT_MS;

/** The days of a time zone, from days of UTC that have the sums of its {@link startSlots}. */
export function localUseOf(days: Days, timeZone: string, range: DayRange): LocalUses {
  const startOf = startsOf(timeZone, range);
  const found = new Map<number, LocalUse>();
  for (let day = range.from; day < range.to; day += 1) {
    const own = localDay(days, day, startOf(day), startOf(day + 1));
    if (own) found.set(day, own);
  }
  return found;
}

function localDay(days: Days, day: number, from: number, to: number): LocalUse | null {
  const [first, slot, last] = [dayOf(from), slotOf(from), dayOf(to - 1)];
  let quantity = 0;
  for (let utc = first; utc <= last; utc += 1) {
    const own = days.get(utc);
    if (!isWhole(own)) return null;
    const end = dayOf(to) === utc ? headOf(own, slotOf(to)) : own.quantity;
    quantity += end - (utc === first ? headOf(own, slot) : 0);
  }
  const [begin, next] = [days.get(first), days.get(first + 1)];
  const [here, rest] = [sumsOf(begin, slot)?.night, sumsOf(next, slot)?.rest];
  const isSplit = slot + NIGHT_SLOTS > SLOTS;
  if (here === undefined || (isSplit && (rest === undefined || !isWhole(next)))) return null;
  return { day, from, to, quantity, night: here + (isSplit ? (rest ?? 0) : 0) };
}

const sumsOf = (day: Day | undefined, slot: number) => day?.sums.find(({ start }) => start === slot);
const headOf = (day: Day, slot: number): number => (slot === 0 ? 0 : (sumsOf(day, slot)?.head ?? NaN));

/** The local days of some dates that are there. */
export function localUseIn(days: LocalUses, from: number, to: number): readonly LocalUse[] {
  const found: LocalUse[] = [];
  for (let day = from; day < to; day += 1) {
    const own = days.get(day);
    if (own) found.push(own);
  }
  return found;
}
