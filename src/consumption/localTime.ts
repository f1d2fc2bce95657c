import { LRUCache } from 'lru-cache';
import { invalidParameters } from '../errors/appError.js';
import { DAY_MS, type DayRange, HALF_HOUR_MS, dayOf, isDaytime, isoOf, monthOf, monthStart } from '../usage/grid.js';
import { type LocalDays, type Part, localDaysOf } from '../values/localDays.js';

/** The granularities of contract 4, /consumption. */
export const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A calendar period clipped to the requested range: `[start, end)` in milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 2 * HALF_HOUR_MS;
/** 1970-01-05, a Monday, in days. */
const MONDAY = 4;

/** The number of months in a calendar period; 0: it is shorter than a month. */
export const MONTHS: Readonly<Record<Granularity, number>> = {
  halfhourly: 0,
  hourly: 0,
  daily: 0,
  weekly: 0,
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/** The length of periods by wall-clock time, in milliseconds. Other periods are of whole days. */
const BY_CLOCK: Readonly<Partial<Record<Granularity, number>>> = { halfhourly: HALF_HOUR_MS, hourly: HOUR_MS };

/** Returns the number of periods of local days, by arithmetic. */
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

/** Returns the number of days that clocks skip, such as 30 December 2011 in Pacific/Apia. */
function skippedDays({ parts, range, startOf }: Clock): number {
  return parts.reduce((sum, { start, offset }, index) => {
    const before = parts[index - 1]?.offset ?? offset;
    if (offset - before < DAY_MS) return sum;
    const day = Math.ceil((start + before) / DAY_MS);
    return sum + (day < range.to && startOf(day) === startOf(day + 1) ? 1 : 0);
  }, 0);
}

/**
 * Returns a function with a cache of its last results.
 * @param max the maximum number of cached results
 * @param nameOf returns a name that is equal only for arguments with the same result; null: the result is not cached
 * @param make has no side effect, and depends only on its arguments
 */
export function memoized<Args extends readonly unknown[], Result extends object>(
  max: number,
  nameOf: (...args: Args) => string | null,
  make: (...args: Args) => Result,
): (...args: Args) => Result {
  const cache = new LRUCache<string, Result>({ max });
  return (...args) => {
    const name = nameOf(...args);
    if (name === null) return make(...args);
    const cached = cache.get(name);
    if (cached) return cached;
    const result = make(...args);
    cache.set(name, result);
    return result;
  };
}

/** The maximum number of cached clocks and derived values: clients request the same ranges again and again. */
export const MAX_CACHED = 200;
/** The maximum number of cached periods of a clock. */
const MAX_CACHED_PERIODS = 400;

/** Returns the name of the periods of a clock; null: too many for the cache. */
export function periodsName(clock: Clock, granularity: Granularity): string | null {
  return countPeriods(clock, granularity) > MAX_CACHED_PERIODS ? null : `${clock.name} ${granularity}`;
}

/** Returns the periods of local days. Each ends at the start of the next. Weeks begin on Monday (ISO 8601). */
export const periodsOf = memoized(
  MAX_CACHED,
  periodsName,
  (clock: Clock, granularity: Granularity): readonly Period[] => [...eachPeriod(clock, granularity)],
);

/** Returns the same periods one by one. There may be many half-hours, and long-lived objects cost more. */
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

/** Returns the day on which the next calendar period begins. The granularity is a day or longer. */
function nextStart(day: number, granularity: Granularity): number {
  if (granularity === 'daily') return day + 1;
  if (granularity === 'weekly') return (weekOf(day) + 1) * 7 + MONDAY;
  const months = MONTHS[granularity];
  return monthStart((Math.floor(monthOf(day) / months) + 1) * months);
}

/** Returns the number of a week. Week 0 begins on Monday 1970-01-05. */
function weekOf(day: number): number {
  return Math.floor((day - MONDAY) / 7);
}

/**
 * Returns the label of the calendar period of an instant (figures 2). If clocks show an hour or half-hour twice, its
 * label has the offset: `2025-10-26 01:00+01:00`.
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

/** Returns the ISO week of a day, `2025-W01`. The year of a week is that of its Thursday. */
function isoWeek(day: number): string {
  const thursday = weekOf(day) * 7 + MONDAY + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The days of a range in the local time of a zone. */
export interface Clock extends Omit<LocalDays, 'inexact'> {
  /** Identifies the time zone and the range. */
  readonly name: string;
  /** Canonical IANA name. */
  readonly timeZone: string;
  /** The local days. */
  readonly range: DayRange;
  /** The UTC days that they overlap. */
  readonly utcDays: DayRange;
  /** Whether the local days are UTC days. */
  readonly isUtc: boolean;
  /** Returns the wall-clock time of an instant within the range, in milliseconds as if it were UTC. */
  readonly localOf: (instant: number) => number;
}

/**
 * Returns the local days of a range.
 * @param timeZone canonical IANA name
 * @throws AppError invalid-parameter if a UTC half-hour is not a half-hour of the zone: the figures would not be exact
 */
export const clockOf = memoized(MAX_CACHED, clockName, (timeZone: string, range: DayRange): Clock => {
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

/** The part of a UTC day that lies in one period and one local year. */
export interface DayPart {
  readonly day: number;
  /** Index of the period. */
  readonly period: number;
  readonly year: number;
  /** Its half-hours: the first, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Its half-hours in the daytime by local time; null: not requested. */
  readonly daytime: readonly number[] | null;
}

/** A UTC month that lies in one period and one local year. */
export interface WholeMonth {
  readonly month: number;
  readonly period: number;
  readonly year: number;
}

/** The part of a period that lies in one local year. */
interface PeriodPart extends Period {
  readonly period: number;
  readonly year: number;
}

/** The UTC months and days that local periods consist of. A month lies in one period. The other days have parts. */
export interface UtcParts {
  readonly months: readonly WholeMonth[];
  /** The days outside these months. */
  readonly days: readonly DayRange[];
  /** Returns the parts of the days, on demand: there may be many. */
  readonly dayParts: () => readonly DayPart[];
}

/**
 * Divides UTC days among local periods.
 * @param withMonths whether to use the sums of months
 * @param withDaytime whether local daytime is requested
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

/**
 * Returns the parts of days.
 * @param clock of the daytime; null: daytime is not requested
 */
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

/** Splits the periods at the start of each local year. */
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

/**
 * Returns the UTC months within a part of a period.
 * @param withDaytime whether to return only months in UTC: stored daytime is in UTC
 */
function monthsIn({ start, end, period, year }: PeriodPart, clock: Clock, withDaytime: boolean): readonly WholeMonth[] {
  const months: WholeMonth[] = [];
  for (let month = monthOf(Math.ceil(start / DAY_MS) - 1); monthStart(month + 1) * DAY_MS <= end; month += 1) {
    const [from, to] = [monthStart(month) * DAY_MS, monthStart(month + 1) * DAY_MS];
    const isUtc = (): boolean => clock.parts.every((part) => part.offset === 0 || part.end <= from || part.start >= to);
    if (from >= start && (!withDaytime || isUtc())) months.push({ month, period, year });
  }
  return months;
}

/** Returns the days of a range outside the months. */
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
  /** The periods of clock and granularity. */
  readonly periods: readonly Period[];
  /** Whether the quantity of local daytime is requested. */
  readonly dayNight: boolean;
}

/** Returns the whole months that a query reads. */
export function wholeMonthsOf(query: PeriodsQuery): readonly WholeMonth[] {
  return readPlan(query).months;
}

/** Returns whether a query reads only sums of months. */
export function isOfMonths(query: PeriodsQuery): boolean {
  return readPlan(query).days.length === 0;
}

/** Returns the UTC months and days that a query reads. */
export const readPlan = memoized(
  MAX_CACHED,
  ({ clock, granularity, dayNight }: PeriodsQuery) => {
    const name = periodsName(clock, granularity);
    return name && `${name} ${String(dayNight)}`;
  },
  ({ clock, granularity, periods, dayNight }: PeriodsQuery): UtcParts => {
    const withMonths = MONTHS[granularity] > 0;
    return utcPartsOf(clock, periods, { withMonths, withDaytime: dayNight });
  },
);

/**
 * Returns the half-hours of a period, counted from the first UTC day of the clock: the first, and the one after the
 * last.
 */
export function halfHoursOf({ start, end }: Period, { utcDays }: Clock): readonly [number, number] {
  const origin = utcDays.from * DAY_MS;
  return [(start - origin) / HALF_HOUR_MS, (end - origin) / HALF_HOUR_MS];
}
