import type { Account } from '../../consumption/reference/records.js';
import { DAY } from '../../consumption/reference/time.js';
import { highestOf, lowestOf, middle, wholeFrom, type Day, type Days } from './days.js';
import type { Seen } from './found.js';

/**
 * Factors of wrong units. Allowed ratios: of the level, the daily maxima, the minima, and the days of a side among
 * themselves. `wrong`: days of the two weeks around the step that may be on the wrong side.
 */
const FACTORS = [
  { factor: 1_000, off: 3.5, maxima: 6, minima: 10, apart: Infinity, wrong: 1 },
  { factor: 29.307, off: 2, maxima: 1.7, minima: 4, apart: Infinity, wrong: 1 },
  { factor: 11.22, off: 1.2, maxima: 1.5, minima: 1.5, apart: 2.2, wrong: 0 },
  { factor: 3.6, off: 1.1, maxima: 1.3, minima: 1.3, apart: 2.2, wrong: 0 },
] as const;
/** For gas, heating and cooling the maxima and minima must also change by the two small factors. */
const OF_SEASONS = [1.3, 1.2] as const;
type Factor = { readonly [name in keyof (typeof FACTORS)[number]]: number };

const SEASONAL = ['gas', 'heating', 'cooling'];

/** The ratio of two numbers, at least 1. */
const off = (one: number, other: number): number => (one > other ? one / other : other / one);

/** The 90th percentile of some days divided by the 10th. */
function apart(days: readonly Day[]): number {
  const sorted = days.map(({ quantity }) => quantity).sort((a, b) => a - b);
  const skipped = Math.floor(sorted.length / 10);
  const [low = 0, high = 0] = [sorted[skipped], sorted[sorted.length - 1 - skipped]];
  return low > 0 ? high / low : Infinity;
}

const used = (days: readonly Day[]): readonly Day[] => days.filter(({ quantity }) => quantity > 0);
const level = (days: readonly Day[]): number => middle(days.map(({ quantity }) => quantity));

/** The level changes overnight by a factor of units, and no season explains it as well. */
export function unitSteps(days: Days, { type }: Pick<Account, 'type'>): readonly Seen[] {
  const [first = 0, last = 0] = [[...days.keys()].at(0), [...days.keys()].at(-1)];
  const all = Array.from({ length: (last - first) / DAY + 1 }, (_, index) => first + index * DAY);
  const isSeasonal = SEASONAL.includes(type);
  return all.flatMap((start) =>
    isUnitStep(days, start, isSeasonal) || (isSeasonal && isHugeSeason(days, start))
      ? [{ from: start, to: start + 14 * DAY }]
      : [],
  );
}

function isUnitStep(days: Days, start: number, isSeasonal: boolean): boolean {
  const [whole, wholeAfter] = [wholeFrom(days, start - 14 * DAY, 14), wholeFrom(days, start, 14)];
  const [before, after] = [used(whole), used(wholeAfter)];
  const [week, weekAfter] = [used(wholeFrom(days, start - 7 * DAY, 7)), used(wholeFrom(days, start, 7))];
  if (whole.length < 10 || wholeAfter.length < 7 || before.length < 4 || after.length < 4) return false;
  if (week.length < 3 || weekAfter.length < 3 || after[0]?.start !== start) return false;
  const [ratio, weekRatio] = [level(after) / level(before), level(weekAfter) / level(week)];
  if (ratio > 1 !== weekRatio > 1) return false;
  const line = Math.sqrt(level(week) * level(weekAfter));
  const isLater = ({ quantity }: Day): boolean => (ratio > 1 ? quantity > line : quantity < line);
  const [own] = after;
  const eve = before.at(-1);
  if (!isLater(own) || (eve?.start === start - DAY && isLater(eve))) return false;
  const [end] = after.slice(-1);
  if (wholeAfter.length < 10 && end && !isLater(end)) return false;
  const wrong = [...week.filter(isLater), ...weekAfter.filter((day) => !isLater(day))].length;
  const rows = FACTORS.map((row, index): Factor => {
    const small = isSeasonal ? OF_SEASONS[index - 2] : undefined;
    return small === undefined ? row : { ...row, maxima: small, minima: small };
  });
  const isOf = (row: Factor): boolean => {
    const [two, one] = [ratio, weekRatio].map((value) => off(Math.max(value, 1 / value), row.factor));
    if (two === undefined || one === undefined || Math.min(two, one) > row.off || Math.max(two, one) > 1.6 * row.off)
      return false;
    if (wrong > row.wrong || apart(before) > row.apart || apart(after) > row.apart) return false;
    const ofMaxima = middle(weekAfter.map(highestOf)) / middle(week.map(highestOf));
    if (row.maxima < Infinity && off(ofMaxima, weekRatio) > row.maxima) return false;
    return haveMinima([before, after], [week, weekAfter], row, isSeasonal);
  };
  const found = rows.find(isOf)?.factor ?? (isSeasonal && isByPeaks() ? 29.307 : undefined);
  if (found === undefined) return false;
  return found === 1_000 || (isHeld() && (!isSeasonal || isExact(found) || !isOfSeason(days, start, before, after)));

  /** The ratio of a factor to the change of the maxima, or of the minima, of the weeks around the step. */
  function offBy(of: (day: Day) => number, factor: number): number {
    const change = middle(weekAfter.map(of)) / middle(week.map(of));
    return Number.isFinite(change) && change > 0 ? off(Math.max(change, 1 / change), factor) : Infinity;
  }
  function isExact(factor: number): boolean {
    return offBy(highestOf, factor) <= 1.005 || offBy(lowestOf, factor) <= 1.005;
  }
  function isByPeaks(): boolean {
    const maxima = middle(weekAfter.map(highestOf)) / middle(week.map(highestOf));
    if (wrong > 2 || maxima > 1 !== ratio > 1) return false;
    const most = ratio < 1 && yearBefore(days, start).length < 3 ? 1.5 : 4;
    if ([ratio, weekRatio].some((value) => off(Math.max(value, 1 / value), 29.307) > most)) return false;
    return offBy(highestOf, 29.307) <= (isFarFromYear(days, start, before, after) ? 2.1 : 1.3);
  }
  /** A lower level holds for seven tenths of three weeks, a higher one of two, and on one of the last three days of use. */
  function isHeld(): boolean {
    const known = used(wholeFrom(days, start, ratio > 1 ? 14 : 21));
    const later = known.filter(isLater).length;
    return wholeAfter.length >= 10 && later >= known.length * 0.7 && known.slice(-3).some(isLater);
  }
}

/** After two weeks without use it is a thousand times that of the same months of the year before. */
function isHugeSeason(days: Days, start: number): boolean {
  const [before, after] = [wholeFrom(days, start - 14 * DAY, 14), used(wholeFrom(days, start, 14))];
  if (before.length < 10 || used(before).length > 0 || after.length < 7 || after[0]?.start !== start) return false;
  const levels = yearBefore(days, start);
  const most = Math.max(0, ...levels);
  return levels.length === 3 && most > 0 && off(level(after) / most, 1_000) <= 3.5;
}

/** The known levels of the same month of the year before and of its neighbours. */
function yearBefore(days: Days, start: number): readonly number[] {
  const month = new Date(start).getUTCFullYear() * 12 + new Date(start).getUTCMonth();
  return [month - 13, month - 12, month - 11].flatMap((one) => monthLevel(days, one) ?? []);
}

function haveMinima(
  [before, after]: readonly [readonly Day[], readonly Day[]],
  [week, weekAfter]: readonly [readonly Day[], readonly Day[]],
  { factor, minima }: Factor,
  isSeasonal: boolean,
): boolean {
  const share = (side: readonly Day[]): number => side.filter((day) => lowestOf(day) > 0).length / side.length;
  if (factor < 1_000 && Math.abs(share(before) - share(after)) > 0.7) return false;
  const [old, now] = [middle(week.map(lowestOf)), middle(weekAfter.map(lowestOf))];
  if (old <= 0 || now <= 0) return factor > 20 || !isSeasonal;
  return off(level(after) > level(before) ? now / old : old / now, factor) <= minima;
}

/** Whether a season can have both levels, by the year before, or else by the weeks before. */
function isOfSeason(days: Days, start: number, before: readonly Day[], after: readonly Day[]): boolean {
  if (before.length < 7 || after.length < 7) return true;
  const levels = yearBefore(days, start);
  const isRise = level(after) > level(before);
  if (levels.length === 3) {
    const isUsual = (own: number, of: readonly number[]): boolean => of.some((one) => one > 0 && off(own, one) <= 4);
    const isFar = levels.every((one) => level(before) > 7 * one || 7 * level(before) < one);
    return isUsual(level(after), isRise ? (seasonAfter(days, start) ?? levels) : levels) && !isFar;
  }
  const earlier = used(wholeFrom(days, start - 56 * DAY, 42));
  const now = level(after);
  const month = new Date(start).getUTCFullYear() * 12 + new Date(start).getUTCMonth();
  const months = Array.from({ length: 13 }, (_, back) => monthLevel(days, month - 1 - back));
  const isAny = (holds: (one: number) => boolean, from = months): boolean =>
    from.some((one) => one !== null && holds(one));
  if (isRise && isAny((one) => now <= 4 * one)) return true;
  const isEnding =
    isAny((one) => one > 3.5 * level(before), months.slice(0, 3)) && level(earlier) > 1.5 * level(before);
  if (!isRise && isEnding) return true;
  return earlier.filter(({ quantity }) => (isRise ? quantity > now : quantity < now)).length > earlier.length / 10;
}

/**
 * The levels of a year before, of the months of the two weeks from a day on and of a week before and after; null: not
 * all are known.
 */
function seasonAfter(days: Days, start: number): readonly number[] | null {
  const months = new Set<number>();
  for (let day = -7; day <= 21; day += 1) {
    const date = new Date(start + day * DAY);
    months.add((date.getUTCFullYear() - 1) * 12 + date.getUTCMonth());
  }
  const levels = [...months].map((one) => monthLevel(days, one));
  return levels.includes(null) ? null : levels.filter((one) => one !== null);
}

/**
 * Whether the level before is that of the year before, and the one after is 7 times each of its months, or less than a
 * seventh.
 */
function isFarFromYear(days: Days, start: number, before: readonly Day[], after: readonly Day[]): boolean {
  const levels = yearBefore(days, start);
  const [old, now] = [level(before), level(after)];
  if (levels.length < 3 || before.length < 7 || after.length < 7) return false;
  if (!levels.some((one) => one > 0 && off(old, one) <= 4)) return false;
  return levels.every((one) => (now > old ? now > 7 * one : 7 * now < one));
}

/** The mean use of a day of a month; null: data covers less than nine tenths of it. @param month from year 0 on */
function monthLevel(days: Days, month: number): number | null {
  const [first, end] = [
    Date.UTC(Math.floor(month / 12), month % 12),
    Date.UTC(Math.floor(month / 12), (month % 12) + 1),
  ];
  const own = [...days.values()].filter(({ start }) => start >= first && start < end);
  const covered = own.reduce((sum, { halves }) => sum + halves.filter((value) => value !== null).length / 48, 0);
  if (covered < (0.9 * (end - first)) / DAY) return null;
  return own.reduce((sum, { quantity }) => sum + quantity, 0) / covered;
}

/** Whether the unit changes within some days: on the second of them or a later one, before the end. */
export const changesUnit = (days: Days, from: number, to: number): boolean =>
  unitSteps(days, { type: 'electricity' }).some((step) => step.from > from && step.from < to);

/** Gas for heating, as its winters show, with little use for its area in a calendar year. */
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
