import { quoted } from '../../errors/suggest.js';
import type { Parsed } from '../../values/scalars.js';
import type { Zone } from '../../values/zone.js';

/** Milliseconds of a half-hour. */
export const HALF_HOUR = 1_800_000;
const DAY = 48 * HALF_HOUR;
/** Half-hours of the longest day. */
const MAX_PERIODS = 50;

/**
 * Reads the number of a half-hour, counted from 1 at midnight, and returns its start. A day has 48 of these settlement
 * periods, or 46 or 50 if clocks change.
 * @param day local midnight in milliseconds, encoded as if it were UTC
 * @returns ISO 8601 UTC
 */
export function startOfPeriod(text: string, day: number, zone: Zone | null): Parsed<string> {
  if (zone === null)
    return { problem: 'is the number of a half-hour, which needs a time zone: give it with --timezone' };
  const number = /^\d{1,2}(?:\.0)?$/.test(text) ? Number(text) : NaN;
  if (!(number >= 1 && number <= MAX_PERIODS)) {
    return { problem: `must be the number of a half-hour from 1 to ${MAX_PERIODS}, got ${quoted(text)}` };
  }
  const [from = day] = zone.instantsOf(day);
  const [to = day + DAY] = zone.instantsOf(day + DAY);
  const count = Math.round((to - from) / HALF_HOUR);
  if (number > count) {
    return {
      problem: `must be at most ${count}, the number of half-hours of this day in ${zone.name}, got ${quoted(text)}`,
    };
  }
  return { value: new Date(from + (number - 1) * HALF_HOUR).toISOString() };
}
