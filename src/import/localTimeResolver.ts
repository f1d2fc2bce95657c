import type { Zone } from '../values/zone.js';

/** A time range in milliseconds since 1970 UTC. Start and end of a reading are equal. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The time range that the resolver chose for a row. */
export interface ResolvedRow {
  readonly period: Period;
  /** Time before the row that clocks show twice and the file has once; null: none. */
  readonly hidden: Period | null;
}

/** The rows of one series, such as a meter's, in the order of their file. */
export interface LocalTimeResolver {
  /**
   * Chooses the time range of the next row.
   * @param candidates the ranges that its labels can mean, at least one, the earliest first
   * @param wall the local time of its start, in milliseconds as if it were UTC; null: unknown
   */
  next(candidates: readonly [Period, ...Period[]], wall: number | null): ResolvedRow;
}

/** The most starts to remember of labels that clocks show twice. A year of half-hours has four. */
const MAX_USED_STARTS = 1_000;
/** A step shorter than any interval, in milliseconds. */
const MOMENT = 1_000;

/**
 * Creates the resolver of local times that clocks show twice, for the rows of one series. A row keeps the length of the
 * rows before it. If no candidate has that length, the resolver takes the shortest candidate, so a row is never longer
 * than its labels say. If its labels allow it, a row follows the row before it. In a file in descending order it
 * precedes that row. Otherwise the first row with a label takes the earlier offset, and the second row the later one.
 * @param zone the zone of the labels; null: rows state their moments with an offset
 */
export function createLocalTimeResolver(zone: Zone | null): LocalTimeResolver {
  let before: PreviousRow | null = null;
  let isDescending = false;
  const usedStarts = new Set<number>();
  /** The length of the last row, and whether the row before it had the same length. */
  let [length, isLengthStable] = [0, false];

  const choose = (candidates: readonly [Period, ...Period[]]): Period => {
    const [first] = candidates;
    if (candidates.length === 1) return first;
    const free = ofLength(candidates, isLengthStable ? length : null).filter(({ start }) => !usedStarts.has(start));
    const [earliest] = free;
    if (earliest === undefined || before === null) return earliest ?? first;
    const { start, end } = before.period;
    const follows = free.find((one) => one.start === end);
    const precedes = free.find((one) => one.end === start);
    const goesBack = free.every((one) => one.end <= start);
    const adjacent = isDescending ? (precedes ?? follows) : (follows ?? precedes);
    if (adjacent !== undefined) return adjacent;
    if (isDescending || goesBack) return free.findLast((one) => one.end <= start) ?? earliest;
    return free.find((one) => one.start >= end) ?? earliest;
  };

  return {
    next(candidates, wall) {
      const period = choose(candidates);
      if (candidates.length > 1) {
        if (usedStarts.size >= MAX_USED_STARTS) usedStarts.clear();
        usedStarts.add(period.start);
      }
      const hidden = before === null || zone === null ? null : hiddenBetween(before, { period, wall }, zone);
      isDescending = before !== null && before.period.start > period.start;
      isLengthStable = before !== null && period.end - period.start === length;
      length = period.end - period.start;
      before = { period, wall };
      return { period, hidden };
    },
  };
}

interface PreviousRow {
  readonly period: Period;
  readonly wall: number | null;
}

/** Returns the time between two rows if clocks show all of it twice, else null. */
function hiddenBetween(a: PreviousRow, b: PreviousRow, zone: Zone): Period | null {
  const [first, second] = a.period.start <= b.period.start ? [a, b] : [b, a];
  const gap = { start: first.period.end, end: second.period.start };
  if (gap.start >= gap.end || second.wall === null) return null;
  const offset = second.wall - gap.end;
  const [, again] = zone.instantsOf(gap.start + offset);
  return again === gap.start && zone.instantsOf(second.wall - MOMENT).length > 1 ? gap : null;
}

/**
 * Returns the periods of a length in milliseconds. If no period has that length, or the length is unknown, returns the
 * shortest ones.
 */
function ofLength(periods: readonly Period[], length: number | null): readonly Period[] {
  const same = periods.filter(({ start, end }) => end - start === length);
  if (same.length > 0) return same;
  const shortest = Math.min(...periods.map(({ start, end }) => end - start));
  return periods.filter(({ start, end }) => end - start === shortest);
}

/**
 * Returns the time ranges that the labels of a row's start and end can mean.
 * @returns the ranges, the earliest first; none if clocks skip the start or the end, or no end follows a start
 */
export function periodsBetween(starts: readonly number[], ends: readonly number[]): readonly Period[] {
  const [start, end] = [starts[0], ends[0]];
  if (start !== undefined && end !== undefined && starts.length === 1 && ends.length === 1) {
    return end > start ? [{ start, end }] : [];
  }
  return starts.flatMap((from) => ends.filter((to) => to > from).map((to) => ({ start: from, end: to })));
}

/** Returns a notice about time that clocks show twice and a file has once. */
export function hiddenText(of: string, { start, end }: Period, zone: Zone): string {
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  return `${of}: no data from ${from} to ${to}: clocks in ${zone.name} repeat this hour, but the file has it only once`;
}
