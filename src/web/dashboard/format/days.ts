const DAY_MS = 86_400_000;

/** Whether a text is a day that exists, `2022-06-01`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayText(Date.parse(text)) === text;
}

/** The day that comes so many days after one, or before it. */
export function addDays(day: string, days: number): string {
  return dayText(Date.parse(day) + days * DAY_MS);
}

/** How many days there are from one to another, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The same day of the year before; of 29 February the 28th, as the service's `yearEarlier` has it. */
export function dayOfYearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return isDay(`${year}${day.slice(4)}`) ? `${year}${day.slice(4)}` : `${year}-02-28`;
}

/** The last day of a month, `2022-06`. */
export function lastOfMonth(month: string): string {
  return dayText(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
}

/** A moment's day in UTC; nothing when there is no such moment. */
function dayText(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}
