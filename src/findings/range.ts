import { DAY_MS, dayOf, type DayRange } from '../usage/grid.js';
import type { Observation } from './finding.js';
import type { FindingKind } from './kinds.js';
import { mergeDistance } from './merge.js';

/** Returns the days that a time range overlaps. */
export function daysOf({ from, to }: Pick<Observation, 'from' | 'to'>): DayRange {
  return { from: dayOf(from), to: dayOf(to - 1) + 1 };
}

/** Returns whether a time range overlaps some days. */
export function reaches({ from, to }: Pick<Observation, 'from' | 'to'>, range: DayRange): boolean {
  return from < range.to * DAY_MS && to > range.from * DAY_MS;
}

/** Returns the smallest range that contains both ranges. */
export function hull(a: DayRange, b: DayRange): DayRange {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

/** The kind and the time of a stored finding. */
interface KindRange extends Pick<Observation, 'from' | 'to'> {
  readonly kind: FindingKind;
}

/**
 * Returns the days to check again, so that the result equals a check of all days. It adds the days of findings that
 * overlap the range, or that are so near that a new observation would belong to them.
 */
export function grown(range: DayRange, stored: readonly KindRange[]): DayRange {
  let extended = range;
  for (;;) {
    const near = stored.filter(({ kind, from, to }) => {
      const more = Math.ceil(mergeDistance(kind) / DAY_MS);
      return reaches({ from, to }, { from: extended.from - more - 1, to: extended.to + more + 1 });
    });
    const next = near.map(daysOf).reduce(hull, extended);
    if (next.from === extended.from && next.to === extended.to) return extended;
    extended = next;
  }
}
