import { DAY_MS, type DayRange } from '../../usage/grid.js';
import type { Days } from '../days.js';
import type { Observation } from '../finding.js';
import type { Seasons } from '../season.js';
import { isFarFromYear, isUnlikeSeason, levelAfterRest, mayBeStep, stepSides, type StepSides } from './unitSides.js';

/**
 * A factor that a wrong unit causes, with its tolerances. A tolerance of 2 accepts values from half to twice the
 * expected value.
 */
interface UnitFactor {
  readonly factor: number;
  /** The tolerance of the change of the level, relative to the factor. */
  readonly tolerance: number;
  /** The tolerance of the change of the daily maxima, relative to the change of the level; null: not checked. */
  readonly ofHighest: number | null;
  /** The tolerance of the change of the daily minima, relative to the factor; null: not checked. */
  readonly ofLowest: number | null;
  /** The maximum spread of the days on one side. Use that varies more has such steps without a wrong unit. */
  readonly spread: number;
  /** The maximum number of days of the weeks next to the step that are on the wrong side. */
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
/** The start or end of heating is a small factor too, but it hardly changes the daily minima and maxima alike. */
const SEASONAL_FACTORS = [
  ...[HUGE, THERMS],
  { ...CUBIC_METRES, ofHighest: 1.3, ofLowest: 1.3 },
  { ...MEGAJOULES, ofHighest: 1.2, ofLowest: 1.2 },
];
/**
 * Both the change over 7 days and the change over 14 days may exceed the tolerance by this factor. One of them must be
 * within it.
 */
const EXTRA_TOLERANCE = 1.6;

/**
 * Finds days on which the level changes by a factor that a wrong unit causes, and stays for at least a week.
 * @param season the levels of the year before, if the account's use follows the seasons; null: it does not
 */
export function unitSteps(days: Days, range: DayRange, season: Seasons | null): readonly Observation[] {
  const observations: Observation[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    const observation = stepAt(days, day, season) ?? (season && seasonAt(days, day, season));
    if (observation) observations.push(observation);
  }
  return observations;
}

/**
 * Returns whether a wrong unit changes the level within some days, up or down. Then the unit explains higher values,
 * not use. A step on the first day does not count, because all days are after it.
 */
export function hasUnitStep(days: Days, { from, to }: DayRange): boolean {
  for (let day = from + 1; day < to; day += 1) if (stepAt(days, day, null)) return true;
  return false;
}

/** Returns the step on a day, from the 14 days before it and the 14 days that it begins; null: none. */
function stepAt(days: Days, day: number, season: Seasons | null): Observation | null {
  if (!mayBeStep(days, day)) return null;
  const sides = stepSides(days, day);
  if (!sides) return null;
  const match =
    (season ? SEASONAL_FACTORS : FACTORS).find((one) => matchesFactor(sides, one, season !== null)) ??
    (season && isByPeaks(day, sides, season) ? THERMS : undefined);
  if (!match) return null;
  if (match.factor < HUGE.factor && !sides.isLasting) return null;
  if (
    season &&
    match.factor < HUGE.factor &&
    !isExact(sides, match.factor) &&
    !isUnlikeSeason(days, day, sides, season)
  )
    return null;
  const evidence = [
    { name: 'factor', value: sides.ratio > 1 ? match.factor : 1 / match.factor },
    { name: 'unitPair', text: match.units },
    { name: 'before', value: sides.before.level },
    { name: 'after', value: sides.after.level },
  ];
  return { from: day * DAY_MS, to: (day + 14) * DAY_MS, share: sides.ratio - 1, evidence };
}

/**
 * Returns a step if a season begins, after days without use, a thousand times as high as in the same months of the year
 * before. No neighbouring days show the unit. A season that begins a thousandth as high may not be a season yet.
 */
function seasonAt(days: Days, day: number, season: Seasons): Observation | null {
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

/** The tolerances that detect therms by the daily maxima, if the level changes with the season too. */
const PEAKS = {
  /**
   * The tolerance of the change of the maxima, relative to the factor. A boiler at full load takes as much in any
   * weather.
   */
  tolerance: 1.3,
  /** The same tolerance if the level before is that of the year before, and the level after is far from it. */
  byYear: 2.1,
  /** The tolerance of the change of the level, relative to the factor. */
  ofLevel: 4,
  /** The same tolerance for a fall if the year before is unknown, because the end of heating may be the cause. */
  ofFall: 1.5,
  strays: 2,
};

/** Returns whether the daily maxima change by 29.3 and the level by about as much. */
function isByPeaks(day: number, sides: StepSides, season: Seasons): boolean {
  const { ratio, weekRatio, before, after, strays } = sides;
  const peaks = after.highest / before.highest;
  const isOff = (value: number, times: number): boolean => !isNear(value > 1 ? value : 1 / value, THERMS.factor, times);
  if (strays > PEAKS.strays || peaks > 1 !== ratio > 1 || isOff(peaks, PEAKS.byYear)) return false;
  const ofLevel = ratio < 1 && !season.yearBefore(day) ? PEAKS.ofFall : PEAKS.ofLevel;
  if (isOff(ratio, ofLevel) || isOff(weekRatio, ofLevel)) return false;
  return !isOff(peaks, PEAKS.tolerance) || isFarFromYear(day, sides, season);
}

/** The tolerance for meters that count in pulses. Pulses of one size cause ratios such as 29 and 30. */
const PULSE_TOLERANCE = 1.005;

/**
 * Returns whether the daily maxima or minima change by exactly the factor. Values of few pulses do, because they hardly
 * vary.
 */
function isExact({ before, after }: StepSides, factor: number): boolean {
  return [after.highest / before.highest, after.lowest / before.lowest].some((ratio) =>
    isNear(ratio > 1 ? ratio : 1 / ratio, factor, PULSE_TOLERANCE),
  );
}

/** Returns whether the larger of two numbers is at most `times` the smaller. */
function isNear(one: number, other: number, times: number): boolean {
  return one <= other * times && other <= one * times;
}

function matchesFactor(
  { ratio, weekRatio, before, after, strays }: StepSides,
  of: UnitFactor,
  isSeasonal: boolean,
): boolean {
  const [two, one] = [ratio, weekRatio].map((value) => (value > 1 ? value : 1 / value));
  if (two === undefined || one === undefined || strays > of.strays) return false;
  if (![two, one].some((times) => isNear(times, of.factor, of.tolerance))) return false;
  if (![two, one].every((times) => isNear(times, of.factor, of.tolerance * EXTRA_TOLERANCE))) return false;
  if (before.spread > of.spread || after.spread > of.spread) return false;
  if (of.ofHighest !== null && !isNear(after.highest / before.highest, weekRatio, of.ofHighest)) return false;
  return hasLowest(before, after, of, isSeasonal);
}

/**
 * The maximum difference of the shares of days that never fall to zero. The start or end of heating changes these
 * shares.
 */
const MAX_SHARE_DIFFERENCE = 0.7;

function hasLowest(
  before: StepSides['before'],
  after: StepSides['after'],
  { factor, ofLowest }: UnitFactor,
  isSeasonal: boolean,
): boolean {
  if (ofLowest === null) return true;
  if (factor < HUGE.factor && Math.abs(before.running - after.running) > MAX_SHARE_DIFFERENCE) return false;
  if (before.lowest > 0 && after.lowest > 0) {
    const ratio = after.lowest / before.lowest;
    return isNear(after.level > before.level ? ratio : 1 / ratio, factor, ofLowest);
  }
  // For the small factors the minima must confirm the step.
  return factor >= THERMS.factor || !isSeasonal;
}
