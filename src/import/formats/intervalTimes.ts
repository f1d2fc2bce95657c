import type { Zone } from '../../values/zone.js';
import { createLocalRun, periodsBetween, type LocalRun, type Period } from '../localRun.js';
import type { Stamp } from '../readStamp.js';
import { createDayEnds, type DayEnds } from './dayEnds.js';
import { createStepWindow, type Measured, type StepWindow } from './stepWindow.js';

/** The stamps of a row: one of them may be missing. */
export interface Stamps {
  readonly start: Stamp | null;
  readonly end: Stamp | null;
}

/** The result for a row: its time, or a clause that says why it has no time. */
export type Outcome<Row> =
  | { readonly row: Row; readonly period: Period; readonly hidden: Period | null }
  | { readonly row: Row; readonly problem: string; readonly isSkipped: boolean };

/** Finds the time of the rows of meters, in the order of their file. */
export interface IntervalTimes<Row> {
  /**
   * @param value of the row; null: it is no number
   * @returns what is known of this row and of those before it that waited for it
   */
  add(meter: string, stamps: Stamps, row: Row, value?: number | null): readonly Outcome<Row>[];
  /** What still waits, when all rows were added. */
  end(): readonly Outcome<Row>[];
}

interface PendingRow<Row> {
  readonly row: Row;
  readonly stamp: Stamp;
  readonly isEnd: boolean;
}

interface MeterTimes<Row> {
  readonly run: LocalRun;
  readonly ends: DayEnds;
  /** Of rows with one stamp; null: there was none yet. */
  steps: StepWindow<PendingRow<Row>> | null;
}

const DAY = 86_400_000;
/** The furthest that clocks are from UTC. */
const FURTHEST = DAY / 2 + DAY / 12;
/** Rows that wait for others, of all meters. */
const MOST_PENDING = 200_000;

/**
 * Makes what finds the time of rows. The rows around a row with one stamp tell how long its interval is; one of whole
 * days is as long as the days of the zone are.
 * @param length of an interval, in milliseconds, where rows have one stamp; null: told by the rows
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
        series = { run: createLocalRun(zone), ends: createDayEnds(), steps: null };
        meters.set(meter, series);
      }
      if (start !== null && end !== null) return [resolveBoth(zone, series.run, start, end, row)];
      const stamp = start ?? (typeof end === 'number' ? series.ends.next(end) : end);
      if (stamp === null) return [{ row, problem: 'has no time stamp', isSkipped: false }];
      const one = { row, stamp, isEnd: start === null };
      series.steps ??= createStepWindow(length, one.isEnd, zone !== null);
      pending += 1;
      const wall = typeof stamp === 'number' ? stamp : null;
      const measured = series.steps.add({ at: momentsOf(zone, stamp, one.isEnd), wall }, one, value);
      if (measured.length > 0) return outcomes(series, measured);
      if (pending < MOST_PENDING) return [];
      throw new Error(
        'the file has too many meters to tell how long the intervals of each are: sort it by meter, or divide it',
      );
    },
    end: () => [...meters.values()].flatMap((series) => outcomes(series, series.steps?.end() ?? [])),
  };
}

/** The moments that a stamp can mean; none: clocks of the zone skip it. */
function momentsOf(zone: Zone | null, stamp: Stamp, isEnd: boolean): readonly number[] {
  if (typeof stamp === 'string') return [Date.parse(stamp)];
  if (zone === null) return [];
  return isEnd ? zone.endsOf(stamp) : zone.instantsOf(stamp);
}

/** Finds the time of a row with one stamp, whose interval has a size in milliseconds. */
function resolveOne<Row>(
  zone: Zone | null,
  run: LocalRun,
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

function resolveBoth<Row>(zone: Zone | null, run: LocalRun, start: Stamp, end: Stamp, row: Row): Outcome<Row> {
  const [starts, ends] = [momentsOf(zone, start, false), momentsOf(zone, end, true)];
  if (starts.length === 0 || ends.length === 0) return { row, problem: skipText(zone), isSkipped: true };
  const periods = periodsBetween(starts, ends);
  if (periods.length === 0) return { row, problem: 'ends before it starts', isSkipped: false };
  return choosePeriod(zone, run, periods, typeof start === 'number' ? start : null, row);
}

/**
 * Chooses the time of a row by the rows of its meter before it.
 * @param wall what clocks show at its start; null: its start is a moment
 */
function choosePeriod<Row>(
  zone: Zone | null,
  run: LocalRun,
  candidates: readonly Period[],
  wall: number | null,
  row: Row,
): Outcome<Row> {
  const [first, ...others] = candidates;
  if (!first) return { row, problem: skipText(zone), isSkipped: true };
  return { row, ...run.next([first, ...others], wall) };
}

/** Returns the clock time in a zone for a stamp that is a midnight there; null: another time of the day, or no zone. */
function midnightOf(stamp: string, zone: Zone | null): number | null {
  if (zone === null) return null;
  const at = Date.parse(stamp);
  const day = Math.floor(at / DAY) * DAY;
  return [day, day + DAY].find((wall) => Math.abs(wall - at) <= FURTHEST && zone.instantsOf(wall).includes(at)) ?? null;
}

function skipText(zone: Zone | null): string {
  return `is a time that clocks in ${zone?.name ?? 'UTC'} skip`;
}
