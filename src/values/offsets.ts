/** What a zone is called that has always been UTC. */
export const UTC = 'UTC';

/** An offset from UTC, in milliseconds, that holds from an instant on. */
export interface Stretch {
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
export function stretchesBetween(offsetAt: OffsetAt, start: number, end: number, look: number): readonly Stretch[] {
  const stretches: Stretch[] = [{ from: -Infinity, offset: offsetAt(start) }];
  for (let at = start; at < end; at += look) {
    const before = stretches.at(-1)?.offset;
    const next = Math.min(at + look, end);
    const offset = offsetAt(next);
    if (offset === before) continue;
    let [low, high] = [at, next];
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    stretches.push({ from: high, offset });
  }
  return stretches;
}

/** No zone has had an offset for less than four days since 1900 (Africa/Freetown, in September 1939). */
const LOOK = 3 * DAY;

/** The offsets of zones by year: the same ones are asked for again and again, and Intl is slow to say them. */
const years = new Map<string, readonly Stretch[]>();
const offsets = new Map<string, OffsetAt>();
const MOST_YEARS = 20_000;

/**
 * The offsets of a zone of the IANA database between two instants, in order; the first is said to hold from ever.
 * @throws RangeError where there is no such zone
 */
export function stretchesOf(name: string, start: number, end: number): readonly Stretch[] {
  const offsetAt = offsets.get(name) ?? offsetsOf(name);
  offsets.set(name, offsetAt);
  const stretches: Stretch[] = [];
  for (let year = yearOf(start); year <= yearOf(end); year += 1) {
    const key = `${name} ${year}`;
    let own = years.get(key);
    if (!own) {
      if (years.size >= MOST_YEARS) years.clear();
      own = stretchesBetween(offsetAt, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1), LOOK);
      years.set(key, own);
    }
    stretches.push(...own.filter(({ from, offset }) => from > -Infinity || offset !== stretches.at(-1)?.offset));
  }
  return stretches;
}

function yearOf(instant: number): number {
  return new Date(instant).getUTCFullYear();
}
