import { DAY_MS, type DayRange } from '../usage/grid.js';
import type { Period } from './periods.js';

/**
 * Something made of each period and of what overlaps it, by one sweep over both: the work is in proportion to the
 * overlaps by day, however many half-hours a day has. Each is made when it is asked for.
 * @param items whole days each, sorted by their start
 * @param make for periods of one day that are equally long it is made once, as whole days share alike in them
 */
export function* sweep<T extends DayRange, Made>(
  items: readonly T[],
  periods: readonly Period[],
  make: (overlapping: readonly T[], period: Period) => Made,
): Generator<Made> {
  let open: readonly T[] = [];
  let next = 0;
  let last: { readonly period: Period; readonly made: Made } | null = null;
  for (const period of periods) {
    const { start, end } = period;
    if (last && isSameDay(last.period, period)) {
      yield last.made;
      continue;
    }
    const starting: T[] = [];
    for (let item = items[next]; item && item.from * DAY_MS < end; item = items[++next]) starting.push(item);
    open = [...open, ...starting].filter(({ to }) => to * DAY_MS > start);
    last = { period, made: make(open, period) };
    yield last.made;
  }
}

function isSameDay(one: Period, other: Period): boolean {
  const day = Math.floor(one.start / DAY_MS);
  return Math.ceil(other.end / DAY_MS) === day + 1 && one.end - one.start === other.end - other.start;
}

/** The part of whole days that lies in a period. */
export function shareOf({ from, to }: DayRange, { start, end }: Period): number {
  const overlap = Math.min(to * DAY_MS, end) - Math.max(from * DAY_MS, start);
  return overlap <= 0 ? 0 : overlap / ((to - from) * DAY_MS);
}
