import { inTurns } from './turns.js';

/** The name of a zone that has always been UTC. */
export const UTC = 'UTC';

/** An offset from UTC, in milliseconds, with the instant at which it begins. */
export interface OffsetRange {
  readonly from: number;
  readonly offset: number;
}

/** Returns the offset of clocks from UTC at an instant, in milliseconds. */
export type OffsetAt = (instant: number) => number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Returns a function for the offsets of a zone of the IANA database.
 * @throws RangeError if the zone does not exist
 */
export function offsetsOf(name: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset', year: 'numeric' });
  return (instant) => offsetIn(format, instant);
}

/**
 * Returns the offset from UTC in milliseconds. Intl writes it as `GMT`, `GMT+01:00`, or `GMT-00:01:15` before standard
 * time.
 */
function offsetIn(format: Intl.DateTimeFormat, instant: number): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match ?? [];
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/**
 * Returns the offsets between two instants, in order. The first range begins at -Infinity.
 * @param step the step of the search, in milliseconds; the offset may change at most once per step
 */
export function offsetRangesBetween(
  offsetAt: OffsetAt,
  start: number,
  end: number,
  step: number,
): readonly OffsetRange[] {
  const ranges: OffsetRange[] = [{ from: -Infinity, offset: offsetAt(start) }];
  for (let at = start; at < end; at += step) {
    const before = ranges.at(-1)?.offset;
    const next = Math.min(at + step, end);
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

/**
 * Since 1900 no zone has had an offset for less than four days (Africa/Freetown, in September 1939). Since 1970 none
 * has had one for less than seven.
 */
const STEP = 3 * DAY;
const STEP_SINCE_1970 = 6 * DAY;

/**
 * The first of the years for which Intl applies only rules, in nearly every zone. Any 28 consecutive years include a
 * year of each kind: starting on each day of the week, with and without 29 February.
 */
const FIRST_RULED_YEAR = 2038;
const YEAR_KINDS = 28;

/** Caches the offsets of a zone of the IANA database by year. Intl computes offsets slowly, and they never change. */
class ZoneYears {
  readonly #offsetAt: OffsetAt;
  readonly #years = new Map<number, readonly OffsetRange[]>();

  /** @throws RangeError if the zone does not exist */
  constructor(name: string) {
    this.#offsetAt = offsetsOf(name);
  }

  /** Returns whether the offsets of a year are cached. */
  has(year: number): boolean {
    return this.#years.has(year);
  }

  /** Returns the offsets of a year, in order. The first range begins at -Infinity. */
  of(year: number): readonly OffsetRange[] {
    const cached = this.#years.get(year);
    if (cached) return cached;
    const ranges = this.#byTwin(year) ?? this.#bySearch(year);
    const [{ offset } = { offset: 0 }] = ranges;
    const shared = ranges.length === 1 ? unchanged(offset) : ranges;
    this.#years.set(year, shared);
    return shared;
  }

  #bySearch(year: number): readonly OffsetRange[] {
    return offsetRangesBetween(this.#offsetAt, startOf(year), startOf(year + 1), year < 1970 ? STEP : STEP_SINCE_1970);
  }

  /**
   * Returns the offsets of an earlier year of the same kind, shifted to this year. It checks them against Intl: at each
   * change, before the next, and halfway between.
   * @returns null if they differ
   */
  #byTwin(year: number): readonly OffsetRange[] | null {
    if (year < FIRST_RULED_YEAR + YEAR_KINDS) return null;
    let twin = FIRST_RULED_YEAR;
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

/** The ranges of years without a change, by offset. Most years have none. */
const unchangedYears = new Map<number, readonly OffsetRange[]>();

function unchanged(offset: number): readonly OffsetRange[] {
  const cached = unchangedYears.get(offset) ?? [{ from: -Infinity, offset }];
  unchangedYears.set(offset, cached);
  return cached;
}

/** The cache needs no limit: some 420 zones and 300 years take a few megabytes. */
const zones = new Map<string, ZoneYears>();

function zoneOf(name: string): ZoneYears {
  const zone = zones.get(name) ?? new ZoneYears(name);
  zones.set(name, zone);
  return zone;
}

/** The most years whose offsets may be computed in one turn of the event loop. */
const YEARS_IN_A_TURN = 30;

/**
 * Computes the offsets of a zone between two instants in several turns of the event loop: 300 years take 15 ms of
 * processor time.
 * @param name canonical, so that the cache has no more names than zones
 * @returns null if most of them are cached
 * @throws RangeError if the zone does not exist
 */
export function preloadOffsets(name: string, start: number, end: number): Promise<void> | null {
  const zone = zoneOf(name);
  const years: number[] = [];
  for (let year = yearOf(start); year <= yearOf(end); year += 1) if (!zone.has(year)) years.push(year);
  if (years.length <= YEARS_IN_A_TURN) return null;
  return inTurns(years, (year) => {
    zone.of(year);
  });
}

/**
 * Returns the offsets of a zone of the IANA database between two instants, in order. The first range begins at
 * -Infinity.
 * @param name canonical, so that the cache has no more names than zones
 * @throws RangeError if the zone does not exist
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

/** Returns whether two years have the same calendar. */
function isAlike(one: number, other: number): boolean {
  const dayOf = (instant: number): number => new Date(instant).getUTCDay();
  return dayOf(startOf(one)) === dayOf(startOf(other)) && dayOf(startOf(one + 1)) === dayOf(startOf(other + 1));
}

function yearOf(instant: number): number {
  return new Date(instant).getUTCFullYear();
}
