import { DAY_MS, type DayRange } from '../../usage/grid.js';
import { isFlat, type Day, type Days } from '../days.js';
import type { Observation } from '../finding.js';
import { median } from '../numbers.js';
import { coveredDays } from '../coveredDays.js';

/** The maximum number of days of a run that one search covers. */
const MAX_RUN_DAYS = 28;
/** The number of days before the start of a run that are compared, and the minimum of them with data. */
const DAYS_BEFORE = 28;
const MIN_BEFORE = 14;

/** From this ratio of the usual highest to the usual lowest half-hour on, one value all day is unusual. */
const MIN_SPREAD = 1.5;
/** From this multiple of the usual lowest half-hour on, a constant value is unusual. */
const ABOVE_LOWEST = 1.2;

/**
 * Finds days with one value that is not zero, if hardly any day before had one.
 * @param staysAtLowest whether the type may stay at its lowest value for days, as gas and heat do; then the value must
 * be above it
 */
export function flatLines(days: Days, range: DayRange, least: number, staysAtLowest: boolean): readonly Observation[] {
  const isStuck = (day: Day): boolean => isFlat(day) && day.highest !== 0;
  return runs(days, range, least, isStuck, (before, value) => {
    if (before.filter(isFlat).length > before.length / 10) return false;
    if (!staysAtLowest) return true;
    const lowest = median(before.map((day) => day.lowest));
    const varies = median(before.map((day) => day.highest)) >= MIN_SPREAD * lowest;
    return varies && value > ABOVE_LOWEST * lowest;
  });
}

/** Finds days of zeros, if no day before was zero. */
export function zeroRuns(days: Days, range: DayRange, least: number): readonly Observation[] {
  const isZero = (day: Day): boolean => isFlat(day) && day.highest === 0;
  return runs(days, range, least, isZero, (before) => !before.some(isZero));
}

/** Finds runs of covered days with the same value, if the value is unusual after the days before. */
function runs(
  days: Days,
  range: DayRange,
  least: number,
  isInRun: (day: Day) => boolean,
  isUnusual: (before: readonly Day[], value: number) => boolean,
): readonly Observation[] {
  const observations: Observation[] = [];
  // A run that reaches into the range may begin before it.
  for (let start = range.from - MAX_RUN_DAYS; start < range.to; start += 1) {
    const first = days.get(start);
    if (!first || !isInRun(first) || continues(days, start, isInRun)) continue;
    let end = start + 1;
    while (end < start + MAX_RUN_DAYS && continues(days, end, isInRun)) end += 1;
    if (end - start < least || end <= range.from) continue;
    const before = coveredDays(days, start - DAYS_BEFORE, start);
    if (before.length < MIN_BEFORE || !isUnusual(before, first.highest)) continue;
    observations.push({
      from: start * DAY_MS,
      to: end * DAY_MS,
      evidence: [{ name: 'value', value: first.highest, from: start * DAY_MS, to: end * DAY_MS }],
    });
  }
  return observations;
}

/** Returns whether a day has the same constant value as the day before. */
function continues(days: Days, day: number, isInRun: (day: Day) => boolean): boolean {
  const [before, current] = [days.get(day - 1), days.get(day)];
  return (
    current !== undefined &&
    before !== undefined &&
    isInRun(current) &&
    isInRun(before) &&
    current.highest === before.highest
  );
}

/** Finds days of which at least half is estimated, at least as many in a row as the threshold. */
export function estimatedRuns(days: Days, range: DayRange, least: number): readonly Observation[] {
  const isEstimated = (day: number): boolean => {
    const current = days.get(day);
    return current !== undefined && current.estimated !== 0 && current.estimated >= current.quantity / 2;
  };
  const observations: Observation[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    if (!isEstimated(day)) continue;
    let [from, to] = [day, day + 1];
    while (to - from < least && isEstimated(from - 1)) from -= 1;
    while (to - from < least && isEstimated(to)) to += 1;
    if (to - from < least) continue;
    observations.push({ from: day * DAY_MS, to: (day + 1) * DAY_MS, quantity: days.get(day)?.estimated ?? 0 });
  }
  return observations;
}
