import { DAY_MS, HALF_HOUR_MS, HALF_HOURS_PER_DAY, type DayRange } from '../../usage/grid.js';
import type { Observation } from '../finding.js';
import type { Days, HalfHours } from '../days.js';

/** A longer gap is not reported: the data before and after it belong to two separate periods. */
export const MAX_GAP_DAYS = 400;

/** Returns the days of a window that data covers in part. {@link gaps} needs their half-hours. */
export function partialDays(days: Days): readonly number[] {
  return [...days.values()].flatMap(({ day, covered }) => (covered < DAY_MS ? [day] : []));
}

/**
 * Finds times without interval data between earlier and later data.
 * @param days the days of the window
 * @param halfHours the half-hours of {@link partialDays}
 * @param least the minimum length of a gap in hours
 */
export function gaps(days: Days, halfHours: HalfHours, window: DayRange, least: number): readonly Observation[] {
  const observations: Observation[] = [];
  let end: number | null = null;
  for (let day = window.from; day < window.to; day += 1) {
    const covered = days.get(day);
    if (!covered) continue;
    const values = covered.covered === DAY_MS ? null : halfHours.get(day);
    for (let halfHour = 0; halfHour < HALF_HOURS_PER_DAY; halfHour += 1) {
      if (values && (values[halfHour] ?? null) === null) continue;
      const start = day * DAY_MS + halfHour * HALF_HOUR_MS;
      const length = end === null ? 0 : start - end;
      if (end !== null && length >= least * 3_600_000 && length <= MAX_GAP_DAYS * DAY_MS) {
        observations.push({
          from: end,
          to: start,
          evidence: [{ name: 'hours', value: length / 3_600_000, from: end, to: start }],
        });
      }
      end = start + HALF_HOUR_MS;
      // Data covers the entire day.
      if (!values) {
        end = (day + 1) * DAY_MS;
        break;
      }
    }
  }
  return observations;
}

/** The number of days before the last one whose gaps define an account's rhythm. */
export const RHYTHM_DAYS = 90;

/**
 * Finds an account that is late. It is behind the newest data of others by more days than the threshold. It is also
 * behind by more than twice the longest time without data in its last 90 days.
 * @param last the last day with data of the account, in days since 1970-01-01
 * @param newest the same for the accounts that it is compared with, itself included
 * @param days the days up to the last one
 */
export function lateness(last: number, newest: number, days: Days, least: number): readonly Observation[] {
  let [longest, before] = [0, last];
  for (let day = last; day > last - RHYTHM_DAYS; day -= 1) {
    if (!days.has(day)) continue;
    longest = Math.max(longest, before - day - 1);
    before = day;
  }
  if (newest - last <= Math.max(least, 2 * longest)) return [];
  const evidence = [
    { name: 'last', from: last * DAY_MS, to: (last + 1) * DAY_MS },
    { name: 'newest', from: newest * DAY_MS, to: (newest + 1) * DAY_MS },
  ];
  return [{ from: (last + 1) * DAY_MS, to: (newest + 1) * DAY_MS, evidence }];
}
