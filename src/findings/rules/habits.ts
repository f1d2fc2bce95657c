import { DAY_MS, SLOT_MS, SLOTS, type DayRange } from '../../usage/grid.js';
import { NIGHT_SLOTS, type Day, type Days } from '../days.js';
import type { Mark } from '../finding.js';
import { median } from '../numbers.js';
import { wholeDays } from './runs.js';

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
  const after = wholeDays(days, day, day + 14).map(({ lowest }) => lowest);
  if (after.length < 14) return null;
  const before = wholeDays(days, day - 28, day).map(({ lowest }) => lowest);
  if (before.length < 25 || Math.min(...after) <= Math.max(...before)) return null;
  const [usual, now] = [median(before), median(after)];
  if (usual <= 0 || now < usual * (1 + percent / 100)) return null;
  const quantity = after.reduce((sum, lowest) => sum + (lowest - usual) * SLOTS, 0);
  const evidence = [
    { name: 'before', value: usual },
    { name: 'after', value: now },
  ];
  return { from: day * DAY_MS, to: (day + 14) * DAY_MS, quantity, share: now / usual - 1, evidence };
}

/** Nights whose use is above that of all nights of eight weeks before, by itself and beside the rest of the day. */
export function nightUses(days: Days, range: DayRange, percent: number): readonly Mark[] {
  return unusual(days, range, percent, {
    of: ({ night }) => night,
    beside: ({ night, quantity }) => night / (quantity - night),
    comparable: (day) => wholeDays(days, day - 7 * WEEKS, day),
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
        .filter((one) => !isWeekend(one.day))
        .map(({ quantity }) => quantity),
    );
  return unusual(days, range, percent, {
    of: ({ quantity }) => quantity,
    beside: (day) => day.quantity / working(day),
    comparable: (day) => wholeDays(days, day - 7 * WEEKS, day).filter((one) => isWeekend(one.day)),
    least: 12,
    to: DAY_MS,
    isOf: (day) => isWeekend(day.day) && day.quantity >= 0.9 * working(day),
  });
}

/** 1970-01-01 was a Thursday. */
function isWeekend(day: number): boolean {
  return [6, 0].includes((((day + 4) % 7) + 7) % 7);
}

interface Habit {
  readonly of: (day: Day) => number;
  /** The same beside what the account uses at other times of those days: cold weather raises both. */
  readonly beside: (day: Day) => number;
  readonly comparable: (day: number) => readonly Day[];
  /** Comparable days that must be there. */
  readonly least: number;
  /** Milliseconds from the start of the day to the end of the time. */
  readonly to: number;
  readonly isOf: (day: Day) => boolean;
}

function unusual(days: Days, range: DayRange, percent: number, habit: Habit): readonly Mark[] {
  return wholeDays(days, range.from, range.to).flatMap((day) => {
    const value = habit.of(day);
    if (value <= 0 || !habit.isOf(day)) return [];
    const comparable = habit.comparable(day.day);
    if (comparable.length < habit.least) return [];
    const isAbove = (of: (one: Day) => number): boolean => {
      const before = comparable.map(of).filter((one) => Number.isFinite(one));
      return of(day) > Math.max(...before) && of(day) >= median(before) * (1 + percent / 100);
    };
    const usual = median(comparable.map(habit.of));
    if (usual <= 0 || !isAbove(habit.of) || !isAbove(habit.beside)) return [];
    const from = day.day * DAY_MS;
    const evidence = [
      { name: 'value', value, from, to: from + habit.to },
      { name: 'usual', value: usual },
    ];
    return [{ from, to: from + habit.to, quantity: value - usual, share: value / usual - 1, evidence }];
  });
}
