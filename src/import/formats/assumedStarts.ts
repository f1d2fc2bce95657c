/**
 * Checks rows whose only timestamp counts as the start of the interval, because neither the file nor an option states
 * it.
 */
export interface AssumedStarts {
  /**
   * Adds a row.
   * @param stamp the timestamp as written, with date and time
   */
  add(meter: string, stamp: string): void;
  /**
   * Sets the length of the intervals of a meter.
   * @param length milliseconds
   */
  measure(meter: string, length: number): void;
  /**
   * Checks all meters.
   * @param inWords returns the name of a meter for messages
   * @throws Error that begins with "the" if the timestamps of a meter look like ends
   */
  check(inWords: (meter: string) => string): void;
}

interface MeterStamps {
  readonly first: string;
  last: string;
  /** Milliseconds of an interval. */
  length: number;
  rows: number;
}

const DAY = 86_400_000;
/** Meters that are checked. */
const MAX_METERS = 10_000;

/** Creates the check for ends: complete days of ends run from 00:30 to 00:00, those of starts from 00:00 to 23:30. */
export function createAssumedStarts(): AssumedStarts {
  const meters = new Map<string, MeterStamps>();
  return {
    add(meter, stamp) {
      const stamps = meters.get(meter);
      if (!stamps) {
        if (meters.size < MAX_METERS) meters.set(meter, { first: stamp, last: stamp, length: DAY, rows: 1 });
        return;
      }
      stamps.last = stamp;
      stamps.rows += 1;
    },
    measure(meter, length) {
      const stamps = meters.get(meter);
      if (stamps) stamps.length = length;
    },
    check(inWords) {
      for (const [meter, { first, last, length, rows }] of meters) {
        // Fewer rows than half a day may begin and end at any time.
        if (length >= DAY || rows * length < DAY / 2) continue;
        const [from, to] = first <= last ? [clockOf(first), clockOf(last)] : [clockOf(last), clockOf(first)];
        const isSameDay = first.slice(0, 10) === last.slice(0, 10);
        const isEnds = (from === length && to === 0) || (isSameDay && clockOf(first) === length && clockOf(last) === 0);
        if (!isEnds) continue;
        throw new Error(
          `the timestamps of ${inWords(meter)} run from ${first.slice(11, 16)} to ${last.slice(11, 16)}, so they look like interval ends: give --stamps end if they are ends, or --stamps start if they are starts`,
        );
      }
    },
  };
}

/** Returns the local time of a timestamp in milliseconds after midnight; null: it has no time. */
function clockOf(stamp: string): number | null {
  const [, hours, minutes, seconds = '0'] = /^.{10}[T ](\d\d):(\d\d)(?::(\d\d))?/.exec(stamp) ?? [];
  return hours === undefined ? null : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}
