import { DAY_MS, monthOf } from '../usage/grid.js';
import type { FindingAccount } from './finding.js';
import { isCovered, type Month } from './months.js';

/** The types whose use follows the weather: it begins and ends with the season. */
const SEASONAL = ['gas', 'heating', 'cooling'];

/** How many months before a day the months of the same season are. */
const MONTHS_BEFORE = [13, 12, 11];
/** Offsets in days that cover the months of the two weeks that a day begins, with a week before and after. */
const SEASON_AFTER = [-7, 7, 21];
/** How many days after a changed day the rules may compare with its season a year before. */
export const SEASON_DAYS = 434;

/** The levels of earlier months of an account, as daily use. */
export interface Seasons {
  /** Returns the levels of the same month a year before and of its neighbours; null: one of them is unknown. */
  readonly yearBefore: (day: number) => readonly number[] | null;
  /**
   * Returns the levels of the months a year before the two weeks that a day begins, with a week before and after; null:
   * one of them is unknown.
   */
  readonly seasonAfter: (day: number) => readonly number[] | null;
  /** Returns the levels of the 13 months before that of a day, the last one first; null: unknown. */
  readonly monthsBefore: (day: number) => readonly (number | null)[];
}

export const isSeasonal = ({ type }: Pick<FindingAccount, 'type'>): boolean => SEASONAL.includes(type);

/** Returns the levels of an account's months. */
export function seasonsOf(months: readonly Month[]): Seasons {
  const levels = new Map(
    months.filter(isCovered).map(({ month, quantity, covered }) => [month, quantity / (covered / DAY_MS)]),
  );
  return {
    yearBefore: (day) => {
      const seasonLevels = MONTHS_BEFORE.flatMap((back) => levels.get(monthOf(day) - back) ?? []);
      return seasonLevels.length === MONTHS_BEFORE.length ? seasonLevels : null;
    },
    seasonAfter: (day) => {
      const months = new Set(SEASON_AFTER.map((days) => monthOf(day + days)));
      const seasonLevels = [...months].flatMap((month) => levels.get(month - 12) ?? []);
      return seasonLevels.length === months.size ? seasonLevels : null;
    },
    monthsBefore: (day) => Array.from({ length: 13 }, (_, index) => levels.get(monthOf(day) - 1 - index) ?? null),
  };
}
