import { DAY_MS, type DayRange } from '../../usage/grid.js';
import { isFlat, type Day, type Days } from '../days.js';
import type { Mark } from '../finding.js';
import { median } from '../numbers.js';
import { wholeDays } from '../wholeDays.js';

/** The most days of a run that one search covers. */
const LONGEST = 28;
/** How many days before its start are compared, and how many of them must have data. */
const BEFORE = 28;
const LEAST_BEFORE = 14;

/** How far the half-hours of an account's days are apart, where one value all day is unusual. */
const SPREAD = 1.5;
/** How far above the lowest that an account shows a value is unusual, if it stays. */
const ABOVE_LOWEST = 1.2;

/**
 * Days of one value that is not zero, where hardly any were before.
 * @param isOften whether it is of a type that stays at its lowest for days, as gas and heat do: then it is above that
 */
export function flatLines(days: Days, range: DayRange, least: number, isOften: boolean): readonly Mark[] {
  const isStuck = (day: Day): boolean => isFlat(day) && day.highest !== 0;
  return runs(days, range, least, isStuck, (before, value) => {
    if (before.filter(isFlat).length > before.length / 10) return false;
    if (!isOften) return true;
    const lowest = median(before.map((day) => day.lowest));
    const varies = median(before.map((day) => day.highest)) >= SPREAD * lowest;
    return varies && value > ABOVE_LOWEST * lowest;
  });
}

/** Days of zeros where there were none before. */
export function zeroRuns(days: Days, range: DayRange, least: number): readonly Mark[] {
  const isZero = (day: Day): boolean => isFlat(day) && day.highest === 0;
  return runs(days, range, least, isZero, (before) => !before.some(isZero));
}

/** Runs of whole days of the same value that begin where the days before were otherwise. */
function runs(
  days: Days,
  range: DayRange,
  least: number,
  isOf: (day: Day) => boolean,
  isUnusual: (before: readonly Day[], value: number) => boolean,
): readonly Mark[] {
  const marks: Mark[] = [];
  // A run that reaches into the range may begin before it.
  for (let start = range.from - LONGEST; start < range.to; start += 1) {
    const first = days.get(start);
    if (!first || !isOf(first) || continues(days, start, isOf)) continue;
    let end = start + 1;
    while (end < start + LONGEST && continues(days, end, isOf)) end += 1;
    if (end - start < least || end <= range.from) continue;
    const before = wholeDays(days, start - BEFORE, start);
    if (before.length < LEAST_BEFORE || !isUnusual(before, first.highest)) continue;
    marks.push({
      from: start * DAY_MS,
      to: end * DAY_MS,
      evidence: [{ name: 'value', value: first.highest, from: start * DAY_MS, to: end * DAY_MS }],
    });
  }
  return marks;
}

/** Whether a day goes on with the value of the day before. */
function continues(days: Days, day: number, isOf: (day: Day) => boolean): boolean {
  const [before, here] = [days.get(day - 1), days.get(day)];
  return here !== undefined && before !== undefined && isOf(here) && isOf(before) && here.highest === before.highest;
}

/** Days that are estimated by half at least, as many in a row as the threshold. */
export function estimatedRuns(days: Days, range: DayRange, least: number): readonly Mark[] {
  const isEstimated = (day: number): boolean => {
    const here = days.get(day);
    return here !== undefined && here.estimated !== 0 && here.estimated >= here.quantity / 2;
  };
  const marks: Mark[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    if (!isEstimated(day)) continue;
    let [from, to] = [day, day + 1];
    while (to - from < least && isEstimated(from - 1)) from -= 1;
    while (to - from < least && isEstimated(to)) to += 1;
    if (to - from < least) continue;
    marks.push({ from: day * DAY_MS, to: (day + 1) * DAY_MS, quantity: days.get(day)?.estimated ?? 0 });
  }
  return marks;
}
