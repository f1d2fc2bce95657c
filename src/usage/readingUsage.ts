import { DAY_MS, HALF_HOUR_MS, type DayRange } from './grid.js';
import { registersOf, type RegisterGap, type RegisterReading } from './registers.js';
import { spansOf } from './registerSpans.js';
import { eachHalfHour, emptyGrid, type HalfHourGrid } from './halfHourGrid.js';

interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Computes the usage of readings (figures 4). The use between consecutive readings of a register is spread over the
 * time between them. If the use is unknown, there is a gap. Registers add up. A register is active between its first
 * and last reading; a half-hour is covered as far as all active registers cover it.
 * @param readings the readings, ordered by time and `_id`, with the nearest moments of each register on either side of
 * the
 *   range (`NEIGHBOURS`)
 * @param onGap receives each gap that reaches the range
 */
export function readingUsage(
  range: DayRange,
  readings: readonly RegisterReading[],
  onGap?: (gap: RegisterGap) => void,
): HalfHourGrid {
  const grid = emptyGrid(range);
  const alive: TimeRange[] = [];
  const gaps: TimeRange[] = [];
  for (const moments of registersOf(readings)) {
    const [first, last] = [moments[0], moments.at(-1)];
    if (!first || !last || first === last) continue;
    // A register limits the coverage of the whole half-hours of its first and last reading.
    const halfHour = {
      start: Math.floor(first.at / HALF_HOUR_MS) * HALF_HOUR_MS,
      end: Math.ceil(last.at / HALF_HOUR_MS) * HALF_HOUR_MS,
    };
    alive.push(halfHour);
    gaps.push({ start: halfHour.start, end: first.at }, { start: last.at, end: halfHour.end });
    for (const span of spansOf(moments)) {
      const { from: start, to: end } = span;
      if ('why' in span) {
        gaps.push({ start, end });
        if (start < range.to * DAY_MS && end > range.from * DAY_MS) onGap?.(span);
        continue;
      }
      eachHalfHour(range, start, end, (halfHour, from, to) => {
        const quantity = span.quantity * ((to - from) / (end - start));
        grid.quantity[halfHour] = (grid.quantity[halfHour] ?? 0) + quantity;
        if (span.estimated) grid.estimated[halfHour] = (grid.estimated[halfHour] ?? 0) + quantity;
      });
    }
  }
  for (const { start, end } of without(union(alive), union(gaps))) {
    eachHalfHour(range, start, end, (halfHour, from, to) => {
      grid.covered[halfHour] = (grid.covered[halfHour] ?? 0) + (to - from);
    });
  }
  return grid;
}

/** Sorts ranges, joins those that touch, and drops empty ones. */
function union(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const joined: { start: number; end: number }[] = [];
  const some = ranges.filter(({ start, end }) => start < end);
  for (const { start, end } of some.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** Subtracts gaps from ranges. Both must be sorted and disjoint. */
function without(ranges: readonly TimeRange[], gaps: readonly TimeRange[]): readonly TimeRange[] {
  const remaining: TimeRange[] = [];
  let next = 0;
  for (const { start, end } of ranges) {
    let from = start;
    while ((gaps[next]?.end ?? Infinity) <= from) next += 1;
    for (let gap = gaps[next]; gap && gap.start < end; gap = gaps[++next]) {
      if (gap.start > from) remaining.push({ start: from, end: gap.start });
      from = Math.max(from, gap.end);
      if (gap.end > end) break;
    }
    if (from < end) remaining.push({ start: from, end });
  }
  return remaining;
}
