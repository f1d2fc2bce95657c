import type { Day, Days } from '../days.js';
import { isCovered } from '../days.js';
import { median } from '../numbers.js';
import type { Seasons } from '../season.js';
import { coveredDays } from '../coveredDays.js';

/** The number of days on each side of a step. */
const SIDE_DAYS = 14;
const WEEK_DAYS = 7;
/** The minimum number of covered days of a side, and of days with use. */
const MIN_BEFORE = 10;
const MIN_AFTER = 7;
const MIN_USED = 4;
const MIN_USED_WEEK = 3;
/** The minimum ratio of the levels of a step. */
const MIN_STEP_RATIO = 3.2;

/** The days of use on one side of a step: a day without use is the same in any unit. */
interface Side {
  /** The number of days with use. */
  readonly count: number;
  /** The median of the daily quantities. */
  readonly level: number;
  /** The median of the daily maxima of the week next to the step. */
  readonly highest: number;
  /** The median of the daily minima of that week. */
  readonly lowest: number;
  /** The share of the days whose minimum is above zero. */
  readonly running: number;
  /** The 90th percentile of the daily quantities divided by the 10th. */
  readonly spread: number;
}

/** The levels on both sides of a step. */
export interface StepSides {
  readonly before: Side;
  readonly after: Side;
  /** The level after the step divided by the level before, over 14 days each. */
  readonly ratio: number;
  /** The same for 7 days each. */
  readonly weekRatio: number;
  /** The number of days of these two weeks that are on the wrong side of the middle between the levels. */
  readonly strays: number;
  /** Whether the new level stays: at least ten days have data, and a lower level lasts longer than a holiday. */
  readonly isLasting: boolean;
}

/**
 * Returns whether a day may be a step: nearly all used days of the week before it are below, or above, nearly all of
 * the week that it begins.
 */
export function mayBeStep(days: Days, day: number): boolean {
  const here = days.get(day);
  if (!isCovered(here) || here.quantity <= 0) return false;
  const [before, after] = [ranksOf(days, day - WEEK_DAYS), ranksOf(days, day)];
  const isUp = before.secondMost < after.secondLeast && after.most >= MIN_STEP_RATIO * before.least;
  const isDown = after.secondMost < before.secondLeast && before.most >= MIN_STEP_RATIO * after.least;
  return isUp || isDown;
}

interface Ranks {
  readonly least: number;
  readonly secondLeast: number;
  readonly secondMost: number;
  readonly most: number;
}

/** Returns the extremes of a week's used days. It is a fast check before {@link stepSides}. */
function ranksOf(days: Days, from: number): Ranks {
  let [least, secondLeast, secondMost, most] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let day = from; day < from + WEEK_DAYS; day += 1) {
    const candidate = days.get(day);
    if (!isCovered(candidate) || candidate.quantity <= 0) continue;
    const { quantity } = candidate;
    if (quantity < least) [secondLeast, least] = [least, quantity];
    else if (quantity < secondLeast) secondLeast = quantity;
    if (quantity > most) [secondMost, most] = [most, quantity];
    else if (quantity > secondMost) secondMost = quantity;
  }
  return { least, secondLeast, secondMost, most };
}

/**
 * Returns both sides of a step on a day. Null: a side has too little data or use, or the day is not the edge between
 * them.
 */
export function stepSides(days: Days, day: number): StepSides | null {
  const [allBefore, allAfter] = [coveredDays(days, day - SIDE_DAYS, day), coveredDays(days, day, day + SIDE_DAYS)];
  if (allBefore.length < MIN_BEFORE || allAfter.length < MIN_AFTER) return null;
  const [before, after] = [allBefore.filter(isUsed), allAfter.filter(isUsed)];
  const week = [
    before.filter((one) => one.day >= day - WEEK_DAYS),
    after.filter((one) => one.day < day + WEEK_DAYS),
  ] as const;
  if (before.length < MIN_USED || after.length < MIN_USED) return null;
  if (week.some((own) => own.length < MIN_USED_WEEK)) return null;
  const sides = [sideOf(before, week[0]), sideOf(after, week[1])] as const;
  const [old, now] = week.map(levelOf);
  const ratio = sides[1].level / sides[0].level;
  if (old === undefined || now === undefined || now > old !== ratio > 1) return null;
  const middle = Math.sqrt(old * now);
  const isAfter = ({ quantity }: Day): boolean => (ratio > 1 ? quantity > middle : quantity < middle);
  const [last, first] = [days.get(day - 1), days.get(day)];
  if (!first || !isAfter(first) || (isCovered(last) && isUsed(last) && isAfter(last))) return null;
  // If the last days of the data are at the old level, the days between were a holiday.
  const latest = after.at(-1);
  if (allAfter.length < MIN_BEFORE && latest && !isAfter(latest)) return null;
  const strays = week[0].filter(isAfter).length + week[1].filter((one) => !isAfter(one)).length;
  const onwards = coveredDays(days, day, day + (ratio > 1 ? SIDE_DAYS : LASTING.days)).filter(isUsed);
  const isLasting = allAfter.length >= MIN_BEFORE && hasNewLevel(onwards, isAfter);
  return { before: sides[0], after: sides[1], ratio, weekRatio: now / old, strays, isLasting };
}

/**
 * The minimum duration of a lower level, longer than a holiday. It has three parts: the number of days, the share of
 * their used days at the new level, and the number of last days. One of these last days must be at the new level.
 */
const LASTING = { days: 21, share: 0.7, last: 3 };

function hasNewLevel(days: readonly Day[], isAfter: (day: Day) => boolean): boolean {
  return days.slice(-LASTING.last).some(isAfter) && days.filter(isAfter).length >= days.length * LASTING.share;
}

const isUsed = ({ quantity }: Day): boolean => quantity > 0;
const levelOf = (days: readonly Day[]): number => median(days.map(({ quantity }) => quantity));

function sideOf(days: readonly Day[], week: readonly Day[]): Side {
  return {
    count: days.length,
    level: levelOf(days),
    highest: median(week.map(({ highest }) => highest)),
    lowest: median(week.map(({ lowest }) => lowest)),
    running: days.filter(({ lowest }) => lowest > 0).length / days.length,
    spread: spreadOf(days),
  };
}

function spreadOf(days: readonly Day[]): number {
  const sorted = days.map(({ quantity }) => quantity).toSorted((a, b) => a - b);
  const tenth = Math.floor(sorted.length / 10);
  const [low = 0, high = 0] = [sorted[tenth], sorted[sorted.length - 1 - tenth]];
  return low > 0 ? high / low : Infinity;
}

/**
 * Returns the level of the two weeks that start on a day, if that day ends two weeks without use. Null: it does not, or
 * the data is too little.
 */
export function levelAfterRest(days: Days, day: number): number | null {
  const first = days.get(day);
  if (!isCovered(first) || !isUsed(first)) return null;
  const [before, after] = [
    coveredDays(days, day - SIDE_DAYS, day),
    coveredDays(days, day, day + SIDE_DAYS).filter(isUsed),
  ];
  if (before.length < MIN_BEFORE || before.some(isUsed) || after.length < MIN_SEASONAL) return null;
  return levelOf(after);
}

/** The minimum number of used days on each side, if the account's use follows the seasons. */
const MIN_SEASONAL = 7;
/** Up to this ratio, two levels belong to the same season. */
const SAME_SEASON_RATIO = 4;
/** How many days the rule reads back if the year before is unknown. */
const DAYS_READ_BACK = 56;

/** From this ratio of an earlier month to the level before a step on, a season may be ending. */
const ENDING_MONTH_RATIO = 3.5;
/** The number of earlier months that show whether a season ends. */
const ENDING_MONTHS = 3;
/** From this ratio of the weeks before to the level before a step on, the season is still ending. */
const ENDING_WEEKS_RATIO = 1.5;
/** The maximum share of days of these weeks beyond the level after the step. */
const MAX_SHARE_BEYOND = 0.1;

/**
 * Returns whether a season explains a step less well than a unit does. This is so if the level after is unlike the same
 * months of the year before, or the level before is far from them. If these months are unknown, the account must hardly
 * have had the level after in the weeks and months before, and no season may have been ending.
 */
export function isUnlikeSeason(
  days: Days,
  day: number,
  { before, after, ratio }: StepSides,
  { yearBefore, seasonAfter, monthsBefore }: Seasons,
): boolean {
  if (before.count < MIN_SEASONAL || after.count < MIN_SEASONAL) return false;
  const levels = yearBefore(day);
  if (levels) {
    // The day on which heating ends varies by weeks from year to year. The start hardly varies by a month.
    const usual = (ratio > 1 ? seasonAfter(day) : null) ?? levels;
    return !isLike(after.level, usual) || isFar(before.level, levels);
  }
  const months = monthsBefore(day);
  const knownLevels = months.filter((level) => level !== null);
  if (ratio > 1 && knownLevels.some((level) => after.level <= level * SAME_SEASON_RATIO)) return false;
  const earlier = coveredDays(days, day - DAYS_READ_BACK, day - SIDE_DAYS).filter(isUsed);
  const wasHigh = months
    .slice(0, ENDING_MONTHS)
    .some((level) => level !== null && level > before.level * ENDING_MONTH_RATIO);
  if (ratio < 1 && wasHigh && levelOf(earlier) > before.level * ENDING_WEEKS_RATIO) return false;
  const beyond = earlier.filter(({ quantity }) => (ratio > 1 ? quantity > after.level : quantity < after.level));
  return beyond.length <= earlier.length * MAX_SHARE_BEYOND;
}

/** Returns whether a level is similar to one of other levels. */
function isLike(level: number, others: readonly number[]): boolean {
  return others.some((one) => one > 0 && level <= one * SAME_SEASON_RATIO && one <= level * SAME_SEASON_RATIO);
}

/**
 * The minimum ratio, up or down, between the level after a step and the levels of the year before that alone proves a
 * wrong unit.
 */
const FAR_RATIO = 7;

/**
 * Returns whether the level before a step is similar to the year before, and the level after it is far from all levels
 * of that season.
 */
export function isFarFromYear(day: number, { before, after, ratio }: StepSides, { yearBefore }: Seasons): boolean {
  const levels = yearBefore(day);
  if (!levels || before.count < MIN_SEASONAL || after.count < MIN_SEASONAL || !isLike(before.level, levels))
    return false;
  return levels.every((level) => (ratio > 1 ? after.level > level * FAR_RATIO : after.level * FAR_RATIO < level));
}

/** Returns whether a level is far from all other levels. */
function isFar(level: number, others: readonly number[]): boolean {
  return others.every((one) => level > one * FAR_RATIO || level * FAR_RATIO < one);
}
