import { DAY_MS, type DayRange } from '../../usage/grid.js';
import type { Days } from '../days.js';
import type { Mark } from '../finding.js';
import type { Seasons } from '../season.js';
import { isFarFromYear, isUnlikeSeason, levelAfterRest, mayBeStep, stepSides, type StepSides } from './unitSides.js';

/** A factor that a wrong unit makes, and what use may differ by around it. */
interface UnitFactor {
  readonly factor: number;
  /** How many times the factor, or the part of it, the change of the level may be. */
  readonly tolerance: number;
  /** How many times the change of the level that of the daily maxima may be, or the part; null: it is not looked at. */
  readonly ofHighest: number | null;
  /** How many times the factor the change of the daily minima may be, or the part. */
  readonly ofLowest: number | null;
  /** How many times the smaller the larger of the days on one side may be: what varies more has such steps by itself. */
  readonly spread: number;
  /** Days of the weeks beside the step that may be on the other side. */
  readonly strays: number;
  readonly units: string;
}

const HUGE: UnitFactor = {
  ...{ factor: 1_000, tolerance: 3.5, ofHighest: 6, ofLowest: 10, spread: Infinity, strays: 1 },
  units: 'kWh, MWh or Wh',
};
const THERMS: UnitFactor = {
  ...{ factor: 29.307, tolerance: 2, ofHighest: 1.7, ofLowest: 4, spread: Infinity, strays: 1 },
  units: 'kWh or therms',
};
const CUBIC_METRES: UnitFactor = {
  ...{ factor: 11.22, tolerance: 1.2, ofHighest: 1.5, ofLowest: 1.5, spread: 2.2, strays: 0 },
  units: 'kWh or m³ of gas',
};
const MEGAJOULES: UnitFactor = {
  ...{ factor: 3.6, tolerance: 1.1, ofHighest: 1.3, ofLowest: 1.3, spread: 2.2, strays: 0 },
  units: 'kWh or MJ',
};

const FACTORS = [HUGE, THERMS, CUBIC_METRES, MEGAJOULES];
/** Heating that begins or ends is a small factor too, but hardly of the daily minima and maxima alike. */
const SEASONAL_FACTORS = [
  ...[HUGE, THERMS],
  { ...CUBIC_METRES, ofHighest: 1.3, ofLowest: 1.3 },
  { ...MEGAJOULES, ofHighest: 1.2, ofLowest: 1.2 },
];
/** How many times its tolerance the change of the 7 and of the 14 days beside a step may both be off. */
const BOTH = 1.6;

/**
 * A level that changes from one day to the next by a factor that a wrong unit makes, and stays for a week at least.
 * @param season the levels of the year before, of an account whose use follows the seasons; null: it does not
 */
export function unitSteps(days: Days, range: DayRange, season: Seasons | null): readonly Mark[] {
  const marks: Mark[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    const mark = stepAt(days, day, season) ?? (season && seasonAt(days, day, season));
    if (mark) marks.push(mark);
  }
  return marks;
}

/**
 * Whether the level of some days changes by a unit, up or down: what is higher than before is so by the unit and not by
 * use. A step on the first of them is none, as all of them are after it.
 */
export function hasUnitStep(days: Days, { from, to }: DayRange): boolean {
  for (let day = from + 1; day < to; day += 1) if (stepAt(days, day, null)) return true;
  return false;
}

/** The step of a day, by the 14 days before it and the 14 from it on. */
function stepAt(days: Days, day: number, season: Seasons | null): Mark | null {
  if (!mayBeStep(days, day)) return null;
  const sides = stepSides(days, day);
  if (!sides) return null;
  const found =
    (season ? SEASONAL_FACTORS : FACTORS).find((one) => isOf(sides, one, season !== null)) ??
    (season && isByPeaks(day, sides, season) ? THERMS : undefined);
  if (!found) return null;
  if (found.factor < HUGE.factor && !sides.isHeld) return null;
  if (
    season &&
    found.factor < HUGE.factor &&
    !isExact(sides, found.factor) &&
    !isUnlikeSeason(days, day, sides, season)
  )
    return null;
  const evidence = [
    { name: 'factor', value: sides.ratio > 1 ? found.factor : 1 / found.factor },
    { name: 'unitPair', text: found.units },
    { name: 'before', value: sides.before.level },
    { name: 'after', value: sides.after.level },
  ];
  return { from: day * DAY_MS, to: (day + 14) * DAY_MS, share: sides.ratio - 1, evidence };
}

/**
 * A season that begins, after days without use, a thousand times as high as in the same months of the year before:
 * nothing beside it tells of the unit. One a thousandth as high may be no season yet.
 */
function seasonAt(days: Days, day: number, season: Seasons): Mark | null {
  const level = levelAfterRest(days, day);
  const usual = level === null ? 0 : Math.max(0, ...(season.yearBefore(day) ?? []));
  if (level === null || usual <= 0 || !isNear(level / usual, HUGE.factor, HUGE.tolerance)) return null;
  const evidence = [
    { name: 'factor', value: HUGE.factor },
    { name: 'unitPair', text: HUGE.units },
    { name: 'yearBefore', value: usual },
    { name: 'after', value: level },
  ];
  return { from: day * DAY_MS, to: (day + 14) * DAY_MS, share: level / usual - 1, evidence };
}

/** What tells of therms by the daily maxima, where the level changes with the season too. */
const PEAKS = {
  /**
   * How many times the factor the change of the maxima may be, or the part: a boiler at full load takes as much in any
   * weather.
   */
  tolerance: 1.3,
  /** The same where the level before is that of the year before, and the one after is far from it. */
  byYear: 2.1,
  /** How many times the factor the change of the level may be, or the part. */
  ofLevel: 4,
  /** The same of a fall where the year before is not known: heating that ends may be it. */
  ofFall: 1.5,
  strays: 2,
};

/** Whether the daily maxima change by 29.3, and the level by about as much. */
function isByPeaks(day: number, sides: StepSides, season: Seasons): boolean {
  const { ratio, weekRatio, before, after, strays } = sides;
  const peaks = after.highest / before.highest;
  const isOff = (value: number, times: number): boolean => !isNear(value > 1 ? value : 1 / value, THERMS.factor, times);
  if (strays > PEAKS.strays || peaks > 1 !== ratio > 1 || isOff(peaks, PEAKS.byYear)) return false;
  const ofLevel = ratio < 1 && !season.yearBefore(day) ? PEAKS.ofFall : PEAKS.ofLevel;
  if (isOff(ratio, ofLevel) || isOff(weekRatio, ofLevel)) return false;
  return !isOff(peaks, PEAKS.tolerance) || isFarFromYear(day, sides, season);
}

/** How many times the factor the change of what counts in pulses may be. Pulses of one size make ratios such as 29 and 30. */
const EXACT = 1.005;

/** Whether the daily maxima or minima change by the factor itself, as those of few pulses do, which hardly vary. */
function isExact({ before, after }: StepSides, factor: number): boolean {
  return [after.highest / before.highest, after.lowest / before.lowest].some((ratio) =>
    isNear(ratio > 1 ? ratio : 1 / ratio, factor, EXACT),
  );
}

/** Whether the larger of two numbers is at most so many times the smaller. */
function isNear(one: number, other: number, times: number): boolean {
  return one <= other * times && other <= one * times;
}

function isOf({ ratio, weekRatio, before, after, strays }: StepSides, of: UnitFactor, isSeasonal: boolean): boolean {
  const [two, one] = [ratio, weekRatio].map((value) => (value > 1 ? value : 1 / value));
  if (two === undefined || one === undefined || strays > of.strays) return false;
  if (![two, one].some((times) => isNear(times, of.factor, of.tolerance))) return false;
  if (![two, one].every((times) => isNear(times, of.factor, of.tolerance * BOTH))) return false;
  if (before.spread > of.spread || after.spread > of.spread) return false;
  if (of.ofHighest !== null && !isNear(after.highest / before.highest, weekRatio, of.ofHighest)) return false;
  return hasLowest(before, after, of, isSeasonal);
}

/** How far the shares of days that never fall to zero may be apart: heating that begins or ends changes them. */
const MOST_OF_SHARES = 0.7;

function hasLowest(
  before: StepSides['before'],
  after: StepSides['after'],
  { factor, ofLowest }: UnitFactor,
  isSeasonal: boolean,
): boolean {
  if (ofLowest === null) return true;
  if (factor < HUGE.factor && Math.abs(before.running - after.running) > MOST_OF_SHARES) return false;
  if (before.lowest > 0 && after.lowest > 0) {
    const ratio = after.lowest / before.lowest;
    return isNear(after.level > before.level ? ratio : 1 / ratio, factor, ofLowest);
  }
  // Of the small factors the minima have to say it.
  return factor >= THERMS.factor || !isSeasonal;
}
