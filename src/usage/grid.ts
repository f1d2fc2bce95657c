/** The length of a half-hour, in milliseconds. */
export const HALF_HOUR_MS = 1_800_000;
export const DAY_MS = 86_400_000;
/** The half-hours of a day. */
export const HALF_HOURS_PER_DAY = 48;

/** Whether a half-hour of a day is in the daytime, [06:00, 18:00) UTC. */
export function isDaytime(halfHour: number): boolean {
  return halfHour >= HALF_HOURS_PER_DAY / 4 && halfHour < (3 * HALF_HOURS_PER_DAY) / 4;
}

/** The range of supported days, counted from 1970-01-01: from 1900-01-01 to before 2201-01-01. */
export const FIRST_DAY = -25_567;
export const END_DAY = 84_371;

/** Returns the day of an instant, counted from 1970-01-01. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Returns the month of a day, counted from January 1970. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Returns the first day of a month. */
export function monthStart(month: number): number {
  return Date.UTC(1970 + Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1) / DAY_MS;
}

/** The days from `from` to before `to`. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Sorts ranges, and joins those that touch or overlap. */
export function joinRanges(ranges: readonly DayRange[]): readonly DayRange[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (to > from) joined.push({ from, to });
  }
  return joined;
}

const TIMES = Array.from({ length: HALF_HOURS_PER_DAY }, (_, halfHour) =>
  new Date(halfHour * HALF_HOUR_MS).toISOString().slice(10),
);

/** A cache of formatted days, because they recur and formatting with Date is slow. */
const dates = new Map<number, string>();
const MAX_DATES = 5_000;

/** Formats an instant in milliseconds as ISO 8601: `2024-01-31T09:30:00.000Z`. */
export function isoOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const time = TIMES[(ms - day * DAY_MS) / HALF_HOUR_MS];
  if (time === undefined) return new Date(ms).toISOString();
  const cached = dates.get(day);
  if (cached !== undefined) return cached + time;
  const date = new Date(ms).toISOString().slice(0, -time.length);
  if (dates.size >= MAX_DATES) dates.clear();
  dates.set(day, date);
  return date + time;
}
