import { DAY_MS, HALF_HOUR_MS, type DayRange } from '../../usage/grid.js';
import type { Days, HalfHours } from '../days.js';
import type { Observation } from '../finding.js';
import { deviation, median } from '../numbers.js';

const DAYS_BEFORE = 56;
const MIN_BEFORE = 21;
const DAYS_AFTER = 7;
const MIN_AFTER = 3;
const DEVIATIONS = 10;

/** A day with a value above a limit. */
export interface SpikeDay {
  readonly day: number;
  readonly limit: number;
  /** The median of the daily maxima before. */
  readonly usual: number;
}

/**
 * Returns days with a value far above the account's usual ones. The value is above `times` the third highest daily
 * maximum of the 8 weeks before, and far above the median of these maxima. A level that stays is not a spike.
 * @param isSeasonal whether use begins with a season; its first days are then not spikes
 */
export function spikeDays(days: Days, range: DayRange, times: number, isSeasonal: boolean): readonly SpikeDay[] {
  return [...days.values()].flatMap(({ day, highest }) => {
    if (day < range.from || day >= range.to || highest <= 0) return [];
    const third = thirdOf(days, day - DAYS_BEFORE, day);
    if (highest <= times * third) return [];
    const before = maxima(days, day - DAYS_BEFORE, day);
    if (before.length < MIN_BEFORE) return [];
    const limit = Math.max(times * third, median(before) + DEVIATIONS * deviation(before));
    // If an account hardly ever uses anything, every use would be a spike.
    if (highest <= limit || third <= 0 || median(before) <= 0) return [];
    const after = maxima(days, day + 1, day + 1 + DAYS_AFTER);
    if (after.length >= MIN_AFTER && median(after) > highest / 2) return [];
    if (isSeasonal && mayBegin(highest, third, after)) return [];
    return [{ day, limit, usual: median(before) }];
  });
}

/** How many times the usual maximum of a season its first day may be. */
const FIRST_DAY_TIMES = 10;

/**
 * Returns whether a season may begin with a day: the week after it is above the weeks before. If that week has no data
 * yet, only a day far above the weeks before counts as a spike.
 */
function mayBegin(highest: number, third: number, after: readonly number[]): boolean {
  if (after.length < MIN_AFTER) return highest < FIRST_DAY_TIMES * third;
  const level = median(after);
  return level > third && highest < FIRST_DAY_TIMES * level;
}

/** Returns the third highest of the daily maxima; infinity for fewer than three days. */
function thirdOf(days: Days, from: number, to: number): number {
  let [count, first, second, third] = [0, -Infinity, -Infinity, -Infinity];
  for (let day = from; day < to; day += 1) {
    const value = days.get(day)?.highest;
    if (value === undefined) continue;
    count += 1;
    if (value > first) [first, second, third] = [value, first, second];
    else if (value > second) [second, third] = [value, second];
    else if (value > third) third = value;
  }
  return count < 3 ? Infinity : third;
}

function maxima(days: Days, from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => days.get(from + index)?.highest ?? []).flat();
}

/** Returns the half-hours of these days that are above the limit. On a uniform day these are all. */
export function spikes(daysAboveLimit: readonly SpikeDay[], days: Days, halfHours: HalfHours): readonly Observation[] {
  return daysAboveLimit.flatMap(({ day, limit, usual }) => {
    const uniform = Array.from({ length: 48 }, () => days.get(day)?.highest ?? null);
    return (halfHours.get(day) ?? uniform).flatMap((value, halfHour) => {
      if (value === null || value <= limit) return [];
      const from = day * DAY_MS + halfHour * HALF_HOUR_MS;
      const evidence = [
        { name: 'value', value, from, to: from + HALF_HOUR_MS },
        { name: 'usual', value: usual },
      ];
      return [{ from, to: from + HALF_HOUR_MS, quantity: value - usual, share: value / usual - 1, evidence }];
    });
  });
}

/** Returns the days with a half-hour below zero. */
export function negativeDays(days: Days, range: DayRange): readonly number[] {
  return [...days.values()].flatMap(({ day, lowest }) =>
    day >= range.from && day < range.to && lowest < 0 ? [day] : [],
  );
}

/** Returns the half-hours of these days that are below zero. */
export function negatives(daysBelowZero: readonly number[], days: Days, halfHours: HalfHours): readonly Observation[] {
  return daysBelowZero.flatMap((day) => {
    const uniform = Array.from({ length: 48 }, () => days.get(day)?.lowest ?? null);
    return (halfHours.get(day) ?? uniform).flatMap((value, halfHour) => {
      if (value === null || value >= 0) return [];
      const from = day * DAY_MS + halfHour * HALF_HOUR_MS;
      return [
        {
          from,
          to: from + HALF_HOUR_MS,
          quantity: value,
          evidence: [{ name: 'value', value, from, to: from + HALF_HOUR_MS }],
        },
      ];
    });
  });
}
