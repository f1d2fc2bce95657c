import { DAY_MS } from '../../usage/grid.js';
import type { Days } from '../days.js';
import type { Mark } from '../finding.js';

/** Days before the last one whose gaps are an account's rhythm. */
export const RHYTHM_DAYS = 90;

/**
 * Whether an account is late: behind the newest data of others by more days than the threshold, and than twice the
 * longest time without data in its last 90 days.
 * @param last the last day with data, of the account, counted from 1970
 * @param newest the same of the accounts that it is held against, itself included
 * @param days those before the last one
 */
export function lateness(last: number, newest: number, days: Days, least: number): readonly Mark[] {
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
