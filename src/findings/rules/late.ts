import { DAY_MS } from '../../usage/grid.js';
import type { Days } from '../days.js';
import type { Observation } from '../finding.js';

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
