const DAY_MS = 86_400_000;

/** Returns the start of a day such as `2010-08-30`, as a timestamp. */
export function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Returns the day a number of days later, or earlier if it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of the year, a number of years later. The day must exist in every year. */
export function addYears(day: string, years: number): string {
  return String(Number(day.slice(0, 4)) + years) + day.slice(4);
}
