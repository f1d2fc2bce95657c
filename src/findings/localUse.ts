import { localDaysOf } from '../values/localDays.js';
import { DAY_MS, HALF_HOUR_MS, HALF_HOURS_PER_DAY, type DayRange } from '../usage/grid.js';
import { isCovered, type Day, type Days } from './days.js';
import { NIGHT_HALF_HOURS } from './dayParts.js';

/** The use of a local day that data covers. */
export interface LocalUse {
  /** Its date, in days since 1970-01-01. */
  readonly day: number;
  /** The start of the day, in milliseconds. `to` is the start of the next day. */
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  /** The use of its first 5 hours. */
  readonly night: number;
}

/** The local days that data covers, by date. */
export type LocalUses = ReadonlyMap<number, LocalUse>;

/**
 * Returns a function that gives the start of a local day, in milliseconds, rounded down to a half-hour of UTC. It
 * covers the days of the range and the day after them.
 */
function startsOf(timeZone: string, { from, to }: DayRange): (day: number) => number {
  const { startOf } = localDaysOf(timeZone, from, to);
  return (day) => Math.floor(startOf(day) / HALF_HOUR_MS) * HALF_HOUR_MS;
}

/** Returns the half-hours of UTC that begin local days, sorted, each once: one, or two if clocks change. */
export function startHalfHours(timeZone: string, range: DayRange): readonly number[] {
  const startOf = startsOf(timeZone, range);
  const halfHours = new Set<number>();
  for (let day = range.from; day <= range.to; day += 1) halfHours.add(halfHourOf(startOf(day)));
  return [...halfHours].toSorted((a, b) => a - b);
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const halfHourOf = (ms: number): number => (ms - dayOf(ms) * DAY_MS) / HALF_HOUR_MS;

/** Computes local days from UTC days with the sums of {@link startHalfHours}. Days that data does not cover are missing. */
export function localUseOf(days: Days, timeZone: string, range: DayRange): LocalUses {
  const startOf = startsOf(timeZone, range);
  const localDays = new Map<number, LocalUse>();
  for (let day = range.from; day < range.to; day += 1) {
    const localDayUse = localDay(days, day, startOf(day), startOf(day + 1));
    if (localDayUse) localDays.set(day, localDayUse);
  }
  return localDays;
}

function localDay(days: Days, day: number, from: number, to: number): LocalUse | null {
  const [first, halfHour, last] = [dayOf(from), halfHourOf(from), dayOf(to - 1)];
  let quantity = 0;
  for (let utc = first; utc <= last; utc += 1) {
    const utcDay = days.get(utc);
    if (!isCovered(utcDay)) return null;
    const end = dayOf(to) === utc ? headOf(utcDay, halfHourOf(to)) : utcDay.quantity;
    quantity += end - (utc === first ? headOf(utcDay, halfHour) : 0);
  }
  const [begin, next] = [days.get(first), days.get(first + 1)];
  const [nightPart, rest] = [sumsOf(begin, halfHour)?.night, sumsOf(next, halfHour)?.rest];
  const isSplit = halfHour + NIGHT_HALF_HOURS > HALF_HOURS_PER_DAY;
  if (nightPart === undefined || (isSplit && (rest === undefined || !isCovered(next)))) return null;
  return { day, from, to, quantity, night: nightPart + (isSplit ? (rest ?? 0) : 0) };
}

const sumsOf = (day: Day | undefined, halfHour: number) => day?.sums.find(({ start }) => start === halfHour);
const headOf = (day: Day, halfHour: number): number => (halfHour === 0 ? 0 : (sumsOf(day, halfHour)?.head ?? NaN));

/** Returns the local days that exist from one date up to another. */
export function localUseIn(days: LocalUses, from: number, to: number): readonly LocalUse[] {
  const existing: LocalUse[] = [];
  for (let day = from; day < to; day += 1) {
    const use = days.get(day);
    if (use) existing.push(use);
  }
  return existing;
}
