import { FULL, intervalUsage, temperatureUsage } from '../../consumption/reference/slotUsage.js';
import { SETTINGS, type Account } from '../../consumption/reference/records.js';
import { intervalSpans, type Span } from '../../consumption/reference/spans.js';
import { DAY, dayOf, HALF_HOUR } from '../../consumption/reference/time.js';
import type { FindingRecords } from './records.js';

/** A day (UTC) of an account that has interval data. */
export interface Day {
  /** Milliseconds of its beginning. */
  readonly start: number;
  /** By half-hour; null: nothing covers it. */
  readonly halves: readonly (number | null)[];
  /** Whether data covers all of it. */
  readonly isWhole: boolean;
  readonly quantity: number;
  readonly estimated: number;
}

/** By the start in milliseconds; days without data are missing. */
export type Days = ReadonlyMap<number, Day>;

/** The days of the source hh, computed half-hour by half-hour. */
export function daysOf({ intervals = [] }: FindingRecords, account: Account): Days {
  const bySlot = new Map<number, Span[]>();
  const own = intervals.filter(({ accountId }) => accountId === account._id);
  for (const span of intervalSpans(own, account, false, SETTINGS)) {
    for (let start = span.from - (span.from % HALF_HOUR); start < span.to; start += HALF_HOUR) {
      const others = bySlot.get(start);
      if (others) others.push(span);
      else bySlot.set(start, [span]);
    }
  }
  const compute = account.type === 'temperature' ? temperatureUsage : intervalUsage;
  const days = new Map<number, Day>();
  for (const start of [...new Set([...bySlot.keys()].map(dayOf))].sort((a, b) => a - b)) {
    const slots = Array.from({ length: 48 }, (_, index) => {
      const at = start + index * HALF_HOUR;
      return compute(at, bySlot.get(at) ?? []);
    });
    days.set(start, {
      start,
      halves: slots.map(({ seconds, quantity }) => (seconds > 0 ? quantity : null)),
      isWhole: slots.every(({ seconds }) => seconds === FULL),
      quantity: slots.reduce((sum, { quantity }) => sum + quantity, 0),
      estimated: slots.reduce((sum, { estimated }) => sum + estimated, 0),
    });
  }
  return days;
}

export const valuesOf = ({ halves }: Day): readonly number[] => halves.flatMap((value) => value ?? []);
export const lowestOf = (day: Day): number => Math.min(...valuesOf(day));
export const highestOf = (day: Day): number => Math.max(...valuesOf(day));

/** The existing days among `count` days from one on. */
export function daysFrom(days: Days, from: number, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, index) => days.get(from + index * DAY) ?? []).flat();
}

/** The fully covered ones of these days. */
export const wholeFrom = (days: Days, from: number, count: number): readonly Day[] =>
  daysFrom(days, from, count).filter(({ isWhole }) => isWhole);

/** The value of a day whose half-hours are all equal; null: they differ. */
export function sameAllDay(day: Day | undefined): number | null {
  if (!day?.isWhole) return null;
  const [first = null] = day.halves;
  return day.halves.every((value) => value === first) ? first : null;
}

/** The median; for an even count the mean of the two middle numbers. */
export function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[low] ?? NaN) + (sorted[high] ?? NaN)) / 2;
}
