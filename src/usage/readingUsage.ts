import { DAY_MS, SLOT_MS, type DayRange } from './grid.js';
import { registersOf, type RegisterGap, type RegisterReading } from './registers.js';
import { spansOf } from './registerSpans.js';
import { eachSlot, emptyGrid, type SlotGrid } from './slotGrid.js';

interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Computes the readings of an account (figures 4): what was used between two readings of a
 * register that follow each other is spread over the time between them, where it is not known there is a gap, and
 * registers add up. A slot is covered as far as every register that is alive in it, between its first and last reading,
 * covers it.
 * @param readings ordered by time and `_id`. On either side of the range they must have the nearest moments of each
 *   register that decide about its spans (`NEIGHBOURS`)
 * @param onGap receives each gap that reaches the range
 */
export function readingUsage(
  range: DayRange,
  readings: readonly RegisterReading[],
  onGap?: (gap: RegisterGap) => void,
): SlotGrid {
  const grid = emptyGrid(range);
  const alive: TimeRange[] = [];
  const gaps: TimeRange[] = [];
  for (const moments of registersOf(readings)) {
    const [first, last] = [moments[0], moments.at(-1)];
    if (!first || !last || first === last) continue;
    // A slot that a register is alive in is covered only as far as the register covers it.
    const slot = { start: Math.floor(first.at / SLOT_MS) * SLOT_MS, end: Math.ceil(last.at / SLOT_MS) * SLOT_MS };
    alive.push(slot);
    gaps.push({ start: slot.start, end: first.at }, { start: last.at, end: slot.end });
    for (const span of spansOf(moments)) {
      const { from: start, to: end } = span;
      if ('why' in span) {
        gaps.push({ start, end });
        if (start < range.to * DAY_MS && end > range.from * DAY_MS) onGap?.(span);
        continue;
      }
      eachSlot(range, start, end, (slot, from, to) => {
        const quantity = span.quantity * ((to - from) / (end - start));
        grid.quantity[slot] = (grid.quantity[slot] ?? 0) + quantity;
        if (span.estimated) grid.estimated[slot] = (grid.estimated[slot] ?? 0) + quantity;
      });
    }
  }
  for (const { start, end } of without(union(alive), union(gaps))) {
    eachSlot(range, start, end, (slot, from, to) => {
      grid.covered[slot] = (grid.covered[slot] ?? 0) + (to - from);
    });
  }
  return grid;
}

/** The ranges sorted, and joined where they touch; what is empty is left out. */
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

/** What of some ranges is in no gap; both sorted and disjoint. */
function without(ranges: readonly TimeRange[], gaps: readonly TimeRange[]): readonly TimeRange[] {
  const left: TimeRange[] = [];
  let next = 0;
  for (const { start, end } of ranges) {
    let from = start;
    while ((gaps[next]?.end ?? Infinity) <= from) next += 1;
    for (let gap = gaps[next]; gap && gap.start < end; gap = gaps[++next]) {
      if (gap.start > from) left.push({ start: from, end: gap.start });
      from = Math.max(from, gap.end);
      if (gap.end > end) break;
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}
