import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from '../../usage/grid.js';
import { isWhole, NIGHT_SLOTS, type Day, type Days } from '../days.js';
import type { Mark } from '../finding.js';
import { median } from '../numbers.js';
import { extremesOf, wholeDays } from '../wholeDays.js';
import { hasUnitStep } from './units.js';

const WEEKS = 8;

/** What is always on has risen, on each of two weeks, above all of four weeks before. */
export function baseloadRises(days: Days, range: DayRange, percent: number): readonly Mark[] {
  const marks: Mark[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    const mark = riseAt(days, day, percent);
    // Days that follow each other tell of the same rise.
    if (mark && !riseAt(days, day - 1, percent)) marks.push(mark);
  }
  return marks;
}

function riseAt(days: Days, day: number, percent: number): Mark | null {
  const { count, least } = extremesOf(days, day, day + 14, lowestOf);
  if (count < 14) return null;
  const before = extremesOf(days, day - 28, day, lowestOf);
  if (before.count < 25 || least <= before.most) return null;
  const after = wholeDays(days, day, day + 14).map(lowestOf);
  const [usual, now] = [median(wholeDays(days, day - 28, day).map(lowestOf)), median(after)];
  if (usual <= 0 || now < usual * (1 + percent / 100)) return null;
  // A wrong unit among the days that rise is as much of a cause as one before them.
  if (hasUnitStep(days, { from: day - 28, to: day + 14 })) return null;
  const quantity = after.reduce((sum, lowest) => sum + (lowest - usual) * SLOTS, 0);
  const evidence = [
    { name: 'before', value: usual },
    { name: 'after', value: now },
  ];
  return { from: day * DAY_MS, to: (day + 14) * DAY_MS, quantity, share: now / usual - 1, evidence };
}

const lowestOf = ({ lowest }: Day): number => lowest;

/** Nights whose use is above that of all nights of eight weeks before, by itself and beside the rest of the day. */
export function nightUses(days: Days, range: DayRange, percent: number): readonly Mark[] {
  return unusual(days, range, percent, {
    of: ({ night }) => night,
    beside: ({ night, quantity }) => night / (quantity - night),
    isComparable: () => true,
    least: 42,
    to: NIGHT_SLOTS * SLOT_MS,
    isOf: () => true,
  });
}

/** Saturdays and Sundays whose use is above that of all of eight weeks before, by itself and beside the working days before. */
export function weekendUses(days: Days, range: DayRange, percent: number): readonly Mark[] {
  const working = ({ day }: Day): number =>
    median(
      wholeDays(days, day - 7, day)
        .filter((one) => !isWeekend(one))
        .map(({ quantity }) => quantity),
    );
  return unusual(days, range, percent, {
    of: ({ quantity }) => quantity,
    beside: (day) => day.quantity / working(day),
    isComparable: isWeekend,
    least: 12,
    to: DAY_MS,
    isOf: (day) => day.quantity >= 0.9 * working(day),
  });
}

/** 1970-01-01 was a Thursday. */
function isWeekend({ day }: Day): boolean {
  return [6, 0].includes((((day + 4) % 7) + 7) % 7);
}

interface Habit {
  readonly of: (day: Day) => number;
  /** The same beside what the account uses at other times of those days: cold weather raises both. */
  readonly beside: (day: Day) => number;
  /** Which days are judged, and compared with each other. */
  readonly isComparable: (day: Day) => boolean;
  /** Comparable days that must be there. */
  readonly least: number;
  /** Milliseconds from the start of the day to the end of the time. */
  readonly to: number;
  readonly isOf: (day: Day) => boolean;
}

function unusual(days: Days, range: DayRange, percent: number, habit: Habit): readonly Mark[] {
  const { of, beside, isComparable } = habit;
  return wholeDays(days, range.from, range.to).flatMap((day) => {
    const value = of(day);
    if (value <= 0 || !isComparable(day) || isReached(days, day, habit)) return [];
    const comparable = wholeDays(days, day.day - 7 * WEEKS, day.day).filter(isComparable);
    if (comparable.length < habit.least || !habit.isOf(day)) return [];
    const isAbove = (by: (one: Day) => number): boolean => {
      const before = comparable.map(by).filter((one) => Number.isFinite(one));
      return by(day) > Math.max(...before) && by(day) >= median(before) * (1 + percent / 100);
    };
    const usual = median(comparable.map(of));
    if (usual <= 0 || !isAbove(of) || !isAbove(beside)) return [];
    if (hasUnitStep(days, { from: day.day - 7 * WEEKS, to: day.day + 1 })) return [];
    const from = day.day * DAY_MS;
    const evidence = [
      { name: 'value', value, from, to: from + habit.to },
      { name: 'usual', value: usual },
    ];
    return [{ from, to: from + habit.to, quantity: value - usual, share: value / usual - 1, evidence }];
  });
}

/** Whether a comparable day before has as much: of most days one of the week before has, so that little is looked at. */
function isReached(days: Days, judged: Day, { of, isComparable }: Habit): boolean {
  const value = of(judged);
  for (let other = judged.day - 1; other >= judged.day - 7 * WEEKS; other -= 1) {
    const before = days.get(other);
    if (isWhole(before) && isComparable(before) && of(before) >= value) return true;
  }
  return false;
}
