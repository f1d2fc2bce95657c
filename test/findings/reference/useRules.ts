import { DAY, HALF_HOUR } from '../../consumption/reference/time.js';
import { lowestOf, middle, wholeFrom, type Days } from './days.js';
import type { Bill } from './bills.js';
import type { Seen } from './found.js';
import { changesUnit } from './unitRules.js';

/**
 * The lowest value of each of 14 days is above all those of 28 days before, and their median by the threshold, in one
 * unit.
 */
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

/** A local day that data covers. */
interface ClockDay {
  /** Midnight of its date, as if it were UTC. */
  readonly date: number;
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  readonly night: number;
}
type ClockDays = ReadonlyMap<number, ClockDay>;

/** The days of a time zone, half-hour by half-hour. */
export function clockDays(days: Days, timeZone: string): ClockDays {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const dates = new Map<number, { at: number; value: number; isWhole: boolean }[]>();
  for (const { start, halves, isWhole } of days.values()) {
    halves.forEach((value, index) => {
      const at = start + index * HALF_HOUR;
      const date = Date.parse(`${format.format(at)}T00:00:00Z`);
      const own = dates.get(date) ?? [];
      own.push({ at, value: value ?? 0, isWhole });
      dates.set(date, own);
    });
  }
  const found = new Map<number, ClockDay>();
  for (const [date, halves] of dates) {
    const [from = 0, to] = [halves.at(0)?.at, (halves.at(-1)?.at ?? 0) + HALF_HOUR];
    const dateOf = (at: number): number => Date.parse(`${format.format(at)}T00:00:00Z`);
    const isAll = halves.length * HALF_HOUR === to - from && dateOf(from - 1) < date && dateOf(to) > date;
    if (!isAll || halves.some(({ isWhole }) => !isWhole)) continue;
    const sum = (part: readonly { readonly value: number }[]): number =>
      part.reduce((all, { value }) => all + value, 0);
    found.set(date, { date, from, to, quantity: sum(halves), night: sum(halves.slice(0, 10)) });
  }
  return found;
}

const clockDaysBefore = (days: ClockDays, date: number, count: number): readonly ClockDay[] =>
  Array.from({ length: count }, (_, index) => days.get(date + (index - count) * DAY) ?? []).flat();

/** Whether a number is above all of some numbers, and above their median by a percentage. */
function isFarAbove(value: number, others: readonly number[], percent: number): boolean {
  const known = others.filter((one) => Number.isFinite(one));
  return known.every((one) => value > one) && value >= middle(known) * (1 + percent / 100);
}

/** Whether the unit differs between a day and one of the 8 weeks before. */
const isInOtherUnit = (days: Days, { date }: ClockDay): boolean => changesUnit(days, date - 56 * DAY, date + DAY);

/** The least excess that counts: percent, and a quantity or its cost by the account's bills. */
export interface Size {
  readonly percent: number;
  readonly least: number;
  readonly leastCost: number;
  readonly bills: readonly Bill[];
}

/** The price of a unit on a date: of the last bill that begins by then, else of the first. NaN: no bill states it. */
function priceOn({ bills }: Size, date: number): number {
  let price = NaN;
  for (const { from, net, total, quantity } of bills) {
    const own = (net ?? total ?? 0) / (quantity ?? 0);
    if (!((net ?? total ?? 0) > 0 && (quantity ?? 0) > 0)) continue;
    if (Number.isNaN(price) || from <= date) price = own;
  }
  return price;
}

function matters({ date }: ClockDay, more: number, size: Size): boolean {
  const cost = more * priceOn(size, date);
  return size.leastCost > 0 && !Number.isNaN(cost) ? cost >= size.leastCost : more >= size.least;
}

function priced({ from, date }: ClockDay, to: number, more: number, size: Size): Seen {
  const cost = more * priceOn(size, date);
  return Number.isNaN(cost) ? { from, to } : { from, to, cost };
}

/** 5 hours from midnight compared with all nights of 8 weeks, absolutely and relative to the rest of the day. */
export function nightUses(days: Days, clock: ClockDays, size: Size): readonly Seen[] {
  const nightOf = ({ night }: ClockDay): number => night;
  const beside = ({ night, quantity }: ClockDay): number => night / (quantity - night);
  return [...clock.values()].flatMap((day) => {
    const before = clockDaysBefore(clock, day.date, 56);
    const usual = middle(before.map(nightOf));
    if (before.length < 42 || day.night <= 0 || usual <= 0 || !matters(day, day.night - usual, size)) return [];
    const isOne =
      isFarAbove(day.night, before.map(nightOf), size.percent) &&
      isFarAbove(beside(day), before.map(beside), size.percent);
    const end = day.from + 10 * HALF_HOUR;
    return isOne && !isInOtherUnit(days, day) ? [priced(day, end, day.night - usual, size)] : [];
  });
}

const isWeekend = ({ date }: ClockDay): boolean => [0, 6].includes(new Date(date).getUTCDay());

/** A Saturday or Sunday compared with all of 8 weeks, absolutely and relative to the working days of the week before. */
export function weekendUses(days: Days, clock: ClockDays, size: Size): readonly Seen[] {
  const working = ({ date }: ClockDay): number =>
    middle(
      clockDaysBefore(clock, date, 7)
        .filter((day) => !isWeekend(day))
        .map(({ quantity }) => quantity),
    );
  const beside = (day: ClockDay): number => day.quantity / working(day);
  return [...clock.values()].flatMap((day) => {
    const before = clockDaysBefore(clock, day.date, 56).filter(isWeekend);
    const quantities = before.map(({ quantity }) => quantity);
    if (!isWeekend(day) || before.length < 12 || !matters(day, day.quantity - middle(quantities), size)) return [];
    if (day.quantity <= 0 || middle(quantities) <= 0 || !(beside(day) >= 0.9)) return [];
    const isOne =
      isFarAbove(day.quantity, quantities, size.percent) && isFarAbove(beside(day), before.map(beside), size.percent);
    return isOne && !isInOtherUnit(days, day) ? [priced(day, day.to, day.quantity - middle(quantities), size)] : [];
  });
}
