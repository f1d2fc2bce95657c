/** The length of a row's interval in milliseconds, or a clause that says why it is not certain. */
export type Length = { readonly length: number } | { readonly problem: string };

/** Consecutive rows of one meter, each with one timestamp. */
export interface Steps {
  /** The time from each row to the next in milliseconds. Negative if the file goes back in time; never 0. */
  readonly distances: readonly number[];
  /** Whether the first row is the first of the meter in the file, and the last row its last. */
  readonly hasAllBefore: boolean;
  readonly hasAllAfter: boolean;
  /** Whether a timestamp is the end of its interval. */
  readonly isEnd: boolean;
  /** The length that an option states, in milliseconds; null: the rows determine it. */
  readonly statedLength: number | null;
  /** The length of the row before the first, in milliseconds; null: unknown. */
  readonly previousLength: number | null;
  /** The value of each row; null: it is not a number. Undefined: values are not used. */
  readonly values?: readonly (number | null)[];
  /** Whether a zone determines the length of each day. Otherwise, a day is as long as the distance between its rows. */
  readonly isByClock: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The shortest month. */
const MONTH = 28 * DAY;
/** At least this many consecutive equal distances are intervals, not gaps between shorter ones. */
const MANY = 8;
/** The same at the first or the last rows of the meter. */
const MANY_AT_EDGE = 3;

/** Consecutive equal distances. */
interface Run {
  readonly step: number;
  count: number;
  /** Whether the step is the length of intervals. */
  isLength: boolean;
  /** Whether there are too many of them for gaps between shorter intervals. */
  isMany: boolean;
}

/**
 * Determines the length of each row's interval. A row that states its start lasts until the next row. A row that states
 * its end begins at the previous row. Several consecutive rows must have the same distance. A single greater distance
 * between rows of the same length is a gap. The length is not certain if the rows fit both a longer length and a
 * shorter one with gaps.
 */
export function lengthsOf(steps: Steps): readonly Length[] {
  const { distances, statedLength: said } = steps;
  if (distances.length === 0) return [said === null ? { problem: LENGTH_UNKNOWN } : { length: said }];
  const runs: Run[] = [];
  const runOf = distances.map((distance) => {
    const step = stepOf(Math.abs(distance));
    const last = runs.at(-1);
    if (last?.step === step) last.count += 1;
    else runs.push({ step, count: 1, isLength: false, isMany: false });
    return runs.length - 1;
  });
  const [only] = runs;
  // The usual case: all distances equal the previous length.
  if (only && runs.length === 1 && said === null && only.step === steps.previousLength && only.step < 23 * HOUR) {
    return Array.from({ length: distances.length + 1 }, () => ({ length: only.step }));
  }
  if (said === null && isUnsorted(distances)) return Array.from({ length: distances.length + 1 }, () => UNSORTED);
  markLengths(runs, steps);
  return Array.from({ length: distances.length + 1 }, (_, row) => lengthOf(row, steps, runs, runOf));
}

const LENGTH_UNKNOWN =
  'is the only row of its meter, so the length of its interval is unknown: give the length with --map minutes=…';
const MONTHS_UNKNOWN =
  'is a month or more from the adjacent rows, and months differ in length: give start and end in separate columns';

const UNSORTED: Length = {
  problem:
    'is not in order of time, so the length of its interval is ambiguous: sort the rows by time, or give the length with --map minutes=…',
};

/** Whether rows change direction in time more often than in a file with its days in reverse order. */
function isUnsorted(distances: readonly number[]): boolean {
  const turns = distances.filter((distance, index) => index > 0 && distance > 0 !== (distances[index - 1] ?? 0) > 0);
  return turns.length > 1 && turns.length * 4 > distances.length;
}

/** Returns the distance. Rounds it to days if it differs from days only by a clock change. */
function stepOf(distance: number): number {
  const days = Math.round(distance / DAY) * DAY;
  return distance % HOUR === 0 && days > 0 && Math.abs(distance - days) <= HOUR ? days : distance;
}

/** Whether a step is a possible length: it divides a day, or is a number of days. */
function isPossible(step: number): boolean {
  return DAY % step === 0 || step % DAY === 0;
}

/** Marks the distances that are lengths of intervals. */
function markLengths(
  runs: readonly Run[],
  { distances, hasAllBefore, hasAllAfter, statedLength: said, previousLength: before }: Steps,
): void {
  for (const [at, run] of runs.entries()) {
    const [left, right] = [runs[at - 1]?.step ?? Infinity, runs[at + 1]?.step ?? Infinity];
    const finer = Math.min(left, right);
    const isCut = (at === 0 && !hasAllBefore) || (at === runs.length - 1 && !hasAllAfter);
    const isAtEdge = !isCut && (at === 0 || at === runs.length - 1);
    run.isMany = run.count >= (isAtEdge ? MANY_AT_EDGE : MANY);
    const isSeparate = run.count > 1 && (run.step < finer || run.step % finer !== 0);
    run.isLength =
      said === null ? isPossible(run.step) && (runs.length === 1 || run.isMany || isSeparate) : run.step === said;
  }
  if (said !== null) return;
  if (before === null && !runs.some(({ isLength }) => isLength)) {
    const least = Math.min(...runs.map(({ step }) => step));
    const rows = runs.reduce((sum, { step, count }) => (step === least ? sum + count : sum), 0);
    if (isPossible(least) && rows * 2 >= distances.length) {
      for (const run of runs) run.isLength = run.step === least;
    }
  }
  // A distance between gaps is a length if the nearest lengths equal it.
  for (const [at, run] of runs.entries()) {
    run.isLength ||= run.step === nearest(runs, at, -1, before) || run.step === nearest(runs, at, 1, null);
  }
}

/** Returns the nearest length before or after a distance; `otherwise` if no such row has a length. */
function nearest(runs: readonly Run[], at: number, by: 1 | -1, otherwise: number | null): number | null {
  for (let index = at + by; index >= 0 && index < runs.length; index += by) {
    const run = runs[index];
    if (run?.isLength === true) return run.step;
  }
  return otherwise;
}

function lengthOf(row: number, steps: Steps, runs: readonly Run[], runOf: readonly number[]): Length {
  const { distances, isEnd } = steps;
  const [last, next] = [distances[row - 1], distances[row]];
  const irregular = last === undefined ? null : irregularity(runs, runOf[row - 1] ?? 0, steps, last);
  if (irregular !== null) return { problem: irregular };
  // The neighbour at the other end of the interval, in either direction of the file: the later row, or for ends the
  // earlier one.
  const isNext = next !== undefined && next > 0 !== isEnd;
  const isLast = last !== undefined && last > 0 === isEnd;
  const distanceIndex = isNext && !(isEnd && isLast) ? row : isLast ? row - 1 : null;
  const at = distanceIndex ?? (last === undefined ? row : row - 1);
  const [run, distance] = [runs[runOf[at] ?? 0], Math.abs(distances[at] ?? 0)];
  if (run === undefined) return { problem: LENGTH_UNKNOWN };
  if (
    run.step >= MONTH &&
    nearest(runs, runOf[at] ?? 0, 1, nearest(runs, runOf[at] ?? 0, -1, steps.previousLength)) === null
  ) {
    return { problem: MONTHS_UNKNOWN };
  }
  if (run.isLength) return { length: distanceIndex === null ? run.step : distance };
  const result = lengthAtGap(runs, runOf[at] ?? 0, distance, { ...steps, isGapAfter: at === row });
  if ('problem' in result || steps.statedLength !== null) return result;
  return fitsLongerInterval(steps.values ?? [], row, distance / result.length)
    ? { problem: notCertain(distance, result.length) }
    : result;
}

/** Rows before and after a row whose values are compared. */
const NEIGHBOURS = 4;
/** The fewest of them with a number. */
const FEWEST_NEIGHBOURS = 3;

/**
 * Whether the value of a row fits an interval that is `times` as long as the others. Compares it with the greatest
 * value of the neighbours: it must be nearer to `times` that value than to the value itself.
 */
function fitsLongerInterval(values: readonly (number | null)[], row: number, times: number): boolean {
  const value = values[row] ?? 0;
  const neighbours = [
    ...values.slice(Math.max(0, row - NEIGHBOURS), row),
    ...values.slice(row + 1, row + 1 + NEIGHBOURS),
  ];
  const numbers = neighbours.filter((value) => value !== null);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return (
    numbers.length >= FEWEST_NEIGHBOURS &&
    least > 0 &&
    value > most * Math.sqrt(times) &&
    value < most * times * Math.sqrt(times)
  );
}

/**
 * Returns the length of a row next to a distance that is not a length. If the distance is a gap, the row has the
 * length of the rows on its other side.
 */
function lengthAtGap(
  runs: readonly Run[],
  at: number,
  distance: number,
  {
    statedLength: said,
    previousLength: before,
    isByClock,
    hasAllAfter,
    isGapAfter,
  }: Steps & { readonly isGapAfter: boolean },
): Length {
  const run = runs[at];
  const [left, right] = [nearest(runs, at, -1, before ?? said), nearest(runs, at, 1, said)];
  const length = isGapAfter ? (left ?? right) : (right ?? left);
  if (run === undefined || length === null) {
    return { problem: noLength(distance) };
  }
  const isGapOf = (step: number | null): boolean => step !== null && run.step > step && run.step % step === 0;
  if (said !== null) {
    if (isGapOf(said) && !run.isMany) return { length };
    return { problem: apartText(distance, said, isGapAfter ? 'after' : 'before') };
  }
  const isGap = isPossible(run.step)
    ? run.count === 1 && isGapOf(left) && (isGapOf(right) || (right === null && !hasAllAfter))
    : isGapOf(length);
  if (!isGap) return { problem: notCertain(distance, length) };
  if (distance !== run.step && length >= DAY && !isByClock) {
    return {
      problem: 'comes before a gap with a clock change, so the length of its day is ambiguous: give --timezone',
    };
  }
  return { length };
}

/** Returns a clause that says why a row does not fit the previous one; null: the row fits. */
function irregularity(
  runs: readonly Run[],
  at: number,
  { previousLength: before, statedLength: said }: Steps,
  distance: number,
): string | null {
  const run = runs[at];
  if (run === undefined || run.isLength) return null;
  const lengths = [nearest(runs, at, -1, before ?? said), nearest(runs, at, 1, said)].flatMap((step) => step ?? []);
  const [length] = lengths;
  if (length === undefined || lengths.some((step) => run.step % step === 0)) return null;
  return apartText(Math.abs(distance), length, 'before');
}

function apartText(distance: number, length: number, side: 'before' | 'after'): string {
  return `is ${durationText(distance)} from the row ${side} it, but the intervals of its meter are ${durationText(length)} long`;
}

function notCertain(distance: number, length: number): string {
  return `is ${durationText(distance)} from the next row, but other rows of its meter are ${durationText(length)} apart, so the length of its interval is ambiguous: give the length with --map minutes=…, in one file for each length`;
}

function noLength(distance: number): string {
  return `is ${durationText(distance)} from the next row of its meter, which is not a valid interval length: give the length with --map minutes=…`;
}

function durationText(ms: number): string {
  const [size, unit] =
    ms % DAY === 0 ? [DAY, 'day'] : ms % HOUR === 0 && ms > HOUR ? [HOUR, 'hour'] : [MINUTE, 'minute'];
  return `${ms / size} ${unit}${ms === size ? '' : 's'}`;
}
