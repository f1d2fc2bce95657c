import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { readDate, startOfDay } from './daySpans.js';
import { spanOf, type Span, type Unreadable } from './reading.js';
import { readWrittenMonth } from './writtenMonth.js';

/** Whether a date names the start or the end of its day or month; null: not given. */
type Stamps = 'start' | 'end' | null;

const DAY = 86_400_000;
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/;

/**
 * Reads the time of a reading. A date means the midnight at its start, or with `--stamps end` at its end. A month needs
 * `--stamps`.
 * @param text a date as ISO 8601, or a month
 * @returns ISO 8601 UTC
 */
export function readingTime(text: string, zone: Zone, stamps: Stamps): string | Unreadable {
  const month = readWrittenMonth(text);
  if (month !== null) {
    if (stamps !== null) return isoOf(startOfDay(zone, monthStart(month, stamps === 'end' ? 1 : 0)));
    return {
      text,
      problem: `must be the date of a reading, got the month ${quoted(text)}: if the meter was read at the start or end of the month, give --stamps start or --stamps end`,
    };
  }
  const day = readDate(text);
  if (day !== null) return isoOf(startOfDay(zone, stamps === 'end' ? day + DAY : day));
  const hasZone = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const wall = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return { problem: `must be a date such as 2024-01-31, got ${quoted(text)}`, text };
  const [moment] = hasZone ? [wall] : zone.instantsOf(wall);
  return moment === undefined
    ? { problem: `does not exist in ${zone.name}: clocks skip this time, got ${quoted(text)}`, text }
    : isoOf(moment);
}

/**
 * Reads the month of a use, in the zone. A date must be its first or last day; with `--stamps end`, a first day ends the
 * month before.
 * @param text a date as ISO 8601, or a month
 */
export function useMonth(text: string, zone: Zone, stamps: Stamps): Span | Unreadable {
  const named = readWrittenMonth(text);
  const day = named === null ? readDate(text.replace(MIDNIGHT, '')) : monthStart(named, 0);
  const isFirst = day !== null && new Date(day).getUTCDate() === 1;
  const isLast = day !== null && new Date(day + DAY).getUTCDate() === 1;
  if (day === null || (!isFirst && !isLast)) {
    return {
      problem: `must be a month such as Jan 2024, or the first or last day of a month, because this file has monthly consumption, got ${quoted(text)}`,
      text,
    };
  }
  const month = new Date(day).toISOString().slice(0, 7);
  const before = named === null && isFirst && stamps === 'end' ? 1 : 0;
  return spanOf(startOfDay(zone, monthStart(month, -before)), startOfDay(zone, monthStart(month, 1 - before)));
}

/** Returns the start of a month, or of one `after` months later, in milliseconds as if local time were UTC. */
function monthStart(month: string, after: number): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + after, 1);
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}
