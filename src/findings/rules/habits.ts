import { DAY_MS, HALF_HOUR_MS, HALF_HOURS_PER_DAY, type DayRange } from '../../usage/grid.js';
import type { Day, Days } from '../days.js';
import type { Observation } from '../finding.js';
import { localUseIn, type LocalUse, type LocalUses } from '../localUse.js';
import { median } from '../numbers.js';
import { NIGHT_HALF_HOURS } from '../dayParts.js';
import { extremesOf, coveredDays } from '../coveredDays.js';
import type { CostOn } from './unitPrice.js';
import { hasUnitStep } from './units.js';

const COMPARED_WEEKS = 8;

/**
 * Finds rises of the base load: the daily minimum of all days in two weeks exceeds that of all days in the four weeks
 * before.
 */
export function baseloadRises(days: Days, range: DayRange, percent: number): readonly Observation[] {
  const observations: Observation[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    const observation = riseAt(days, day, percent);
    // Consecutive days report the same rise.
    if (observation && !riseAt(days, day - 1, percent)) observations.push(observation);
  }
  return observations;
}

function riseAt(days: Days, day: number, percent: number): Observation | null {
  const { count, least } = extremesOf(days, day, day + 14, lowestOf);
  if (count < 14) return null;
  const before = extremesOf(days, day - 28, day, lowestOf);
  if (before.count < 25 || least <= before.most) return null;
  const after = coveredDays(days, day, day + 14).map(lowestOf);
  const [usual, now] = [median(coveredDays(days, day - 28, day).map(lowestOf)), median(after)];
  if (usual <= 0 || now < usual * (1 + percent / 100)) return null;
  // A step of the unit explains the rise, whether it is among the days that rise or before them.
  if (hasUnitStep(days, { from: day - 28, to: day + 14 })) return null;
  const quantity = after.reduce((sum, lowest) => sum + (lowest - usual) * HALF_HOURS_PER_DAY, 0);
  const evidence = [
    { name: 'before', value: usual },
    { name: 'after', value: now },
  ];
  return { from: day * DAY_MS, to: (day + 14) * DAY_MS, quantity, share: now / usual - 1, evidence };
}

const lowestOf = ({ lowest }: Day): number => lowest;

/** The minimum excess over the usual night or weekend. */
export interface HabitThresholds {
  readonly percent: number;
  /** In the unit of the account. */
  readonly least: number;
  /** In the currency of the account, if the price of a unit is known. 0: `least` decides. */
  readonly leastCost: number;
}

/**
 * Finds nights whose use exceeds all nights of the eight weeks before, both in quantity and relative to the rest of the
 * day.
 */
export function nightUses(
  local: LocalUses,
  days: Days,
  range: DayRange,
  thresholds: HabitThresholds,
  costOn: CostOn | null,
): readonly Observation[] {
  return unusual(local, days, range, thresholds, {
    costOn,
    useOf: ({ night }) => night,
    relativeUse: ({ night, quantity }) => night / (quantity - night),
    isComparable: () => true,
    least: 42,
    to: ({ from }) => from + NIGHT_HALF_HOURS * HALF_HOUR_MS,
    isHabit: () => true,
  });
}

/**
 * Finds Saturdays and Sundays whose use exceeds all of the eight weeks before, both in quantity and relative to the
 * working days before.
 */
export function weekendUses(
  local: LocalUses,
  days: Days,
  range: DayRange,
  thresholds: HabitThresholds,
  costOn: CostOn | null,
): readonly Observation[] {
  const working = ({ day }: LocalUse): number =>
    median(
      localUseIn(local, day - 7, day)
        .filter((one) => !isWeekend(one))
        .map(({ quantity }) => quantity),
    );
  return unusual(local, days, range, thresholds, {
    costOn,
    useOf: ({ quantity }) => quantity,
    relativeUse: (day) => day.quantity / working(day),
    isComparable: isWeekend,
    least: 12,
    to: ({ to }) => to,
    isHabit: (day) => day.quantity >= 0.9 * working(day),
  });
}

/** Day 0, 1970-01-01, was a Thursday. */
function isWeekend({ day }: LocalUse): boolean {
  return [6, 0].includes((((day + 4) % 7) + 7) % 7);
}

interface Habit {
  /** Null: the price of a unit is unknown. */
  readonly costOn: CostOn | null;
  readonly useOf: (day: LocalUse) => number;
  /** The same use relative to the account's use at other times of those days, because cold weather raises both. */
  readonly relativeUse: (day: LocalUse) => number;
  /** Returns whether the rule judges a day and compares other days with it. */
  readonly isComparable: (day: LocalUse) => boolean;
  /** The minimum number of comparable days. */
  readonly least: number;
  /** Returns the end of the time, in milliseconds. */
  readonly to: (day: LocalUse) => number;
  readonly isHabit: (day: LocalUse) => boolean;
}

function unusual(
  local: LocalUses,
  days: Days,
  range: DayRange,
  thresholds: HabitThresholds,
  habit: Habit,
): readonly Observation[] {
  const { useOf, relativeUse, isComparable } = habit;
  return localUseIn(local, range.from, range.to).flatMap((day) => {
    const value = useOf(day);
    if (value <= 0 || !isComparable(day) || hasEarlierEqual(local, day, habit)) return [];
    const comparable = localUseIn(local, day.day - 7 * COMPARED_WEEKS, day.day).filter(isComparable);
    if (comparable.length < habit.least || !habit.isHabit(day)) return [];
    const isAbove = (by: (one: LocalUse) => number): boolean => {
      const before = comparable.map(by).filter((one) => Number.isFinite(one));
      return by(day) > Math.max(...before) && by(day) >= median(before) * (1 + thresholds.percent / 100);
    };
    const usual = median(comparable.map(useOf));
    const cost = habit.costOn?.(day.day, value - usual);
    if (usual <= 0 || !isLarge(value - usual, cost, thresholds) || !isAbove(useOf) || !isAbove(relativeUse)) return [];
    if (hasUnitStep(days, { from: day.day - 7 * COMPARED_WEEKS, to: day.day + 1 })) return [];
    const time = { from: day.from, to: habit.to(day) };
    const evidence = [
      { name: 'value', value, ...time },
      { name: 'usual', value: usual },
    ];
    const money = cost === undefined ? {} : { cost };
    return [{ ...time, quantity: value - usual, ...money, share: value / usual - 1, evidence }];
  });
}

/** Returns whether the excess is large enough: by its cost if the cost is known and has a limit, else by its quantity. */
function isLarge(quantity: number, cost: number | undefined, { least, leastCost }: HabitThresholds): boolean {
  return cost !== undefined && leastCost > 0 ? cost >= leastCost : quantity >= least;
}

/**
 * Returns whether an earlier comparable day has as much use. For most days one of the week before has, so this check is
 * fast.
 */
function hasEarlierEqual(local: LocalUses, judged: LocalUse, { useOf, isComparable }: Habit): boolean {
  const value = useOf(judged);
  for (let other = judged.day - 1; other >= judged.day - 7 * COMPARED_WEEKS; other -= 1) {
    const before = local.get(other);
    if (before && isComparable(before) && useOf(before) >= value) return true;
  }
  return false;
}
