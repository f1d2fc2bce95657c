import { offsetsOf } from '../../src/values/offsets.js';

export const DAY_MS = 86_400_000;
export const HALF_HOUR_MS = 1_800_000;

/** The two years of the data, UTC. */
export const FIRST_MS = Date.parse('2024-01-01');
const END_MS = Date.parse('2026-01-01');

/** A day in UTC. */
export interface CalendarDay {
  /** Such as `2024-01-31`. */
  readonly date: string;
  /** Such as `2024-01`. */
  readonly month: string;
  readonly startMs: number;
  /**
   * The offset of local time from UTC, in half-hours, at noon. On the day of a clock change it applies from the
   * midnight before.
   */
  readonly ahead: number;
  /** False on weekends, bank holidays and the days between Christmas and New Year. */
  readonly isWorking: boolean;
}

/** Bank holidays in England and Wales (https://www.gov.uk/bank-holidays). */
const BANK_HOLIDAYS = new Set(
  (
    '2024-01-01 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26 ' +
    '2025-01-01 2025-04-18 2025-04-21 2025-05-05 2025-05-26 2025-08-25 2025-12-25 2025-12-26'
  ).split(' '),
);

const clock = offsetsOf('Europe/London');

function dayAt(startMs: number): CalendarDay {
  const date = new Date(startMs).toISOString().slice(0, 10);
  const weekday = new Date(startMs).getUTCDay();
  const isShut = date.slice(5) >= '12-24' || BANK_HOLIDAYS.has(date);
  return {
    date,
    month: date.slice(0, 7),
    startMs,
    ahead: clock(startMs + DAY_MS / 2) / HALF_HOUR_MS,
    isWorking: weekday !== 0 && weekday !== 6 && !isShut,
  };
}

/** The days of the two years, in order. */
export const CALENDAR: readonly CalendarDay[] = Array.from({ length: (END_MS - FIRST_MS) / DAY_MS }, (_, index) =>
  dayAt(FIRST_MS + index * DAY_MS),
);

/** The months of the two years, in order: `2024-01` to `2025-12`. */
export const MONTHS: readonly string[] = [...new Set(CALENDAR.map(({ month }) => month))];

/** Returns the index of a day in {@link CALENDAR}. */
export function dayIndex(date: string): number {
  return (Date.parse(date) - FIRST_MS) / DAY_MS;
}

/** Returns the days of a month, in order. */
export function daysOfMonth(month: string): readonly CalendarDay[] {
  return CALENDAR.filter((day) => day.month === month);
}

/** Adds up a quantity per day by month. */
export function sumByMonth(perDay: readonly number[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [index, { month }] of CALENDAR.entries()) sums.set(month, (sums.get(month) ?? 0) + (perDay[index] ?? 0));
  return sums;
}
