import { quoted } from '../errors/suggest.js';
import { type OffsetAt, offsetsOf, type OffsetRange, offsetRangesBetween } from './offsets.js';
import type { Parsed } from './scalars.js';
import { hint } from './timeZone.js';

/** A time zone: what clocks on the wall show, and when. */
export interface Zone {
  /** As it was given: `Europe/London`, or an offset such as `+10:00`. */
  readonly name: string;
  /**
   * The instants at which clocks show a time.
   * @param localMs the wall-clock time, in milliseconds as if it were UTC
   * @returns milliseconds since 1970 UTC: none for a time that clocks skip, two (the earlier first) for one they repeat
   */
  instantsOf(localMs: number): readonly number[];
  /**
   * The instants at which something ends whose end is labelled so: those at which clocks show the time, and the moment of
   * a change at which they would have shown it. Of `02:00`, as of 01:30 to 02:00, that is the moment itself, whether
   * clocks then go forward or back.
   * @param localMs as above
   * @returns milliseconds since 1970 UTC, in order; none for a time within what clocks skip
   */
  endsOf(localMs: number): readonly number[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No place was ever further from UTC: Manila had -15:56:08, Metlakatla +15:13:42, before 1900. */
const FURTHEST = 16 * HOUR;
/** Between two looks at the offset of a zone there is at most one change of it. */
const LOOK = 14 * HOUR;
/** Days that are remembered for each zone. */
const MOST_DAYS = 100_000;

/** Coordinated universal time. */
export const UTC: Zone = fixedZone('UTC', 0);

/**
 * Reads the name of a time zone of the IANA database, in any case, or a fixed offset between -14:00 and +14:00.
 * @returns the zone, else a clause that names what was got and what is near
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
 * The instant that a wall-clock time of a series means. Of a time that clocks show twice it is the first that comes after
 * the record before it; the earlier, when there is none before.
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
 * A zone whose offset changes. Whether it changes around a day is found once for the day: nearly always it does not, and
 * a time of it is then one subtraction.
 */
export function namedZone(name: string, offsetAt: OffsetAt): Zone {
  const days = new Map<number, number | readonly OffsetRange[]>();
  let lastDay = NaN;
  let last: number | readonly OffsetRange[] = 0;
  const around = (localMs: number): number | readonly OffsetRange[] => {
    const day = Math.floor(localMs / DAY);
    if (day !== lastDay) {
      let found = days.get(day);
      if (found === undefined) {
        found = offsetsAround(day * DAY, offsetAt);
        if (days.size >= MOST_DAYS) days.clear();
        days.set(day, found);
      }
      [lastDay, last] = [day, found];
    }
    return last;
  };
  return {
    name,
    instantsOf(localMs) {
      const found = around(localMs);
      return typeof found === 'number' ? [localMs - found] : instantsIn(found, localMs, false);
    },
    endsOf(localMs) {
      const found = around(localMs);
      return typeof found === 'number' ? [localMs - found] : instantsIn(found, localMs, true);
    },
  };
}

/** The offsets of every instant that a local day may have, in order; one number when there is one. */
function offsetsAround(dayMs: number, offsetAt: OffsetAt): number | readonly OffsetRange[] {
  const ranges = offsetRangesBetween(offsetAt, dayMs - FURTHEST, dayMs + DAY + FURTHEST, LOOK);
  const [only] = ranges;
  return only && ranges.length === 1 ? only.offset : ranges;
}

/** @param isEnd whether the moment at which a range ends counts as one of its own too */
function instantsIn(ranges: readonly OffsetRange[], localMs: number, isEnd: boolean): readonly number[] {
  return ranges.flatMap(({ from, offset }, index) => {
    const instant = localMs - offset;
    const end = ranges[index + 1]?.from ?? Infinity;
    return instant >= from && (instant < end || (isEnd && instant === end)) ? [instant] : [];
  });
}
