import { invalidParameters } from '../errors/appError.js';
import { DAY_MS, type DayRange, END_DAY, FIRST_DAY } from '../usage/grid.js';
import { localDayOf } from './clock.js';

/** What is written as dates: a day, `2024-01-31`, or an instant of one; `endDate` is the last day unless the reading is exclusive. */
export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The days asked for (figures 2).
 * @param inclusive whether `endDate` names the last day included
 * @param timeZone whose days they are; canonical IANA name
 * @throws AppError invalid-parameter when there is no day
 */
export function rangeOf(dates: Dates, inclusive: boolean, timeZone: string): DayRange {
  const [from, end] = [dayNamed(dates, 'startDate', timeZone), dayNamed(dates, 'endDate', timeZone)];
  if (end < from || (end === from && !inclusive)) {
    const must = inclusive ? 'must not be before' : 'must be after';
    throw invalidParameters([
      { parameter: 'endDate', message: `endDate ${must} startDate ${dateOf(from)}, got ${dateOf(end)}.` },
    ]);
  }
  return { from, to: inclusive ? end + 1 : end };
}

function dayNamed(dates: Dates, name: keyof Dates, timeZone: string): number {
  const text = dates[name];
  const instant = Date.parse(text);
  const day = text.includes('T') ? localDayOf(timeZone, instant) : instant / DAY_MS;
  if (day >= FIRST_DAY && day < END_DAY) return day;
  const message = `${name} must lie in the years 1900 to 2200 in ${timeZone}, got ${text}.`;
  throw invalidParameters([{ parameter: name, message }]);
}

/** The time of equal length just before, as far as there are days. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  return { from: Math.max(FIRST_DAY, from - (to - from)), to: from };
}

/** The same days a year earlier; of 29 February the 28th. */
export function rangeYearEarlier({ from, to }: DayRange): DayRange {
  const shift = (day: number): number => {
    const date = new Date(day * DAY_MS);
    const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()];
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(last, date.getUTCDate())) / DAY_MS;
  };
  return { from: shift(from), to: shift(to - 1) + 1 };
}

/** A day of the time asked for, and the one that corresponds to it in an earlier time. */
export interface DayPair {
  readonly day: number;
  readonly earlier: number;
}

/** Days by their place in the time of equal length just before. */
export function daysBefore({ from, to }: DayRange): readonly DayPair[] {
  const pairs = Array.from({ length: to - from }, (_, index) => ({
    day: from + index,
    earlier: 2 * from - to + index,
  }));
  return pairs.filter(({ earlier }) => earlier >= FIRST_DAY);
}

/** Days by their date a year earlier; 29 February, of either year, corresponds to none. */
export function daysYearEarlier({ from, to }: DayRange): readonly DayPair[] {
  return Array.from({ length: to - from }, (_, index) => from + index).flatMap((day) => {
    const date = new Date(day * DAY_MS);
    const earlier = Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate());
    return new Date(earlier).getUTCDate() === date.getUTCDate() ? [{ day, earlier: earlier / DAY_MS }] : [];
  });
}

/** A range as it is told, such as `2023-01-01 to 2023-12-31`. */
export function rangeName({ from, to }: DayRange): string {
  return from === to ? `nothing before ${dateOf(to)}` : `${dateOf(from)} to ${dateOf(to - 1)}`;
}

/** A day as a date, `2024-01-31`. */
function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
