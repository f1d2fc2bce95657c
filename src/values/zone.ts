import { quoted } from '../errors/suggest.js';
import { type OffsetAt, offsetsOf, type OffsetRange, offsetRangesBetween } from './offsets.js';
import type { Parsed } from './scalars.js';
import { hint } from './timeZone.js';

/** A time zone. It converts wall-clock times to instants. */
export interface Zone {
  /** The name as received: `Europe/London`, or an offset such as `+10:00`. */
  readonly name: string;
  /**
   * Returns the instants at which clocks show a time.
   * @param localMs the wall-clock time, in milliseconds as if it were UTC
   * @returns milliseconds since 1970 UTC: none for a time that clocks skip, two (the earlier first) for one they repeat
   */
  instantsOf(localMs: number): readonly number[];
  /**
   * Returns the instants at which an interval with this end label may end: the instants at which clocks show the time,
   * and the moment of a clock change at which they would have shown it. For example, an interval from 01:30 to `02:00`
   * ends at the moment of the change, whether clocks then go forward or back.
   * @param localMs the wall-clock time, in milliseconds as if it were UTC
   * @returns milliseconds since 1970 UTC, in order; none for a time inside the skipped hour
   */
  endsOf(localMs: number): readonly number[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No zone was ever further from UTC: Manila had -15:56:08, Metlakatla +15:13:42, before 1900. */
const FURTHEST = 16 * HOUR;
/** The step of the search for changes. No zone changes its offset twice within it. */
const STEP = 14 * HOUR;
/** The maximum number of cached days of each zone. */
const MAX_DAYS = 100_000;

/** Coordinated universal time. */
export const UTC: Zone = fixedZone('UTC', 0);

/**
 * Parses the name of a time zone of the IANA database, in any case, or a fixed offset between -14:00 and +14:00.
 * @returns the zone; otherwise a clause with the received name and a similar one
 */
export function parseZone(name: string): Parsed<Zone> {
  const trimmed = name.trim();
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(trimmed);
  if (offset !== null) {
    const [, sign = '+', hours = '', minutes = ''] = offset;
    const size = Number(hours) * 60 + Number(minutes);
    if (Number(minutes) > 59 || size > 14 * 60) {
      return { problem: `must be an offset between -14:00 and +14:00, got ${quoted(name)}` };
    }
    return { value: fixedZone(`${sign}${hours}:${minutes}`, (sign === '-' ? -1 : 1) * size * MINUTE) };
  }
  try {
    return { value: namedZone(trimmed, offsetsOf(trimmed)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: `must be a time zone such as Europe/London or +10:00, got ${quoted(name)}${hint(trimmed)}` };
  }
}

/**
 * Returns the instant of a wall-clock time in a series. If clocks show the time twice, it is the first instant after
 * the record before it, or the earlier one without such a record.
 * @param localMs the wall-clock time, in milliseconds as if it were UTC
 * @param after the instant before it in the series, or null
 * @returns null for a time that clocks skip
 */
export function resolveLocal(zone: Zone, localMs: number, after: number | null): number | null {
  const [first, second] = zone.instantsOf(localMs);
  if (first === undefined) return null;
  return second !== undefined && after !== null && first <= after ? second : first;
}

function fixedZone(name: string, offset: number): Zone {
  const instantsOf = (localMs: number): readonly number[] => [localMs - offset];
  return { name, instantsOf, endsOf: instantsOf };
}

/**
 * Returns a zone with a changing offset. It searches once per day for a change near the day. Most days have none, and
 * converting a time of such a day is one subtraction.
 */
export function namedZone(name: string, offsetAt: OffsetAt): Zone {
  const days = new Map<number, number | readonly OffsetRange[]>();
  let lastDay = NaN;
  let last: number | readonly OffsetRange[] = 0;
  const offsetsNear = (localMs: number): number | readonly OffsetRange[] => {
    const day = Math.floor(localMs / DAY);
    if (day !== lastDay) {
      let offsets = days.get(day);
      if (offsets === undefined) {
        offsets = offsetsAround(day * DAY, offsetAt);
        if (days.size >= MAX_DAYS) days.clear();
        days.set(day, offsets);
      }
      [lastDay, last] = [day, offsets];
    }
    return last;
  };
  return {
    name,
    instantsOf(localMs) {
      const offsets = offsetsNear(localMs);
      return typeof offsets === 'number' ? [localMs - offsets] : instantsIn(offsets, localMs, false);
    },
    endsOf(localMs) {
      const offsets = offsetsNear(localMs);
      return typeof offsets === 'number' ? [localMs - offsets] : instantsIn(offsets, localMs, true);
    },
  };
}

/** Returns the offsets of all instants that a local day may have, in order; a number if there is only one. */
function offsetsAround(dayMs: number, offsetAt: OffsetAt): number | readonly OffsetRange[] {
  const ranges = offsetRangesBetween(offsetAt, dayMs - FURTHEST, dayMs + DAY + FURTHEST, STEP);
  const [only] = ranges;
  return only && ranges.length === 1 ? only.offset : ranges;
}

/** Returns the instants of a wall-clock time. @param isEnd whether the end of a range belongs to it, too */
function instantsIn(ranges: readonly OffsetRange[], localMs: number, isEnd: boolean): readonly number[] {
  return ranges.flatMap(({ from, offset }, index) => {
    const instant = localMs - offset;
    const end = ranges[index + 1]?.from ?? Infinity;
    return instant >= from && (instant < end || (isEnd && instant === end)) ? [instant] : [];
  });
}
