const DAY_MS = 86_400_000;

/** The start of a day such as `2010-08-30`, as a timestamp. */
export function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** The day that is so many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of the year, so many years later; for days that every year has. */
export function addYears(day: string, years: number): string {
  return String(Number(day.slice(0, 4)) + years) + day.slice(4);
}
