import { DAY, HALF_HOUR } from '../../consumption/reference/time.js';
import { lowestOf, middle, wholeFrom, type Day, type Days } from './days.js';
import type { Seen } from './found.js';
import { changesUnit } from './unitRules.js';

/** The lowest of each of 14 days is above those of all of 28 days before, and their median by the threshold, in one unit. */
export function baseloadRises(days: Days, percent: number): readonly Seen[] {
  const rises = (start: number): boolean => {
    const [now, before] = [wholeFrom(days, start, 14), wholeFrom(days, start - 28 * DAY, 28)];
    if (now.length < 14 || before.length < 25) return false;
    const [lows, earlier] = [now.map(lowestOf), before.map(lowestOf)];
    if (Math.min(...lows) <= Math.max(...earlier)) return false;
    const isAbove = middle(earlier) > 0 && middle(lows) >= middle(earlier) * (1 + percent / 100);
    return isAbove && !changesUnit(days, start - 28 * DAY, start + 14 * DAY);
  };
  return [...days.keys()].flatMap((start) =>
    rises(start) && !rises(start - DAY) ? [{ from: start, to: start + 14 * DAY }] : [],
  );
}

const nightOf = ({ halves }: Day): number => halves.slice(0, 10).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Whether a number is above all of some, and so many percent above their middle. */
function isFarAbove(value: number, others: readonly number[], percent: number): boolean {
  const known = others.filter((one) => Number.isFinite(one));
  return known.every((one) => value > one) && value >= middle(known) * (1 + percent / 100);
}

/** Whether a day has another unit than one of the 8 weeks before. */
const isInOtherUnit = (days: Days, { start }: Day): boolean => changesUnit(days, start - 56 * DAY, start + DAY);

/** 0:00 to 5:00 UTC against all nights of 8 weeks, by itself and beside the rest of the day. */
export function nightUses(days: Days, percent: number): readonly Seen[] {
  const beside = (day: Day): number => nightOf(day) / (day.quantity - nightOf(day));
  return [...days.values()].flatMap((day) => {
    const before = wholeFrom(days, day.start - 56 * DAY, 56);
    if (!day.isWhole || before.length < 42 || nightOf(day) <= 0 || middle(before.map(nightOf)) <= 0) return [];
    const isOne =
      isFarAbove(nightOf(day), before.map(nightOf), percent) && isFarAbove(beside(day), before.map(beside), percent);
    return isOne && !isInOtherUnit(days, day) ? [{ from: day.start, to: day.start + 10 * HALF_HOUR }] : [];
  });
}

const isWeekend = ({ start }: Day): boolean => [0, 6].includes(new Date(start).getUTCDay());

/** A Saturday or Sunday against all of 8 weeks, by itself and beside the working days of the week before. */
export function weekendUses(days: Days, percent: number): readonly Seen[] {
  const working = ({ start }: Day): number =>
    middle(
      wholeFrom(days, start - 7 * DAY, 7)
        .filter((day) => !isWeekend(day))
        .map(({ quantity }) => quantity),
    );
  const beside = (day: Day): number => day.quantity / working(day);
  return [...days.values()].flatMap((day) => {
    const before = wholeFrom(days, day.start - 56 * DAY, 56).filter(isWeekend);
    const quantities = before.map(({ quantity }) => quantity);
    if (!day.isWhole || !isWeekend(day) || before.length < 12) return [];
    if (day.quantity <= 0 || middle(quantities) <= 0 || !(beside(day) >= 0.9)) return [];
    const isOne = isFarAbove(day.quantity, quantities, percent) && isFarAbove(beside(day), before.map(beside), percent);
    return isOne && !isInOtherUnit(days, day) ? [{ from: day.start, to: day.start + DAY }] : [];
  });
}
