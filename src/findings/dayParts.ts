import { HALF_HOURS_PER_DAY } from '../usage/grid.js';
import { HALF_HOUR_COLUMNS } from '../usage/usageRows.js';

/** The number of half-hours of a night: 5 hours from local midnight. */
export const NIGHT_HALF_HOURS = 10;

/** Sums of a UTC day before and after the half-hour that contains local midnight. */
export interface DayParts {
  /** The index of the half-hour, from 0. */
  readonly start: number;
  /** The sum of the half-hours before it. */
  readonly head: number;
  /** The sum of the night that begins with it, as far as the night lies in this UTC day. */
  readonly night: number;
  /** The part of the previous local night that lies in this UTC day. */
  readonly rest: number;
}

/** Returns the half-hours `[from, to)` of the three sums. */
function partsOf(start: number): readonly (readonly [from: number, to: number])[] {
  const end = start + NIGHT_HALF_HOURS;
  return [
    [0, start],
    [start, Math.min(HALF_HOURS_PER_DAY, end)],
    [0, Math.max(0, end - HALF_HOURS_PER_DAY)],
  ];
}

/** Returns the SQL of the sums for the half-hours that begin local days, in the order that {@link readSums} reads. */
export function sumsSql(starts: readonly number[]): readonly string[] {
  return starts.flatMap(partsOf).map(([from, to]) => {
    const terms = HALF_HOUR_COLUMNS.slice(from, to).map((halfHour) => `coalesce(${halfHour}, 0)`);
    return terms.length === 0 ? '0' : terms.join(' + ');
  });
}

/** Parses the numbers that {@link sumsSql} selected. */
export function readSums(starts: readonly number[], numbers: readonly number[]): readonly DayParts[] {
  return starts.map((start, index) => {
    const [head = 0, night = 0, rest = 0] = numbers.slice(index * 3, index * 3 + 3);
    return { start, head, night, rest };
  });
}

/** Returns the sums of a day whose half-hours all have the same value. */
export function uniformSums(starts: readonly number[], value: number): readonly DayParts[] {
  const lengths = starts.flatMap(partsOf).map(([from, to]) => (to - from) * value);
  return readSums(starts, lengths);
}
