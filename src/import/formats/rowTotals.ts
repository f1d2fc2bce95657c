import type { Period } from '../localRun.js';
import type { Outcome } from './intervalTimes.js';

/** A row that is a total of others. */
export interface TotalRow<Row> {
  readonly row: Row;
  readonly total: Period;
}

/** What became of a row, once it is known whether it is a total. */
export type Judged<Row> = Outcome<Row> | TotalRow<Row>;

/** Tells totals without a label from the intervals of a meter, whose rows state start and end. */
export interface RowTotals<Row> {
  /** @returns what is known of this row and of those before it that waited for it */
  add(meter: string, outcome: Outcome<Row>): readonly Judged<Row>[];
  /** What still waits, when all rows were added. */
  end(): readonly Judged<Row>[];
}

type TimedRow<Row> = Extract<Outcome<Row>, { readonly period: Period }>;

/** A row that may be a total of those after it, or that is longer than a day. */
interface HeldRow<Row> {
  readonly outcome: TimedRow<Row>;
  /** Rows after it that it contains; null: one that it does not contain came first. */
  contained: number | null;
}

interface MeterRows<Row> {
  /** The last two intervals, the later first. */
  before: readonly Period[];
  held: HeldRow<Row>[];
  /** The held rows that may still contain the next rows. */
  open: HeldRow<Row>[];
  /** Rows longer than a day. */
  long: number;
  short: number;
  /** From the start of the first to the end of the last row that is not longer than a day. */
  range: Period | null;
}

/** A local day has at most 25 hours. */
const DAY = 25 * 3_600_000;
/** A row that contains so many others is their total. */
const FEWEST = 2;
/** Long rows that wait for shorter ones, of a meter. */
const MOST_HELD = 100;

/**
 * Makes what tells totals. A row that contains two rows before or after it is their total. A row of more than a day
 * among shorter ones is bad, unless it contains them all, which makes it a total too.
 * @param isAnyLength whether it was said that intervals of more than a day stand among shorter ones
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
    const problem = `is ${days} days long, and most rows of its meter are a day at most: if it is no total, say --map lengths=any`;
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
      // Within a total above, another may follow.
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

/** Takes out the rows that need not wait: of a day at most, once two rows followed; longer ones where there are many. */
function released<Row>(series: MeterRows<Row>): readonly HeldRow<Row>[] {
  const isLongFile = series.long > MOST_HELD && series.long > series.short;
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
