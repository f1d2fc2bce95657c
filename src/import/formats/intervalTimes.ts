import type { Zone } from '../../values/zone.js';
import { createLocalTimeResolver, type LocalTimeResolver, type Period, periodsBetween } from '../localTimeResolver.js';
import type { Stamp } from '../readStamp.js';
import { createStepWindow, type Measured, type StepWindow } from './stepWindow.js';

/** The timestamps of a row; null: the row lacks it. */
export interface Stamps {
  readonly start: Stamp | null;
  readonly end: Stamp | null;
}

/** The time of a row, or a clause that says why the row has no time. */
export type Outcome<Row> =
  | { readonly row: Row; readonly period: Period; readonly hidden: Period | null }
  | { readonly row: Row; readonly problem: string; readonly isSkipped: boolean };

/** Determines the times of rows by meter, in the order of the file. */
export interface IntervalTimes<Row> {
  /**
   * Adds a row.
   * @param value the value of the row; null: it is not a number
   * @returns the results for this row and for earlier rows that waited for it
   */
  add(meter: string, stamps: Stamps, row: Row, value?: number | null): readonly Outcome<Row>[];
  /** Returns the results for the pending rows. Call it after the last row. */
  end(): readonly Outcome<Row>[];
}

interface PendingRow<Row> {
  readonly row: Row;
  readonly stamp: Stamp;
  readonly isEnd: boolean;
}

interface MeterTimes<Row> {
  readonly run: LocalTimeResolver;
  readonly ends: DayEnds;
  /** The window of rows with one timestamp; null: no such row yet. */
  steps: StepWindow<PendingRow<Row>> | null;
}

const DAY = 86_400_000;
/** The greatest offset of a zone from UTC: 14 hours. */
const FURTHEST = DAY / 2 + DAY / 12;
/** Pending rows of all meters. */
const MAX_PENDING = 200_000;

/**
 * Creates the time finder of a file. For a row with one timestamp, the rows around it determine the length of its
 * interval. Intervals of complete days follow the local days of the zone.
 * @param length the length of intervals in milliseconds, for rows with one timestamp; null: the rows determine it
 */
export function createIntervalTimes<Row>(zone: Zone | null, length: number | null): IntervalTimes<Row> {
  const meters = new Map<string, MeterTimes<Row>>();
  let pending = 0;
  const outcomes = (
    series: MeterTimes<Row>,
    measured: readonly Measured<PendingRow<Row>>[],
  ): readonly Outcome<Row>[] => {
    pending -= measured.length;
    return measured.map(({ item, length: measuredLength }) => {
      if ('length' in measuredLength) return resolveOne(zone, series.run, item, measuredLength.length);
      const isSkipped = momentsOf(zone, item.stamp, item.isEnd).length === 0;
      return { row: item.row, problem: isSkipped ? skipText(zone) : measuredLength.problem, isSkipped };
    });
  };

  return {
    add(meter, { start, end }, row, value = null) {
      let series = meters.get(meter);
      if (!series) {
        series = { run: createLocalTimeResolver(zone), ends: createDayEnds(), steps: null };
        meters.set(meter, series);
      }
      if (start !== null && end !== null) return [resolveBoth(zone, series.run, start, end, row)];
      const stamp = start ?? (typeof end === 'number' ? series.ends.next(end) : end);
      if (stamp === null) return [{ row, problem: 'has no timestamp', isSkipped: false }];
      const one = { row, stamp, isEnd: start === null };
      series.steps ??= createStepWindow(length, one.isEnd, zone !== null);
      pending += 1;
      const wall = typeof stamp === 'number' ? stamp : null;
      const measured = series.steps.add({ at: momentsOf(zone, stamp, one.isEnd), wall }, one, value);
      if (measured.length > 0) return outcomes(series, measured);
      if (pending < MAX_PENDING) return [];
      throw new Error(
        'the file has too many meters to find the interval length of each: sort the rows by meter, or split the file',
      );
    },
    end: () => [...meters.values()].flatMap((series) => outcomes(series, series.steps?.end() ?? [])),
  };
}

/** Returns the instants that a timestamp can mean. Empty: clocks of the zone skip it. */
function momentsOf(zone: Zone | null, stamp: Stamp, isEnd: boolean): readonly number[] {
  if (typeof stamp === 'string') return [Date.parse(stamp)];
  if (zone === null) return [];
  return isEnd ? zone.endsOf(stamp) : zone.instantsOf(stamp);
}

/**
 * Returns the time of a row with one timestamp.
 * @param size the length of its interval in milliseconds
 */
function resolveOne<Row>(
  zone: Zone | null,
  run: LocalTimeResolver,
  { row, stamp, isEnd }: PendingRow<Row>,
  size: number,
): Outcome<Row> {
  // A local day may have 23 or 25 hours.
  const days = Math.round(size / DAY) * DAY;
  const midnight = days === 0 ? null : typeof stamp === 'number' ? stamp : midnightOf(stamp, zone);
  if (midnight !== null) {
    const [start, end] = isEnd ? [midnight - days, midnight] : [midnight, midnight + days];
    return resolveBoth(zone, run, start, end, row);
  }
  const candidates = momentsOf(zone, stamp, isEnd).map((at) =>
    isEnd ? { start: at - size, end: at } : { start: at, end: at + size },
  );
  const wall = typeof stamp === 'number' ? (isEnd ? stamp - size : stamp) : null;
  return choosePeriod(zone, run, candidates, wall, row);
}

function resolveBoth<Row>(zone: Zone | null, run: LocalTimeResolver, start: Stamp, end: Stamp, row: Row): Outcome<Row> {
  const [starts, ends] = [momentsOf(zone, start, false), momentsOf(zone, end, true)];
  if (starts.length === 0 || ends.length === 0) return { row, problem: skipText(zone), isSkipped: true };
  const periods = periodsBetween(starts, ends);
  if (periods.length === 0) return { row, problem: 'ends before it starts', isSkipped: false };
  return choosePeriod(zone, run, periods, typeof start === 'number' ? start : null, row);
}

/**
 * Chooses the time of a row from the earlier rows of its meter.
 * @param wall the local time of its start; null: its start is an instant
 */
function choosePeriod<Row>(
  zone: Zone | null,
  run: LocalTimeResolver,
  candidates: readonly Period[],
  wall: number | null,
  row: Row,
): Outcome<Row> {
  const [first, ...others] = candidates;
  if (!first) return { row, problem: skipText(zone), isSkipped: true };
  return { row, ...run.next([first, ...others], wall) };
}

/**
 * Returns the local time of a timestamp that is a midnight in the zone; null: it is another time of the day, or the
 * zone is null.
 */
function midnightOf(stamp: string, zone: Zone | null): number | null {
  if (zone === null) return null;
  const at = Date.parse(stamp);
  const day = Math.floor(at / DAY) * DAY;
  return [day, day + DAY].find((wall) => Math.abs(wall - at) <= FURTHEST && zone.instantsOf(wall).includes(at)) ?? null;
}

function skipText(zone: Zone | null): string {
  return `has a time that does not exist in ${zone?.name ?? 'UTC'}: clocks skip it`;
}

/** Reads the end stamps of one meter, in the order of the file. */
interface DayEnds {
  /**
   * Corrects the end stamp of a row.
   * @param stamp the local time in milliseconds, encoded as if it were UTC
   * @returns the same stamp; the next midnight for a 00:00 that carries the date of the day that it ends
   * @throws Error that begins with "the" if a file in descending order has such a midnight
   */
  next(stamp: number): number;
}

/**
 * Creates a detector for files that write the end of a day as 00:00 of that day instead of the next: 23:00, 23:30 and
 * 00:00 of one date. Rows that state starts, or the next date, never have this order.
 */
function createDayEnds(): DayEnds {
  let before: number | null = null;
  let last: number | null = null;
  return {
    next(stamp) {
      const [first, second] = [before, last];
      [before, last] = [last, stamp];
      if (first === null || second === null) return stamp;
      const step = second - first;
      const isMidnight = stamp % DAY === 0;
      if (isMidnight && step > 0 && step <= DAY / 2 && second + step === stamp + DAY) {
        last = stamp + DAY;
        return last;
      }
      // Matches 00:00, 23:30 and 23:00 of one date.
      if (first % DAY === 0 && step > 0 && second > stamp && first + DAY - second === second - stamp) {
        const date = new Date(first).toISOString().slice(0, 10);
        throw new Error(
          `the file writes the end of ${date} as 00:00 on the same date: write 24:00, or sort the rows by time`,
        );
      }
      return stamp;
    },
  };
}
