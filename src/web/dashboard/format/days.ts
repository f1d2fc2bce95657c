const DAY_MS = 86_400_000;

/** Returns whether a text is an existing day, `2022-06-01`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayText(Date.parse(text)) === text;
}

/** Returns the day a number of days after a day; before it if the number is negative. */
export function addDays(day: string, days: number): string {
  return dayText(Date.parse(day) + days * DAY_MS);
}

/** Returns the number of days from one day to another, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Returns the same day of the previous year; 28 February for 29 February, like the service's `yearEarlier`. */
export function dayOfYearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return isDay(`${year}${day.slice(4)}`) ? `${year}${day.slice(4)}` : `${year}-02-28`;
}

/** Returns the last day of a month, `2022-06`. */
export function lastOfMonth(month: string): string {
  return dayText(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
}

/** Returns the UTC day of a time; an empty text for an invalid time. */
function dayText(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}
