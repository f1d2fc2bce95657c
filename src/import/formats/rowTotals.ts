import type { Period } from '../localTimeResolver.js';
import type { Outcome } from './intervalTimes.js';

/** A row that is a total of other rows. */
export interface TotalRow<Row> {
  readonly row: Row;
  readonly total: Period;
}

/** The result for a row, when it is known whether it is a total. */
export type Judged<Row> = Outcome<Row> | TotalRow<Row>;

/** Distinguishes totals without a label from intervals, in rows with start and end. */
export interface RowTotals<Row> {
  /**
   * Adds a row.
   * @returns the results for this row and for earlier rows that waited for it
   */
  add(meter: string, outcome: Outcome<Row>): readonly Judged<Row>[];
  /** Returns the results for the buffered rows. Call it after the last row. */
  end(): readonly Judged<Row>[];
}

type TimedRow<Row> = Extract<Outcome<Row>, { readonly period: Period }>;

/** A buffered row: it may be a total of those after it, or is longer than a day. */
interface HeldRow<Row> {
  readonly outcome: TimedRow<Row>;
  /** The number of following rows that it contains; null: a row that it does not contain has followed. */
  contained: number | null;
}

interface MeterRows<Row> {
  /** The last two intervals, the later first. */
  before: readonly Period[];
  held: HeldRow<Row>[];
  /** The buffered rows that may contain further rows. */
  open: HeldRow<Row>[];
  /** The numbers of rows longer than a day, and of others. */
  long: number;
  short: number;
  /** The period of all rows that are not longer than a day; null: no such row. */
  range: Period | null;
}

/** A local day has at most 25 hours. */
const DAY = 25 * 3_600_000;
/** A row that contains at least this many others is their total. */
const FEWEST = 2;
/** Long rows of a meter in the buffer. */
const MAX_BUFFERED = 100;

/**
 * Creates the detector of totals. A row that contains two rows before or after it is their total. A row of more than a
 * day among shorter ones is bad, unless it contains them all, which also makes it a total.
 * @param isAnyLength whether the user states that intervals of more than a day are among shorter ones
 */
export function createRowTotals<Row>(isAnyLength: boolean): RowTotals<Row> {
  const meters = new Map<string, MeterRows<Row>>();

  const judge = ({ outcome, contained }: HeldRow<Row>, { long, short, range }: MeterRows<Row>): Judged<Row> => {
    const { row, period } = outcome;
    const isLong = period.end - period.start > DAY;
    const hasAll = isLong && short >= FEWEST && range !== null && contains(period, range);
    if ((contained ?? 0) >= FEWEST || hasAll) return { row, total: period };
    if (!isLong || isAnyLength || long > short) return outcome;
    const days = Math.round((period.end - period.start) / 86_400_000);
    const problem = `is ${days} days long, but most rows of its meter are at most one day long: if the row is not a total, give --map lengths=any`;
    return { row, problem, isSkipped: false };
  };

  return {
    add(meter, outcome) {
      if (!('period' in outcome)) return [outcome];
      let series = meters.get(meter);
      if (!series) {
        series = { before: [], held: [], open: [], long: 0, short: 0, range: null };
        meters.set(meter, series);
      }
      const { period } = outcome;
      const size = period.end - period.start;
      const { before } = series;
      if (before.length === FEWEST && before.every((one) => contains(period, one))) {
        return [{ row: outcome.row, total: period }];
      }
      const { open } = series;
      for (const held of open)
        held.contained = contains(held.outcome.period, period) ? (held.contained ?? 0) + 1 : null;
      series.open = open.filter(isOpen);
      const [last] = before;
      // A total may contain other totals.
      const isCandidate = last === undefined || size > last.end - last.start || series.open.length > 0;
      series.before = last === undefined ? [period] : [period, last];
      if (size > DAY) series.long += 1;
      else {
        series.short += 1;
        const { start, end } = series.range ?? period;
        series.range = { start: Math.min(start, period.start), end: Math.max(end, period.end) };
      }
      const isHeld = isCandidate || size > DAY;
      const ready = open.length > series.open.length ? released(series) : [];
      if (isHeld) {
        const held = { outcome, contained: 0 };
        series.held.push(held);
        series.open.push(held);
      }
      return [...ready.map((held) => judge(held, series)), ...(isHeld ? [] : [outcome])];
    },
    end: () => [...meters.values()].flatMap((series) => series.held.map((held) => judge(held, series))),
  };
}

/**
 * Removes and returns rows that need not wait: rows of at most a day after two further rows, and long rows if most rows
 * are long.
 */
function released<Row>(series: MeterRows<Row>): readonly HeldRow<Row>[] {
  const isLongFile = series.long > MAX_BUFFERED && series.long > series.short;
  const isReady = (held: HeldRow<Row>): boolean => {
    const { start, end } = held.outcome.period;
    return !isOpen(held) && (end - start <= DAY || isLongFile);
  };
  const ready = series.held.filter(isReady);
  series.held = series.held.filter((held) => !isReady(held));
  return ready;
}

function isOpen<Row>({ contained }: HeldRow<Row>): boolean {
  return contained !== null && contained < FEWEST;
}

/** Whether a period contains a shorter one. */
function contains(outer: Period, inner: Period): boolean {
  return outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;
}
