import { preloadOffsets, offsetRangesOf, type OffsetRange, UTC } from './offsets.js';

/** A range of time with one offset from UTC: `[start, end)`, all in milliseconds. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** A range of consecutive local days. */
export interface LocalDays {
  /** The instants at which the range begins and ends. */
  readonly start: number;
  readonly end: number;
  /** The range, divided by offset. */
  readonly parts: readonly Part[];
  /** Returns the first instant of a local day; for a day that clocks skip, that of the next day. */
  readonly startOf: (day: number) => number;
  /** If half-hours of UTC are no half-hours of the zone: the reason, as a clause to put after the zone's name; else null. */
  readonly inexact: string | null;
}

const HALF_HOUR = 1_800_000;
const DAY = 48 * HALF_HOUR;
/** No zone has had a larger offset from UTC since 1900. */
const FURTHEST = 32 * HALF_HOUR;

/**
 * Returns the local days of a time zone.
 * @param timeZone canonical IANA name
 * @param from the first day, in days since 1970-01-01
 * @param to the day after the last
 * @throws RangeError if the zone does not exist
 */
export function localDaysOf(timeZone: string, from: number, to: number): LocalDays {
  const ranges =
    timeZone === UTC ? [{ from: -Infinity, offset: 0 }] : offsetRangesOf(timeZone, ...instantsOf(from, to));
  const startOf = (day: number): number => startIn(ranges, day);
  const [start, end] = [startOf(from), startOf(to)];
  const parts = ranges.flatMap(({ from: first, offset }, index): readonly Part[] => {
    const part = { start: Math.max(first, start), end: Math.min(ranges[index + 1]?.from ?? Infinity, end), offset };
    return part.start < part.end ? [part] : [];
  });
  return { start, end, parts, startOf, inexact: inexactPart(parts, start, end) ?? turnedBack(ranges, from, to) };
}

/**
 * Computes the offsets for local days of a time zone in several turns of the event loop, because many years take long.
 * @returns null if the offsets are known
 * @throws RangeError if the zone does not exist
 */
export function preloadLocalDays(timeZone: string, from: number, to: number): Promise<void> | null {
  return timeZone === UTC ? null : preloadOffsets(timeZone, ...instantsOf(from, to));
}

/** Returns the range of instants whose offsets some days need. */
function instantsOf(from: number, to: number): readonly [start: number, end: number] {
  return [from * DAY - FURTHEST - DAY, to * DAY + FURTHEST + DAY];
}

function startIn(ranges: readonly OffsetRange[], day: number): number {
  // Searches for the last range that begins before every possible instant of the day.
  let [low, high] = [0, ranges.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ranges[middle]?.from ?? Infinity) <= day * DAY - FURTHEST) low = middle;
    else high = middle - 1;
  }
  for (let index = low; ; index += 1) {
    const { from = -Infinity, offset = 0 } = ranges[index] ?? {};
    const start = Math.max(from, day * DAY - offset);
    if (start < (ranges[index + 1]?.from ?? Infinity)) return start;
  }
}

/** Returns why half-hours of UTC are no half-hours of the clocks; null if they are. */
function inexactPart(parts: readonly Part[], start: number, end: number): string | null {
  for (const { start: from, offset } of parts) {
    if (offset % HALF_HOUR !== 0) return `is ${offsetText(offset)} from UTC on ${dateOf(from + offset)}`;
    if (from % HALF_HOUR !== 0) return changeText(from);
  }
  return end > start && end % HALF_HOUR !== 0 ? changeText(end) : null;
}

/** Finds clocks that went back over midnight, so that a day began twice. */
function turnedBack(ranges: readonly OffsetRange[], from: number, to: number): string | null {
  for (const [index, { from: at, offset }] of ranges.entries()) {
    const before = ranges[index - 1];
    if (!before || before.offset <= offset) continue;
    const day = Math.floor((at + before.offset - 1) / DAY);
    if (day * DAY > at + offset && from <= day && day <= to) return changeText(at);
  }
  return null;
}

function changeText(at: number): string {
  return `changes its clocks within a half-hour or over midnight, at ${new Date(at).toISOString()}`;
}

function dateOf(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}

/** Returns an offset such as `+05:45`, with its seconds unless they are 0. */
function offsetText(offset: number): string {
  const text = new Date(Math.abs(offset)).toISOString().slice(11, 19);
  return `${offset < 0 ? '-' : '+'}${text.endsWith(':00') ? text.slice(0, 5) : text}`;
}
