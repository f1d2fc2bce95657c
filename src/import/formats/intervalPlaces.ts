import type { Zone } from '../../values/zone.js';
import { createLocalRun, periodsBetween, type LocalRun, type Period } from '../localRun.js';
import type { Stamp } from '../readStamp.js';
import { createDayEnds, type DayEnds } from './dayEnds.js';

/** The stamps of a row: one of them may be missing. */
export interface Stamps {
  readonly start: Stamp | null;
  readonly end: Stamp | null;
}

/** What became of a row: its time, or why it has none, as a clause. */
export type Outcome<Row> =
  | { readonly row: Row; readonly period: Period; readonly hidden: Period | null }
  | { readonly row: Row; readonly problem: string; readonly isSkipped: boolean };

/** Finds the time of the rows of meters, in the order of their file. */
export interface IntervalPlaces<Row> {
  /** @returns what is known of this row and of those before it that waited for it */
  add(meter: string, stamps: Stamps, row: Row): readonly Outcome<Row>[];
  /** What still waits, when all rows were added. */
  end(): readonly Outcome<Row>[];
}

interface Waiting<Row> {
  readonly row: Row;
  readonly stamp: Stamp;
  readonly isEnd: boolean;
}

interface Series<Row> {
  readonly run: LocalRun;
  /** Of an interval, in milliseconds, where rows have one stamp; null: not known yet. */
  length: number | null;
  waiting: Waiting<Row>[];
  readonly ends: DayEnds;
  /** Start of the row before, in milliseconds; of whole days as clocks showed it. */
  before: number | null;
  /** Rows in turn that come further apart than intervals are long, and how far. */
  apart: { rows: number; by: number };
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The shortest. */
const MONTH = 28 * DAY;
/** Rows of a meter that tell how long its intervals are. */
const ROWS_TO_TELL = 20;
/** Rows that wait for that, of all meters. */
const MOST_WAITING = 200_000;
/** So many rows further apart than before are no gaps: intervals have become longer. */
const MOST_APART = 8;

/**
 * Makes what finds the time of rows. A row with one stamp is as long as the least time between two rows of its meter; one
 * of whole days is as long as the days of the zone are.
 * @param length of an interval, in milliseconds, where rows have one stamp; null: told by the rows
 */
export function createIntervalPlaces<Row>(zone: Zone | null, length: number | null): IntervalPlaces<Row> {
  const meters = new Map<string, Series<Row>>();
  let waiting = 0;

  const moments = (stamp: Stamp, isEnd: boolean): readonly number[] => {
    if (typeof stamp === 'string') return [Date.parse(stamp)];
    if (zone === null) return [];
    return isEnd ? zone.endsOf(stamp) : zone.instantsOf(stamp);
  };
  const place = (series: Series<Row>, candidates: readonly Period[], wall: number | null, row: Row): Outcome<Row> => {
    const [first, ...others] = candidates;
    if (!first) return { row, problem: skipText(zone), isSkipped: true };
    return { row, ...series.run.next([first, ...others], wall) };
  };
  const placeBoth = (series: Series<Row>, start: Stamp, end: Stamp, row: Row): Outcome<Row> => {
    const [starts, ends] = [moments(start, false), moments(end, true)];
    if (starts.length === 0 || ends.length === 0) return { row, problem: skipText(zone), isSkipped: true };
    const periods = periodsBetween(starts, ends);
    if (periods.length === 0) return { row, problem: 'ends before it starts', isSkipped: false };
    return place(series, periods, typeof start === 'number' ? start : null, row);
  };
  const placeOne = (series: Series<Row>, { row, stamp, isEnd }: Waiting<Row>, size: number): Outcome<Row> => {
    const wall = typeof stamp === 'number' ? (isEnd ? stamp - size : stamp) : null;
    // A local day may have 23 or 25 hours.
    if (wall !== null && size % DAY === 0) {
      const problem = uneven(series, wall, size);
      return problem === null ? placeBoth(series, wall, wall + size, row) : { row, problem, isSkipped: false };
    }
    const found = moments(stamp, isEnd).map((at) =>
      isEnd ? { start: at - size, end: at } : { start: at, end: at + size },
    );
    const outcome = place(series, found, wall, row);
    if (!('period' in outcome)) return outcome;
    const problem = uneven(series, outcome.period.start, size);
    return problem === null ? outcome : { row, problem, isSkipped: false };
  };
  const settle = (series: Series<Row>): readonly Outcome<Row>[] => {
    const rows = series.waiting;
    waiting -= rows.length;
    series.waiting = [];
    series.length ??= leastBetween(rows.map(({ stamp }) => numberOf(stamp)));
    const size = series.length;
    if (size === null) return rows.map(({ row }) => ({ row, problem: LENGTH_UNKNOWN, isSkipped: false }));
    if (size >= MONTH) return rows.map(({ row }) => ({ row, problem: MONTHS_UNKNOWN, isSkipped: false }));
    if (DAY % size !== 0 && size % DAY !== 0) {
      const problem = `comes ${size / MINUTE} minutes from the next row of its meter, which is no length of an interval; say how long they are with --map minutes=…`;
      return rows.map(({ row }) => ({ row, problem, isSkipped: false }));
    }
    return rows.map((one) => placeOne(series, one, size));
  };

  return {
    add(meter, { start, end }, row) {
      let series = meters.get(meter);
      if (!series) {
        series = {
          run: createLocalRun(zone),
          length,
          waiting: [],
          ends: createDayEnds(),
          before: null,
          apart: { rows: 0, by: 0 },
        };
        meters.set(meter, series);
      }
      if (start !== null && end !== null) return [placeBoth(series, start, end, row)];
      const stamp = start ?? (typeof end === 'number' ? series.ends.next(end) : end);
      if (stamp === null) return [{ row, problem: 'has no time stamp', isSkipped: false }];
      const one = { row, stamp, isEnd: start === null };
      if (series.length !== null) return [placeOne(series, one, series.length)];
      series.waiting.push(one);
      waiting += 1;
      if (series.waiting.length >= ROWS_TO_TELL) return settle(series);
      if (waiting < MOST_WAITING) return [];
      throw new Error(
        `the file has too many meters to tell how long the intervals of each are; say it with --map minutes=…`,
      );
    },
    end: () => [...meters.values()].filter((series) => series.waiting.length > 0).flatMap(settle),
  };
}

const LENGTH_UNKNOWN =
  'is the only row of its meter, so that the length of its interval is not known; say it with --map minutes=…';

const MONTHS_UNKNOWN =
  'comes a month or more from the rows beside it, and months have no one length: give start and end in columns of their own';

function skipText(zone: Zone | null): string {
  return `is a time that clocks in ${zone?.name ?? 'UTC'} skip`;
}

function numberOf(stamp: Stamp): number {
  return typeof stamp === 'string' ? Date.parse(stamp) : stamp;
}

/** The least time between two stamps in turn; null where all are the same. */
function leastBetween(stamps: readonly number[]): number | null {
  const between = stamps.slice(1).flatMap((stamp, index) => Math.abs(stamp - (stamps[index] ?? stamp)) || []);
  return between.length === 0 ? null : Math.min(...between);
}

/** Why a row does not fit those before it, as a clause; null where it does. */
function uneven<Row>(series: Series<Row>, start: number, size: number): string | null {
  const by = series.before === null ? size : Math.abs(start - series.before);
  series.before = start;
  const minutes = (ms: number): string => `${ms / MINUTE} minutes`;
  if (by % size !== 0) {
    return `comes ${minutes(by)} from the row before it, and the intervals of its meter are ${minutes(size)} long`;
  }
  const rows = by > size && by === series.apart.by ? series.apart.rows + 1 : by > size ? 1 : 0;
  series.apart = { rows, by };
  if (rows < MOST_APART) return null;
  return `comes ${minutes(by)} from the row before it, as others before, and the intervals of its meter were ${minutes(size)} long: import the rows from here on as a file of their own`;
}
