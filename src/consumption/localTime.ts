import { LRUCache } from 'lru-cache';
import { invalidParameters } from '../errors/appError.js';
import { DAY_MS, type DayRange, HALF_HOUR_MS, dayOf, isDaytime, isoOf, monthOf, monthStart } from '../usage/grid.js';
import { type LocalDays, type Part, localDaysOf } from '../values/localDays.js';

/** The granularities of contract 4, /consumption. */
export const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A calendar period clipped to the range asked for: `[start, end)` in milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 2 * HALF_HOUR_MS;
/** 1970-01-05, a Monday, in days. */
const MONDAY = 4;

/** Months of a calendar period; 0: it is shorter than a month. */
export const MONTHS: Readonly<Record<Granularity, number>> = {
  halfhourly: 0,
  hourly: 0,
  daily: 0,
  weekly: 0,
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/** The length of periods by the hands of a clock, in milliseconds; 0: they are of days. */
const BY_CLOCK: Readonly<Partial<Record<Granularity, number>>> = { halfhourly: HALF_HOUR_MS, hourly: HOUR_MS };

/** How many periods local days have, by arithmetic. */
export function countPeriods(clock: Clock, granularity: Granularity): number {
  const length = BY_CLOCK[granularity];
  if (length !== undefined) {
    const count = ({ start, end, offset }: Part): number =>
      Math.ceil((end + offset) / length) - Math.floor((start + offset) / length);
    return clock.parts.reduce((sum, part) => sum + count(part), 0);
  }
  const { from, to } = clock.range;
  if (granularity === 'daily') return to - from - skippedDays(clock);
  if (granularity === 'weekly') return weekOf(to - 1) - weekOf(from) + 1;
  const months = MONTHS[granularity];
  return Math.floor(monthOf(to - 1) / months) - Math.floor(monthOf(from) / months) + 1;
}

/** Days that clocks skip, as Pacific/Apia's did 30 December 2011. */
function skippedDays({ parts, range, startOf }: Clock): number {
  return parts.reduce((sum, { start, offset }, index) => {
    const before = parts[index - 1]?.offset ?? offset;
    if (offset - before < DAY_MS) return sum;
    const day = Math.ceil((start + before) / DAY_MS);
    return sum + (day < range.to && startOf(day) === startOf(day + 1) ? 1 : 0);
  }, 0);
}

/**
 * Returns a function that remembers what it last made.
 * @param most things that are remembered
 * @param nameOf names the arguments, so that the same name has the same result; null: it is not remembered
 * @param make has no effect, and depends on nothing but its arguments
 */
export function remembered<Args extends readonly unknown[], Made extends object>(
  most: number,
  nameOf: (...args: Args) => string | null,
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const known = new LRUCache<string, Made>({ max: most });
  return (...args) => {
    const name = nameOf(...args);
    if (name === null) return make(...args);
    const found = known.get(name);
    if (found) return found;
    const made = make(...args);
    known.set(name, made);
    return made;
  };
}

/** Clocks that are remembered, and what follows from them: clients ask for the same times again and again. */
export const MOST_REMEMBERED = 200;
/** Periods of a clock that are remembered; more are made anew. */
const MOST_PERIODS = 400;

/** Names the periods of a clock; null: they are too many to be remembered. */
export function periodsName(clock: Clock, granularity: Granularity): string | null {
  return countPeriods(clock, granularity) > MOST_PERIODS ? null : `${clock.name} ${granularity}`;
}

/** The periods of local days: each ends where the next begins; weeks from Monday (ISO 8601). */
export const periodsOf = remembered(
  MOST_REMEMBERED,
  periodsName,
  (clock: Clock, granularity: Granularity): readonly Period[] => [...eachPeriod(clock, granularity)],
);

/**
 * The same, each made when it is asked for: of half-hours there may be many, and the longer they are held, the more
 * they cost.
 */
export function* eachPeriod(clock: Clock, granularity: Granularity): Generator<Period> {
  const length = BY_CLOCK[granularity];
  if (length !== undefined) {
    for (const { start, end, offset } of clock.parts) {
      for (let at = start; at < end;) {
        const next = Math.min(end, (Math.floor((at + offset) / length) + 1) * length - offset);
        yield { start: at, end: next };
        at = next;
      }
    }
    return;
  }
  const { from, to } = clock.range;
  let start = clock.start;
  for (let day = from; day < to;) {
    day = Math.min(to, nextStart(day, granularity));
    const end = clock.startOf(day);
    if (start < end) yield { start, end };
    start = end;
  }
}

/** The day on which the next calendar period begins, of one of days. */
function nextStart(day: number, granularity: Granularity): number {
  if (granularity === 'daily') return day + 1;
  if (granularity === 'weekly') return (weekOf(day) + 1) * 7 + MONDAY;
  const months = MONTHS[granularity];
  return monthStart((Math.floor(monthOf(day) / months) + 1) * months);
}

/** Weeks from Monday 1970-01-05 on. */
function weekOf(day: number): number {
  return Math.floor((day - MONDAY) / 7);
}

/**
 * The label of the calendar period that an instant is in (figures 2). Of an hour, or half of one, that clocks show
 * twice it carries the offset: `2025-10-26 01:00+01:00`.
 * @param at the start of the period
 */
export function labelOf(at: number, granularity: Granularity, clock: Clock): string {
  const local = clock.localOf(at);
  const length = BY_CLOCK[granularity];
  if (length !== undefined) return clockLabel(local, local - at, length, clock);
  const iso = isoOf(local);
  const month = Number(iso.slice(5, 7));
  if (granularity === 'daily') return iso.slice(0, 10);
  if (granularity === 'weekly') return isoWeek(local / DAY_MS);
  if (granularity === 'monthly') return iso.slice(0, 7);
  return granularity === 'quarterly' ? `${iso.slice(0, 4)}-Q${Math.ceil(month / 3)}` : iso.slice(0, 4);
}

function clockLabel(local: number, offset: number, length: number, { parts }: Clock): string {
  const shown = Math.floor(local / length) * length;
  const iso = isoOf(shown);
  const label = `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
  const isTwice =
    parts.length > 1 &&
    parts.some(
      (part) => part.offset !== offset && shown - part.offset < part.end && shown + length - part.offset > part.start,
    );
  if (!isTwice) return label;
  return `${label}${offset < 0 ? '-' : '+'}${isoOf(Math.abs(offset)).slice(11, 16)}`;
}

/** The ISO week of a day, `2025-W01`: a week belongs to the year that its Thursday is in. */
function isoWeek(day: number): string {
  const thursday = weekOf(day) * 7 + MONDAY + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The days of a range as clocks of a time zone show them. */
export interface Clock extends Omit<LocalDays, 'inexact'> {
  /** Names the time zone and the range. */
  readonly name: string;
  /** Canonical IANA name. */
  readonly timeZone: string;
  /** The local days. */
  readonly range: DayRange;
  /** The days of UTC that they touch. */
  readonly utcDays: DayRange;
  /** Whether local days are those of UTC. */
  readonly isUtc: boolean;
  /** The wall-clock time of an instant within the time, in milliseconds as if it were UTC. */
  readonly localOf: (instant: number) => number;
}

/**
 * The local days of a range.
 * @param timeZone canonical IANA name
 * @throws AppError invalid-parameter where half-hours of UTC are no half-hours there, so that figures would not be
 * exact
 */
export const clockOf = remembered(MOST_REMEMBERED, clockName, (timeZone: string, range: DayRange): Clock => {
  const { inexact, ...days } = localDaysOf(timeZone, range.from, range.to);
  if (inexact !== null) {
    const message = `timeZone ${timeZone} ${inexact}. Figures are sums of half-hours of UTC, so they are not exact there.`;
    throw invalidParameters([{ parameter: 'timeZone', message }]);
  }
  const { start, end, parts } = days;
  return {
    ...days,
    name: clockName(timeZone, range),
    timeZone,
    range,
    utcDays: { from: dayOf(start), to: Math.max(dayOf(start), Math.ceil(end / DAY_MS)) },
    isUtc: parts.every(({ offset }) => offset === 0),
    localOf: (instant) => instant + (partAt(parts, instant)?.offset ?? 0),
  };
});

function clockName(timeZone: string, { from, to }: DayRange): string {
  return `${timeZone} ${from} ${to}`;
}

function partAt(parts: readonly Part[], instant: number): Part | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.start ?? Infinity) <= instant) low = middle;
    else high = middle - 1;
  }
  return parts[low];
}

/** The part of a day of UTC that lies in one period and one local year. */
export interface DayPart {
  readonly day: number;
  /** Index of the period. */
  readonly period: number;
  readonly year: number;
  /** Its half-hours: the first, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Those that are daytime by the clock; null: they are not asked for. */
  readonly daytime: readonly number[] | null;
}

/** A month of UTC that lies in one period and one local year. */
export interface WholeMonth {
  readonly month: number;
  readonly period: number;
  readonly year: number;
}

/** A time between two moments at which a period or a local year begins. */
interface PeriodPart extends Period {
  readonly period: number;
  readonly year: number;
}

/** What local periods are made of: months of UTC that lie in one, and the other days by their parts. */
export interface UtcParts {
  readonly months: readonly WholeMonth[];
  /** The days that are read, and their parts. */
  readonly days: readonly DayRange[];
  /** Made on demand, because there may be many. */
  readonly dayParts: () => readonly DayPart[];
}

/**
 * Divides days of UTC among local periods.
 * @param withMonths whether the sums of months are of use
 * @param withDaytime whether local daytime is asked for
 */
export function utcPartsOf(
  clock: Clock,
  periods: readonly Period[],
  { withMonths, withDaytime }: { readonly withMonths: boolean; readonly withDaytime: boolean },
): UtcParts {
  const periodParts = periodPartsOf(clock, periods);
  const months = withMonths ? periodParts.flatMap((periodPart) => monthsIn(periodPart, clock, withDaytime)) : [];
  const days = daysWithout(clock.utcDays, months);
  return { months, days, dayParts: () => dayPartsIn(days, periodParts, withDaytime ? clock : null) };
}

/** @param clock whose daytime is asked for */
function dayPartsIn(
  days: readonly DayRange[],
  periodParts: readonly PeriodPart[],
  clock: Clock | null,
): readonly DayPart[] {
  const dayParts: DayPart[] = [];
  let next = 0;
  for (const { from, to } of days) {
    for (let day = from; day < to; day += 1) {
      const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
      while ((periodParts[next]?.end ?? Infinity) <= start) next += 1;
      for (let index = next; (periodParts[index]?.start ?? Infinity) < end; index += 1) {
        const periodPart = periodParts[index];
        if (!periodPart) break;
        const halfHours = {
          from: (Math.max(periodPart.start, start) - start) / HALF_HOUR_MS,
          to: (Math.min(periodPart.end, end) - start) / HALF_HOUR_MS,
        };
        const daytime = clock ? daytimeOf(clock, day, halfHours) : null;
        dayParts.push({ day, period: periodPart.period, year: periodPart.year, ...halfHours, daytime });
      }
    }
  }
  return dayParts;
}

/** The periods, cut where a local year begins. */
function periodPartsOf(clock: Clock, periods: readonly Period[]): readonly PeriodPart[] {
  const yearAt = (instant: number): number => new Date(clock.localOf(instant)).getUTCFullYear();
  return periods.flatMap(({ start, end }, period): readonly PeriodPart[] => {
    const [first, last] = [yearAt(start), yearAt(end - 1)];
    const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const cuts = years.slice(1).map((year) => clock.startOf(Date.UTC(year, 0, 1) / DAY_MS));
    return years.map((year, index) => ({
      start: cuts[index - 1] ?? start,
      end: cuts[index] ?? end,
      period,
      year,
    }));
  });
}

/** @param withDaytime whether stored daytime, which is that of UTC, has to be the clock's */
function monthsIn({ start, end, period, year }: PeriodPart, clock: Clock, withDaytime: boolean): readonly WholeMonth[] {
  const months: WholeMonth[] = [];
  for (let month = monthOf(Math.ceil(start / DAY_MS) - 1); monthStart(month + 1) * DAY_MS <= end; month += 1) {
    const [from, to] = [monthStart(month) * DAY_MS, monthStart(month + 1) * DAY_MS];
    const isUtc = (): boolean => clock.parts.every((part) => part.offset === 0 || part.end <= from || part.start >= to);
    if (from >= start && (!withDaytime || isUtc())) months.push({ month, period, year });
  }
  return months;
}

/** The days of a range that are in none of the months. */
function daysWithout({ from, to }: DayRange, months: readonly WholeMonth[]): readonly DayRange[] {
  const days: DayRange[] = [];
  let first = from;
  for (const { month } of months) {
    if (first < monthStart(month)) days.push({ from: first, to: monthStart(month) });
    first = monthStart(month + 1);
  }
  if (first < to) days.push({ from: first, to });
  return days;
}

function daytimeOf(clock: Clock, day: number, { from, to }: Pick<DayPart, 'from' | 'to'>): readonly number[] {
  const halfHours = Array.from({ length: to - from }, (_, index) => from + index);
  return halfHours.filter((halfHour) => {
    const local = clock.localOf(day * DAY_MS + halfHour * HALF_HOUR_MS);
    return isDaytime(Math.floor((local - dayOf(local) * DAY_MS) / HALF_HOUR_MS));
  });
}

/** A requested range with its granularity and zone. */
export interface PeriodsQuery {
  readonly clock: Clock;
  readonly granularity: Granularity;
  /** Those of the clock and granularity. */
  readonly periods: readonly Period[];
  /** Whether the quantity of local daytime is wanted. */
  readonly dayNight: boolean;
}

/** Returns the whole months that a query reads. */
export function wholeMonthsOf(query: PeriodsQuery): readonly WholeMonth[] {
  return readPlan(query).months;
}

/** Whether a query reads sums of months only. */
export function isOfMonths(query: PeriodsQuery): boolean {
  return readPlan(query).days.length === 0;
}

/** The months and days of UTC that are read. */
export const readPlan = remembered(
  MOST_REMEMBERED,
  ({ clock, granularity, dayNight }: PeriodsQuery) => {
    const name = periodsName(clock, granularity);
    return name && `${name} ${String(dayNight)}`;
  },
  ({ clock, granularity, periods, dayNight }: PeriodsQuery): UtcParts => {
    const withMonths = MONTHS[granularity] > 0;
    return utcPartsOf(clock, periods, { withMonths, withDaytime: dayNight });
  },
);

/** Returns the half-hours of a period, counted from the first UTC day of the clock: the first, and the one after the last. */
export function halfHoursOf({ start, end }: Period, { utcDays }: Clock): readonly [number, number] {
  const origin = utcDays.from * DAY_MS;
  return [(start - origin) / HALF_HOUR_MS, (end - origin) / HALF_HOUR_MS];
}
