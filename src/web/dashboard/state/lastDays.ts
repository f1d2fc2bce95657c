import { addDays } from '../format/days.js';
import { periodOf, type Period } from '../format/periods.js';

/** How many days one may ask for up to the last data. */
export const LAST_DAYS = [7, 30, 90] as const;

/** As it stands in addresses. */
export function lastDaysId(days: number): string {
  return `last-${days}-days`;
}

/** How many of the last days an address asks for; null: it asks for another period. */
export function lastDaysOf(period: string | null): number | null {
  return LAST_DAYS.find((days) => lastDaysId(days) === period) ?? null;
}

/** So many days up to one. */
export function daysUpTo(last: string, days: number): Period {
  return periodOf(addDays(last, 1 - days), last);
}
