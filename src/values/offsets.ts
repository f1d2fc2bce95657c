import { inTurns } from './turns.js';

/** What a zone is called that has always been UTC. */
export const UTC = 'UTC';

/** An offset from UTC, in milliseconds, that holds from an instant on. */
export interface OffsetRange {
  readonly from: number;
  readonly offset: number;
}

/** The offset from UTC of clocks at an instant, in milliseconds. */
export type OffsetAt = (instant: number) => number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The offsets of a zone of the IANA database.
 * @throws RangeError where there is no such zone
 */
export function offsetsOf(name: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset', year: 'numeric' });
  return (instant) => offsetIn(format, instant);
}

/** The offset from UTC, in milliseconds: Intl writes it as `GMT`, `GMT+01:00`, or `GMT-00:01:15` before standard time. */
function offsetIn(format: Intl.DateTimeFormat, instant: number): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match ?? [];
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/**
 * The offsets between two instants, in order; the first is said to hold from ever.
 * @param look between two looks at the offset there must be at most one change of it
 */
export function offsetRangesBetween(
  offsetAt: OffsetAt,
  start: number,
  end: number,
  look: number,
): readonly OffsetRange[] {
  const ranges: OffsetRange[] = [{ from: -Infinity, offset: offsetAt(start) }];
  for (let at = start; at < end; at += look) {
    const before = ranges.at(-1)?.offset;
    const next = Math.min(at + look, end);
    const offset = offsetAt(next);
    if (offset === before) continue;
    let [low, high] = [at, next];
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    ranges.push({ from: high, offset });
  }
  return ranges;
}

/** No zone has had an offset for less than four days since 1900 (Africa/Freetown, in September 1939), nor for less than seven since 1970. */
const LOOK = 3 * DAY;
const LOOK_SINCE_1970 = 6 * DAY;

/**
 * The first years for which Intl has rules alone, nearly everywhere; within 28 of them there is one of each kind: it begins
 * on each day of the week, with and without a 29 February.
 */
const RULED = 2038;
const KINDS = 28;

/** A zone of the IANA database, as far as it was asked for: Intl is slow to say offsets, which never change again. */
class ZoneYears {
  readonly #offsetAt: OffsetAt;
  readonly #years = new Map<number, readonly OffsetRange[]>();

  /** @throws RangeError where there is no such zone */
  constructor(name: string) {
    this.#offsetAt = offsetsOf(name);
  }

  /** Whether the offsets of a year are worked out already. */
  knows(year: number): boolean {
    return this.#years.has(year);
  }

  /** The offsets of a year, in order; the first is said to hold from ever. */
  of(year: number): readonly OffsetRange[] {
    const known = this.#years.get(year);
    if (known) return known;
    const found = this.#ofTwin(year) ?? this.#ofLooks(year);
    const [{ offset } = { offset: 0 }] = found;
    const shared = found.length === 1 ? unchanged(offset) : found;
    this.#years.set(year, shared);
    return shared;
  }

  #ofLooks(year: number): readonly OffsetRange[] {
    return offsetRangesBetween(this.#offsetAt, startOf(year), startOf(year + 1), year < 1970 ? LOOK : LOOK_SINCE_1970);
  }

  /** Those of an earlier year of the same kind, where they are right at each change, before it, and halfway to the next. */
  #ofTwin(year: number): readonly OffsetRange[] | null {
    if (year < RULED + KINDS) return null;
    let twin = RULED;
    while (!isAlike(twin, year)) twin += 1;
    const shift = startOf(year) - startOf(twin);
    const ranges = this.of(twin).map(({ from, offset }) => ({ from: from + shift, offset }));
    const isRight = ranges.every(({ from, offset }, index) => {
      const start = Math.max(from, startOf(year));
      const end = ranges[index + 1]?.from ?? startOf(year + 1);
      return [start, (start + end) / 2, end - 1].every((instant) => this.#offsetAt(instant) === offset);
    });
    return isRight ? ranges : null;
  }
}

/** The years without a change, which most are, one for each offset. */
const unchangedYears = new Map<number, readonly OffsetRange[]>();

function unchanged(offset: number): readonly OffsetRange[] {
  const known = unchangedYears.get(offset) ?? [{ from: -Infinity, offset }];
  unchangedYears.set(offset, known);
  return known;
}

/** All are kept: there are some 420 zones, and 300 years, which take a few megabytes. */
const zones = new Map<string, ZoneYears>();

function zoneOf(name: string): ZoneYears {
  const zone = zones.get(name) ?? new ZoneYears(name);
  zones.set(name, zone);
  return zone;
}

/** Years that take no longer than one turn of the event loop. */
const YEARS_IN_A_TURN = 30;

/**
 * Works out the offsets of a zone between two instants in turns of the event loop: those of 300 years take 15 ms of processor time.
 * @param name canonical, so that there are no more of them than zones
 * @returns null where most of them are known
 * @throws RangeError where there is no such zone
 */
export function learnOffsets(name: string, start: number, end: number): Promise<void> | null {
  const zone = zoneOf(name);
  const years: number[] = [];
  for (let year = yearOf(start); year <= yearOf(end); year += 1) if (!zone.knows(year)) years.push(year);
  if (years.length <= YEARS_IN_A_TURN) return null;
  return inTurns(years, (year) => {
    zone.of(year);
  });
}

/**
 * The offsets of a zone of the IANA database between two instants, in order; the first is said to hold from ever.
 * @param name canonical, so that there are no more of them than zones
 * @throws RangeError where there is no such zone
 */
export function offsetRangesOf(name: string, start: number, end: number): readonly OffsetRange[] {
  const zone = zoneOf(name);
  const ranges: OffsetRange[] = [];
  for (let year = yearOf(start); year <= yearOf(end); year += 1) {
    ranges.push(...zone.of(year).filter(({ from, offset }) => from > -Infinity || offset !== ranges.at(-1)?.offset));
  }
  return ranges;
}

function startOf(year: number): number {
  return Date.UTC(year, 0, 1);
}

/** Whether two years have the same days of the week. */
function isAlike(one: number, other: number): boolean {
  const dayOf = (instant: number): number => new Date(instant).getUTCDay();
  return dayOf(startOf(one)) === dayOf(startOf(other)) && dayOf(startOf(one + 1)) === dayOf(startOf(other + 1));
}

function yearOf(instant: number): number {
  return new Date(instant).getUTCFullYear();
}
