import { DAY_MS, dayOf, type DayRange } from '../usage/grid.js';
import type { Mark } from './finding.js';
import type { Kind } from './kinds.js';
import { reach } from './merge.js';

/** The days that some milliseconds reach into. */
export function daysOf({ from, to }: Pick<Mark, 'from' | 'to'>): DayRange {
  return { from: dayOf(from), to: dayOf(to - 1) + 1 };
}

/** Whether a time has something in common with some days. */
export function reaches({ from, to }: Pick<Mark, 'from' | 'to'>, range: DayRange): boolean {
  return from < range.to * DAY_MS && to > range.from * DAY_MS;
}

/** Returns the smallest range with both ranges. */
export function hull(a: DayRange, b: DayRange): DayRange {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

/** A finding as it is stored, as far as its place goes. */
interface Placed extends Pick<Mark, 'from' | 'to'> {
  readonly kind: Kind;
}

/**
 * Returns the days to check again, so that the findings are the same as after a check of all days. It adds the days of
 * findings that overlap the range, or are so near that a new mark would belong to them.
 */
export function grown(range: DayRange, found: readonly Placed[]): DayRange {
  let now = range;
  for (;;) {
    const near = found.filter(({ kind, from, to }) => {
      const more = Math.ceil(reach(kind) / DAY_MS);
      return reaches({ from, to }, { from: now.from - more - 1, to: now.to + more + 1 });
    });
    const next = near.map(daysOf).reduce(hull, now);
    if (next.from === now.from && next.to === now.to) return now;
    now = next;
  }
}
