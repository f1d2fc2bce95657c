import { invalidParameters } from '../errors/appError.js';
import { DAY_MS, FIRST_DAY, type DayRange } from '../usage/grid.js';

/** What is written as dates: days, `2024-01-31`, whose `endDate` is the last one unless the reading is exclusive. */
export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The days asked for (figures 2).
 * @param inclusive whether `endDate` names the last day included
 * @throws AppError invalid-parameter when there is no day
 */
export function rangeOf({ startDate, endDate }: Dates, inclusive: boolean): DayRange {
  const [from, end] = [Date.parse(startDate) / DAY_MS, Date.parse(endDate) / DAY_MS];
  if (end < from || (end === from && !inclusive)) {
    const must = inclusive ? 'must not be before' : 'must be after';
    throw invalidParameters([
      { parameter: 'endDate', message: `endDate ${must} startDate ${startDate}, got ${endDate}.` },
    ]);
  }
  return { from, to: inclusive ? end + 1 : end };
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

/** A range as it is told, such as `2023-01-01 to 2023-12-31`. */
export function rangeName({ from, to }: DayRange): string {
  if (from === to) return `nothing before ${new Date(to * DAY_MS).toISOString().slice(0, 10)}`;
  const day = (at: number): string => new Date(at * DAY_MS).toISOString().slice(0, 10);
  return `${day(from)} to ${day(to - 1)}`;
}
