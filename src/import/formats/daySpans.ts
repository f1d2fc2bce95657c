import { quoted } from '../../errors/suggest.js';
import type { Parsed } from '../../values/scalars.js';
import { resolveLocal, type Zone } from '../../values/zone.js';
import { type Span, spanOf } from './reading.js';

/** The time of a period, or a clause that says why the period has no time. */
export type Period = Span | { readonly problem: string };

/** Returns the periods of a day, and caches them. */
export type DayPeriods = (dayMs: number) => readonly Period[];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Days in the cache. */
const MAX_DAYS = 2_000;

/**
 * Returns periods that begin at local times. A period that clocks skip has no time. A time that clocks show twice means
 * the first, unless the list of starts has it twice.
 * @param starts minutes after midnight, in order
 * @param length minutes of a period
 */
export function clockPeriods(zone: Zone, starts: readonly number[], length: number): DayPeriods {
  return cachedByDay((dayMs) => {
    let before: number | null = null;
    return starts.map((minutes) => {
      const start = resolveLocal(zone, dayMs + minutes * MINUTE, before);
      if (start === null) return { problem: `does not exist on that day in ${zone.name}: clocks skip this time` };
      if (before !== null && start <= before) {
        return { problem: `does not exist on that day in ${zone.name}: clocks show this time only once` };
      }
      before = start;
      return spanOf(start, start + length * MINUTE);
    });
  });
}

/**
 * Returns periods that are numbered from the start of the local day, in real time. A day has fewer or more of them if
 * clocks change.
 * @param count the number of periods to return; those beyond the day have no time
 * @param length minutes of a period
 */
export function countedPeriods(zone: Zone, count: number, length: number): DayPeriods {
  return cachedByDay((dayMs) => {
    const [start, end] = [startOfDay(zone, dayMs), startOfDay(zone, dayMs + DAY)];
    const size = Math.floor((end - start) / (length * MINUTE));
    return Array.from({ length: count }, (_, index) => {
      if (index >= size) return { problem: `is after the end of that day, which has ${size} periods in ${zone.name}` };
      const from = start + index * length * MINUTE;
      return spanOf(from, from + length * MINUTE);
    });
  });
}

/** Returns the first instant of a local day. If the zone skipped the day, returns the start of the next. */
export function startOfDay(zone: Zone, dayMs: number): number {
  for (let minutes = 0; ; minutes += 15) {
    const [first] = zone.instantsOf(dayMs + minutes * MINUTE);
    if (first !== undefined) return first;
  }
}

function cachedByDay(find: DayPeriods): DayPeriods {
  const days = new Map<number, readonly Period[]>();
  return (dayMs) => {
    let periods = days.get(dayMs);
    if (periods === undefined) {
      periods = find(dayMs);
      if (days.size >= MAX_DAYS) days.clear();
      days.set(dayMs, periods);
    }
    return periods;
  };
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;

/**
 * Reads a date, `2024-01-31` or `20240131`.
 * @returns its local midnight in milliseconds, encoded as if it were UTC; null: no such date exists
 */
export function readDate(text: string): number | null {
  const [, year, month, day] = DATE.exec(text) ?? COMPACT.exec(text) ?? [];
  if (year === undefined || Number(year) < 100) return null;
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null;
  return date.getTime();
}

/** Milliseconds of a half-hour. */
export const HALF_HOUR = 1_800_000;
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
