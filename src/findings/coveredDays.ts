import { isCovered, type Day, type Days } from './days.js';

/** Returns the days in a range that data covers completely. */
export function coveredDays(days: Days, from: number, to: number): readonly Day[] {
  const covered: Day[] = [];
  for (let day = from; day < to; day += 1) {
    const candidate = days.get(day);
    if (isCovered(candidate)) covered.push(candidate);
  }
  return covered;
}

/** The number of covered days in a range, with their lowest and highest value. */
export interface Extremes {
  readonly count: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the extremes of some days. It is a fast check that excludes most days before a rule computes medians. */
export function extremesOf(days: Days, from: number, to: number, of: (day: Day) => number): Extremes {
  let [count, least, most] = [0, Infinity, -Infinity];
  for (let day = from; day < to; day += 1) {
    const candidate = days.get(day);
    if (!isCovered(candidate)) continue;
    const value = of(candidate);
    count += 1;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { count, least, most };
}
