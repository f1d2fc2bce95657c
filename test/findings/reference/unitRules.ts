import type { Account } from '../../consumption/reference/records.js';
import { DAY } from '../../consumption/reference/time.js';
import { middle, wholeFrom, type Day, type Days } from './days.js';
import type { Seen } from './found.js';

/** Factors of wrong units, and how far off they may be. */
const FACTORS = [
  [1_000, 0.35],
  [29.307, 0.25],
  [11.22, 0.2],
  [3.6, 0.1],
] as const;

/** The ninth tenth of some days is at most 2.2 times the first. */
function areAlike(days: readonly Day[]): boolean {
  const sorted = days.map(({ quantity }) => quantity).sort((a, b) => a - b);
  const off = Math.floor(sorted.length / 10);
  const [low = 0, high = 0] = [sorted[off], sorted[sorted.length - 1 - off]];
  return low > 0 && high / low <= 2.2;
}

/** The level changes from one day to the next by such a factor, and each day of a week on both sides is on its side. */
export function unitSteps(days: Days): readonly Seen[] {
  const [first = 0, last = 0] = [[...days.keys()].at(0), [...days.keys()].at(-1)];
  const all = Array.from({ length: (last - first) / DAY + 1 }, (_, index) => first + index * DAY);
  return all.flatMap((start) => {
    const [before, after] = [wholeFrom(days, start - 14 * DAY, 14), wholeFrom(days, start, 14)];
    if (before.length < 10 || after.length < 7 || !areAlike(before) || !areAlike(after)) return [];
    const [low, high] = [middle(before.map((day) => day.quantity)), middle(after.map((day) => day.quantity))];
    const times = Math.max(high / low, low / high);
    if (low <= 0 || high <= 0 || !FACTORS.some(([factor, off]) => Math.abs(times / factor - 1) <= off)) return [];
    const between = Math.sqrt(low * high);
    const [earlier, later] = [wholeFrom(days, start - 7 * DAY, 7), wholeFrom(days, start, 7)];
    const [lower, upper] = high > low ? [earlier, later] : [later, earlier];
    const isSharp =
      lower.every(({ quantity }) => quantity <= between) && upper.every(({ quantity }) => quantity > between);
    return isSharp ? [{ from: start, to: start + 14 * DAY }] : [];
  });
}

/** Whether the unit changes between two days of some: on the second of them or a later one, before the end. */
export const changesUnit = (days: Days, from: number, to: number): boolean =>
  unitSteps(days).some((step) => step.from > from && step.from < to);

/** Gas that is for heating, as winter shows, and little for its area in a calendar year. */
export function littleGas(days: Days, { type, meterUnits, meterAreaServed }: Account, least: number): readonly Seen[] {
  const area = /^\d+(\.\d+)?$/.test(meterAreaServed ?? '') ? Number(meterAreaServed) : 0;
  if (type !== 'gas' || area <= 0 || (meterUnits ?? 'kwh').toLowerCase() !== 'kwh') return [];
  const years = new Set([...days.keys()].map((start) => new Date(start).getUTCFullYear()));
  return [...years].flatMap((year) => {
    const sums: number[] = [];
    for (let month = 0; month < 12; month += 1) {
      const [from, to] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
      const own = [...days.values()].filter(({ start }) => start >= from && start < to);
      // Half-hours of gas are covered fully or not at all here.
      const covered = own.reduce((sum, { halves }) => sum + halves.filter((value) => value !== null).length, 0);
      if (covered < 0.9 * 48 * ((to - from) / DAY)) return [];
      sums.push(own.reduce((sum, { quantity }) => sum + quantity, 0));
    }
    const of = (...months: readonly number[]): number => months.reduce((sum, month) => sum + (sums[month] ?? 0), 0);
    const [winter, summer, all] = [of(0, 1, 11), of(5, 6, 7), sums.reduce((sum, one) => sum + one, 0)];
    const isHeating = Math.max(winter, summer) >= 2 * Math.min(winter, summer);
    if (all <= 0 || !isHeating || all / area >= least) return [];
    return [{ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }];
  });
}
