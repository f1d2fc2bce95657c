import { isWhole, type Day, type Days } from './days.js';

/** The days from one up to another that data covers. */
export function wholeDays(days: Days, from: number, to: number): readonly Day[] {
  const found: Day[] = [];
  for (let day = from; day < to; day += 1) {
    const own = days.get(day);
    if (isWhole(own)) found.push(own);
  }
  return found;
}

/** The number of covered days in a range, with their lowest and highest totals. */
export interface Extremes {
  readonly count: number;
  readonly least: number;
  readonly most: number;
}

/** The extremes of some days, which tells of most that no rule is met, at little cost. */
export function extremesOf(days: Days, from: number, to: number, of: (day: Day) => number): Extremes {
  let [count, least, most] = [0, Infinity, -Infinity];
  for (let day = from; day < to; day += 1) {
    const own = days.get(day);
    if (!isWhole(own)) continue;
    const value = of(own);
    count += 1;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { count, least, most };
}
