import { DAY_MS, monthStart, type DayRange } from '../../usage/grid.js';
import type { Day, Days } from '../days.js';
import type { FindingAccount, Mark } from '../finding.js';
import { median } from '../numbers.js';
import { extremesOf, wholeDays } from '../wholeDays.js';

/** Factors that a wrong unit makes, how far off they may be, and the units that do it. */
const FACTORS: readonly (readonly [factor: number, tolerance: number, units: string])[] = [
  [1_000, 0.35, 'kWh, MWh or Wh'],
  [29.307, 0.25, 'kWh or therms'],
  [11.22, 0.2, 'kWh or m³ of gas'],
  [3.6, 0.1, 'kWh or MJ'],
];

/**
 * A level that changes from one day to the next by a factor that a wrong unit makes, and stays for a week at least. Only one day
 * of a step has all of the week before on one side and all of the week after on the other.
 */
export function unitSteps(days: Days, range: DayRange): readonly Mark[] {
  const marks: Mark[] = [];
  for (let day = range.from; day < range.to; day += 1) {
    const mark = stepAt(days, day);
    if (mark) marks.push(mark);
  }
  return marks;
}

/**
 * Whether the level of some days changes by a unit, up or down: what is higher than before is so by the unit and not by use. A
 * step on the first of them is none, as all of them are after it.
 */
export function hasUnitStep(days: Days, { from, to }: DayRange): boolean {
  for (let day = from + 1; day < to; day += 1) if (stepAt(days, day)) return true;
  return false;
}

/** The step of a day, by the 14 days before it and the 14 from it on. */
function stepAt(days: Days, day: number): Mark | null {
  if (!isStep(days, day)) return null;
  const before = wholeDays(days, day - 14, day);
  const after = wholeDays(days, day, day + 14);
  if (before.length < 10 || after.length < 7) return null;
  const [low, high] = [before, after].map((part) => median(part.map(({ quantity }) => quantity)));
  if (low === undefined || high === undefined || low <= 0 || high <= 0) return null;
  const ratio = high / low;
  const times = Math.max(ratio, 1 / ratio);
  const found = FACTORS.find(([factor, tolerance]) => Math.abs(times / factor - 1) <= tolerance);
  if (!found) return null;
  if ([before, after].some((part) => spreadOf(part) > MOST_SPREAD)) return null;
  const between = Math.sqrt(low * high);
  const isAbove = (own: number): boolean => own > between;
  // Each day of the weeks beside it is on its side.
  const isSharp =
    wholeDays(days, day - 7, day).every(({ quantity }) => isAbove(quantity) === ratio < 1) &&
    wholeDays(days, day, day + 7).every(({ quantity }) => isAbove(quantity) === ratio > 1);
  if (!isSharp) return null;
  const [from, to] = [day * DAY_MS, (day + 14) * DAY_MS];
  const evidence = [
    { name: 'factor', value: ratio > 1 ? found[0] : 1 / found[0] },
    { name: 'unitPair', text: found[2] },
    { name: 'before', value: low },
    { name: 'after', value: high },
  ];
  return { from, to, share: ratio - 1, evidence };
}

/** Whether all days of the week before a day are on one side of all of the week from it on, which hardly any are. */
function isStep(days: Days, day: number): boolean {
  const before = extremesOf(days, day - 7, day, quantityOf);
  const after = extremesOf(days, day, day + 7, quantityOf);
  return before.most < after.least || after.most < before.least;
}

const quantityOf = ({ quantity }: Day): number => quantity;

/** How many times the smaller the larger of an account's days may be; what varies more has such steps by itself. */
const MOST_SPREAD = 2.2;

/** The ninth tenth of days beside the first. */
function spreadOf(days: readonly Day[]): number {
  const sorted = days.map(({ quantity }) => quantity).toSorted((a, b) => a - b);
  const tenth = Math.floor(sorted.length / 10);
  const [low = 0, high = 0] = [sorted[tenth], sorted[sorted.length - 1 - tenth]];
  return low > 0 ? high / low : Infinity;
}

/** A calendar year of a gas account: sums by month, January first; null where hardly any data is. */
export interface GasYear {
  readonly year: number;
  readonly months: readonly (number | null)[];
}

/** Gas that is for heating, as winter shows, and is far too little for the area: likely cubic metres, labelled as kWh. */
export function gasYears(
  years: readonly GasYear[],
  { type, meterUnits, area }: FindingAccount,
  least: number,
): readonly Mark[] {
  const isEnergy = (meterUnits ?? 'kwh').trim().toLowerCase() === 'kwh';
  if (type !== 'gas' || area === null || area <= 0 || !isEnergy) return [];
  return years.flatMap(({ year, months }) => {
    if (months.length !== 12 || months.some((month) => month === null)) return [];
    const of = (...numbers: readonly number[]): number => numbers.reduce((sum, at) => sum + (months[at] ?? 0), 0);
    const total = months.reduce<number>((sum, month) => sum + (month ?? 0), 0);
    const [winter, summer] = [of(0, 1, 11), of(5, 6, 7)];
    const [one, other] = [Math.max(winter, summer), Math.min(winter, summer)];
    const perArea = total / area;
    if (total <= 0 || one < 2 * other || perArea >= least) return [];
    const evidence = [{ name: 'perArea', value: perArea, units: 'kWh/m²' }];
    const [from, to] = [monthStart((year - 1970) * 12) * DAY_MS, monthStart((year - 1969) * 12) * DAY_MS];
    return [{ from, to, quantity: total * 10.22, share: -1 + 1 / 11.22, evidence }];
  });
}
