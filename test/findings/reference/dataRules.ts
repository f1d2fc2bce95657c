import type { Account } from '../../consumption/reference/records.js';
import { DAY, HALF_HOUR } from '../../consumption/reference/time.js';
import { daysFrom, highestOf, lowestOf, middle, sameAllDay, valuesOf, wholeFrom, type Day, type Days } from './days.js';
import type { Seen } from './found.js';

/** Half-hours without data between data, from the threshold to 400 days. */
export function gaps(days: Days, hours: number): readonly Seen[] {
  const seen: Seen[] = [];
  let end: number | null = null;
  for (const { start, halves } of days.values()) {
    halves.forEach((value, index) => {
      if (value === null) return;
      const from = start + index * HALF_HOUR;
      const missing = end === null ? 0 : from - end;
      if (end !== null && missing >= hours * 2 * HALF_HOUR && missing <= 400 * DAY) seen.push({ from: end, to: from });
      end = from + HALF_HOUR;
    });
  }
  return seen;
}

/** Whole days of one value, 28 at most, after a day that is otherwise, with the whole days of the 4 weeks before. */
function runs(
  days: Days,
  least: number,
  isRun: (value: number) => boolean,
  isUnusual: (value: number, before: readonly Day[]) => boolean,
): readonly Seen[] {
  return [...days.values()].flatMap((day) => {
    const value = sameAllDay(day);
    if (value === null || !isRun(value) || sameAllDay(days.get(day.start - DAY)) === value) return [];
    let count = 1;
    while (count < 28 && sameAllDay(days.get(day.start + count * DAY)) === value) count += 1;
    const before = wholeFrom(days, day.start - 28 * DAY, 28);
    if (count < least || before.length < 14 || !isUnusual(value, before)) return [];
    return [{ from: day.start, to: day.start + count * DAY }];
  });
}

export function flatLines(days: Days, { type }: Account, least: number): readonly Seen[] {
  return runs(
    days,
    least,
    (value) => value !== 0,
    (value, before) => {
      if (before.filter((day) => sameAllDay(day) !== null).length > before.length / 10) return false;
      if (type === 'electricity') return true;
      const lowest = middle(before.map(lowestOf));
      return middle(before.map(highestOf)) >= 1.5 * lowest && value > 1.2 * lowest;
    },
  );
}

export function zeroRuns(days: Days, least: number): readonly Seen[] {
  return runs(
    days,
    least,
    (value) => value === 0,
    (_, before) => before.every((day) => sameAllDay(day) !== 0),
  );
}

/** Above the threshold times the third highest daily maximum of 8 weeks, and 10 deviations above their median. */
export function spikes(days: Days, { type }: Account, times: number): readonly Seen[] {
  return [...days.values()].flatMap((day) => {
    const before = daysFrom(days, day.start - 56 * DAY, 56).map(highestOf);
    const after = daysFrom(days, day.start + DAY, 7).map(highestOf);
    const [usual, third = 0] = [middle(before), [...before].sort((a, b) => b - a)[2]];
    const spread = 1.4826 * middle(before.map((one) => Math.abs(one - usual)));
    if (before.length < 21 || third <= 0 || usual <= 0) return [];
    if (after.length >= 3 && middle(after) > highestOf(day) / 2) return [];
    if (['gas', 'heating', 'cooling'].includes(type)) {
      // A season may begin: later values are above the weeks before, and the day is below 10 times as much.
      const level = after.length < 3 ? third : middle(after);
      if ((after.length < 3 || level > third) && highestOf(day) < 10 * level) return [];
    }
    return halvesThat(day, (value) => value > 0 && value > times * third && value > usual + 10 * spread);
  });
}

export const negatives = (days: Days): readonly Seen[] =>
  [...days.values()].flatMap((day) => halvesThat(day, (value) => value < 0));

function halvesThat({ start, halves }: Day, are: (value: number) => boolean): readonly Seen[] {
  return halves.flatMap((value, index) => {
    const from = start + index * HALF_HOUR;
    return value !== null && are(value) ? [{ from, to: from + HALF_HOUR }] : [];
  });
}

/** Days in a row that are at least half estimated, from the threshold on. */
export function estimatedRuns(days: Days, least: number): readonly Seen[] {
  const isEstimated = (start: number): boolean => {
    const day = days.get(start);
    return day !== undefined && valuesOf(day).length > 0 && day.estimated !== 0 && day.estimated >= day.quantity / 2;
  };
  return [...days.keys()].flatMap((start) => {
    if (!isEstimated(start)) return [];
    let [from, to] = [start, start + DAY];
    while (isEstimated(from - DAY)) from -= DAY;
    while (isEstimated(to)) to += DAY;
    return to - from >= least * DAY ? [{ from: start, to: start + DAY }] : [];
  });
}
