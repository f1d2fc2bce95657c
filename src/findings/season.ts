import { DAY_MS, monthOf } from '../usage/grid.js';
import type { FindingAccount } from './finding.js';
import { isCovered, type Month } from './months.js';

/** Use of these follows the weather: it begins and ends with the season. */
const SEASONAL = ['gas', 'heating', 'cooling'];

/** Months before a day whose levels are those of its season. */
const MONTHS_BEFORE = [13, 12, 11];
/** Days from one on that are in the months of the two weeks from it on, and of a week before and after these. */
const SEASON_AFTER = [-7, 7, 21];
/** Days after a change whose season a year before it may be. */
export const SEASON_DAYS = 434;

/** The levels, a day, of earlier months of an account. */
export interface Seasons {
  /** Of the same month a year before a day and of its neighbours; null: not all are known. */
  readonly yearBefore: (day: number) => readonly number[] | null;
  /** Of the months a year before the two weeks from a day on, with a week before and after them; null: not all are known. */
  readonly seasonAfter: (day: number) => readonly number[] | null;
  /** Of the months before that of a day, the last one first, up to 13; null: not known. */
  readonly monthsBefore: (day: number) => readonly (number | null)[];
}

export const isSeasonal = ({ type }: Pick<FindingAccount, 'type'>): boolean => SEASONAL.includes(type);

/** Reads levels from the months of an account. */
export function seasonsOf(months: readonly Month[]): Seasons {
  const levels = new Map(
    months.filter(isCovered).map(({ month, quantity, covered }) => [month, quantity / (covered / DAY_MS)]),
  );
  return {
    yearBefore: (day) => {
      const found = MONTHS_BEFORE.flatMap((back) => levels.get(monthOf(day) - back) ?? []);
      return found.length === MONTHS_BEFORE.length ? found : null;
    },
    seasonAfter: (day) => {
      const months = new Set(SEASON_AFTER.map((days) => monthOf(day + days)));
      const found = [...months].flatMap((month) => levels.get(month - 12) ?? []);
      return found.length === months.size ? found : null;
    },
    monthsBefore: (day) => Array.from({ length: 13 }, (_, index) => levels.get(monthOf(day) - 1 - index) ?? null),
  };
}
