import { DAY_MS, dayOf, type DayRange, isDaytime, monthOf, monthStart, SLOT_MS, SLOTS } from '../usage/grid.js';
import type { Clock, Period } from './periods.js';

/** The part of a day of UTC that lies in one period and one local year. */
export interface Segment {
  readonly day: number;
  /** Index of the period. */
  readonly period: number;
  readonly year: number;
  /** Its slots: the first, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Those that are daytime by the clock; null: they are not asked for. */
  readonly daytime: readonly number[] | null;
}

/** A month of UTC that lies in one period and one local year. */
export interface WholeMonth {
  readonly month: number;
  readonly period: number;
  readonly year: number;
}

/** A time between two moments at which a period or a local year begins. */
interface Stay extends Period {
  readonly period: number;
  readonly year: number;
}

/** What local periods are made of: months of UTC that lie in one, and the other days by their parts. */
export interface Segments {
  readonly months: readonly WholeMonth[];
  /** The days that are read, and their parts. */
  readonly days: readonly DayRange[];
  /** Made when they are asked for, as there may be many. */
  readonly segments: () => readonly Segment[];
}

/**
 * Divides days of UTC among local periods.
 * @param withMonths whether the sums of months are of use
 * @param withDaytime whether local daytime is asked for
 */
export function segmentsOf(
  clock: Clock,
  periods: readonly Period[],
  { withMonths, withDaytime }: { readonly withMonths: boolean; readonly withDaytime: boolean },
): Segments {
  const stays = staysOf(clock, periods);
  const months = withMonths ? stays.flatMap((stay) => monthsIn(stay, clock, withDaytime)) : [];
  const days = daysWithout(clock.utcDays, months);
  return { months, days, segments: () => segmentsIn(days, stays, withDaytime ? clock : null) };
}

/** @param clock whose daytime is asked for */
function segmentsIn(days: readonly DayRange[], stays: readonly Stay[], clock: Clock | null): readonly Segment[] {
  const segments: Segment[] = [];
  let next = 0;
  for (const { from, to } of days) {
    for (let day = from; day < to; day += 1) {
      const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
      while ((stays[next]?.end ?? Infinity) <= start) next += 1;
      for (let index = next; (stays[index]?.start ?? Infinity) < end; index += 1) {
        const stay = stays[index];
        if (!stay) break;
        const slots = {
          from: (Math.max(stay.start, start) - start) / SLOT_MS,
          to: (Math.min(stay.end, end) - start) / SLOT_MS,
        };
        const daytime = clock ? daytimeOf(clock, day, slots) : null;
        segments.push({ day, period: stay.period, year: stay.year, ...slots, daytime });
      }
    }
  }
  return segments;
}

/** The periods, cut where a local year begins. */
function staysOf(clock: Clock, periods: readonly Period[]): readonly Stay[] {
  const yearAt = (instant: number): number => new Date(clock.localOf(instant)).getUTCFullYear();
  return periods.flatMap(({ start, end }, period): readonly Stay[] => {
    const [first, last] = [yearAt(start), yearAt(end - 1)];
    const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const cuts = years.slice(1).map((year) => clock.startOf(Date.UTC(year, 0, 1) / DAY_MS));
    return years.map((year, index) => ({
      start: cuts[index - 1] ?? start,
      end: cuts[index] ?? end,
      period,
      year,
    }));
  });
}

/** @param withDaytime whether stored daytime, which is that of UTC, has to be the clock's */
function monthsIn({ start, end, period, year }: Stay, clock: Clock, withDaytime: boolean): readonly WholeMonth[] {
  const months: WholeMonth[] = [];
  for (let month = monthOf(Math.ceil(start / DAY_MS) - 1); monthStart(month + 1) * DAY_MS <= end; month += 1) {
    const [from, to] = [monthStart(month) * DAY_MS, monthStart(month + 1) * DAY_MS];
    const isUtc = (): boolean => clock.parts.every((part) => part.offset === 0 || part.end <= from || part.start >= to);
    if (from >= start && (!withDaytime || isUtc())) months.push({ month, period, year });
  }
  return months;
}

/** The days of a range that are in none of the months. */
function daysWithout({ from, to }: DayRange, months: readonly WholeMonth[]): readonly DayRange[] {
  const days: DayRange[] = [];
  let first = from;
  for (const { month } of months) {
    if (first < monthStart(month)) days.push({ from: first, to: monthStart(month) });
    first = monthStart(month + 1);
  }
  if (first < to) days.push({ from: first, to });
  return days;
}

function daytimeOf(clock: Clock, day: number, { from, to }: Pick<Segment, 'from' | 'to'>): readonly number[] {
  const slots = Array.from({ length: to - from }, (_, index) => from + index);
  return slots.filter((slot) => {
    const local = clock.localOf(day * DAY_MS + slot * SLOT_MS);
    return isDaytime(Math.floor((local - dayOf(local) * DAY_MS) / SLOT_MS));
  });
}

/** Whether a segment is a day whose sums are stored as they are asked for. */
export function isStoredDay({ from, to, daytime }: Segment): boolean {
  if (from !== 0 || to !== SLOTS) return false;
  return daytime === null || (daytime.length === SLOTS / 2 && daytime.every(isDaytime));
}
