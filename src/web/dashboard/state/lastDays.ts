import { addDays } from '../format/days.js';
import { periodOf, type Period } from '../format/periods.js';

/** The numbers of last days that users can choose. */
export const LAST_DAYS = [7, 30, 90] as const;

/** Returns the id of a period of last days, as in URLs. */
export function lastDaysId(days: number): string {
  return `last-${days}-days`;
}

/** Parses the number of last days in a URL; null for another period. */
export function lastDaysOf(period: string | null): number | null {
  return LAST_DAYS.find((days) => lastDaysId(days) === period) ?? null;
}

/** Returns the period that ends on a day and has a number of days. */
export function daysUpTo(last: string, days: number): Period {
  return periodOf(addDays(last, 1 - days), last);
}
