import { type Length, lengthsOf } from './intervalSteps.js';

/** The instants that a timestamp can mean. */
interface Moments {
  /** Milliseconds since 1970 UTC, in order: two if clocks show the timestamp twice, none if they skip it. */
  readonly at: readonly number[];
  /** The local time in milliseconds, encoded as if it were UTC; null: the timestamp is an instant. */
  readonly wall: number | null;
}

/** A row and the length of its interval. */
export interface Measured<Item> {
  readonly item: Item;
  readonly length: Length;
}

/** The pending rows of one meter, each with one timestamp. Later rows determine the length of their intervals. */
export interface StepWindow<Item> {
  /**
   * Adds a row. Returns the rows whose length is now known.
   * @param value the value of the row; null: it is not a number
   */
  add(stamp: Moments, item: Item, value?: number | null): readonly Measured<Item>[];
  /** Returns the pending rows. Call it after the last row. */
  end(): readonly Measured<Item>[];
}

/** Rows with the same timestamp. */
interface StampRows<Item> {
  readonly stamp: Moments;
  readonly items: Item[];
}

/** The most pending rows, and how many of them are then decided. The others show what follows these. */
const MAX_PENDING = 20;
const DECIDED = 10;
/** Distances before the pending rows, which show what precedes them. */
const MAX_BEFORE = 9;

/**
 * Creates the window of one meter.
 * @param statedLength the length of intervals, in milliseconds; null: the rows determine it
 * @param isEnd whether timestamps are the ends of intervals
 * @param isByClock whether a zone determines the length of each day
 */
export function createStepWindow<Item>(
  statedLength: number | null,
  isEnd: boolean,
  isByClock: boolean,
): StepWindow<Item> {
  let points: StampRows<Item>[] = [];
  /** The distances between consecutive rows: some before the pending rows, and those of the pending rows. */
  let distances: number[] = [];
  /** The values of the same rows: one more than distances. */
  let values: (number | null)[] = [];
  let hasAllBefore = true;
  let previousLength: number | null = null;
  let direction = 1;
  const order = statedLength === null ? createRowOrder() : null;

  const decide = (count: number, hasAllAfter: boolean): readonly Measured<Item>[] => {
    const first = distances.length + 1 - points.length;
    const lengths = lengthsOf({
      distances,
      hasAllBefore,
      hasAllAfter,
      isEnd,
      statedLength,
      previousLength,
      isByClock,
      values,
    });
    const measured: Measured<Item>[] = [];
    for (const [index, { items }] of points.slice(0, count).entries()) {
      const length = lengths[first + index] ?? { problem: 'has no length' };
      for (const item of items) measured.push({ item, length });
      if ('length' in length) previousLength = length.length;
    }
    if (previousLength !== null) order?.check(previousLength);
    points = points.slice(count);
    const passed = Math.max(0, first + count - MAX_BEFORE);
    if (passed > 0) hasAllBefore = false;
    distances = distances.slice(passed);
    values = values.slice(passed);
    return measured;
  };

  return {
    add(stamp, item, value = null) {
      const last = points.at(-1);
      const distance = last === undefined ? null : distanceBetween(last.stamp, stamp, direction);
      if (last !== undefined && distance === 0) {
        last.items.push(item);
        return [];
      }
      if (distance !== null) {
        distances.push(distance);
        direction = Math.sign(distance);
      }
      points.push({ stamp, items: [item] });
      values.push(value);
      const at = stamp.wall ?? stamp.at[0];
      if (at !== undefined) order?.add(at);
      return points.length < MAX_PENDING ? [] : decide(DECIDED, false);
    },
    end: () => (points.length === 0 ? [] : decide(points.length, true)),
  };
}

/**
 * Returns the least time between two timestamps. Of equal ones, returns that in the direction of the previous rows. 0:
 * the timestamps are the same.
 */
function distanceBetween(a: Moments, b: Moments, direction: number): number {
  if (a.wall !== null && a.wall === b.wall) return 0;
  const [first, second] = [a.at[0], b.at[0]];
  if (first === undefined || second === undefined) return (b.wall ?? second ?? 0) - (a.wall ?? first ?? 0);
  if (a.at.length === 1 && b.at.length === 1) return second - first;
  const all = a.at.flatMap((from) => b.at.map((to) => to - from)).filter((distance) => distance !== 0);
  return all.reduce((best, next) => {
    const nearer = Math.abs(next) - Math.abs(best);
    return nearer < 0 || (nearer === 0 && Math.sign(next) === direction) ? next : best;
  }, all[0] ?? 0);
}

/** Checks the order of a meter's rows by their timestamps. */
interface RowOrder {
  /**
   * Adds a row.
   * @param at milliseconds of an instant or of a local time
   */
  add(at: number): void;
  /**
   * Compares rows between earlier ones with the length of intervals.
   * @throws Error that begins with "the" if such a row begins within an interval of another
   */
  check(length: number): void;
}

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Rows in the buffer until a length is known. */
const MAX_BUFFERED = 8;

/**
 * Creates a check for rows that are not in order of time, such as in a file sorted by the time of day. The rows of such
 * a file are further apart than their intervals are long.
 */
function createRowOrder(): RowOrder {
  let [first, least, most] = [NaN, Infinity, -Infinity];
  let among: number[] = [];
  return {
    add(at) {
      if (Number.isNaN(first)) first = at;
      if (at > least && at < most && among.length < MAX_BUFFERED) among.push(at);
      least = Math.min(least, at);
      most = Math.max(most, at);
    },
    check(length) {
      if (among.length === 0) return;
      const isOutOfOrder = among.some((at) => {
        const rest = Math.abs(at - first) % length;
        // Clocks may have changed between days.
        return length >= DAY ? rest > HOUR && rest < length - HOUR : rest !== 0;
      });
      among = [];
      if (!isOutOfOrder) return;
      throw new Error(
        'the rows of a meter are not in order of time, so the length of intervals is ambiguous: sort the rows by meter and time',
      );
    },
  };
}
