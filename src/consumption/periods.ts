import {
  DAY_MS,
  dayOf,
  type DayRange,
  END_DAY,
  FIRST_DAY,
  isoOf,
  monthOf,
  monthStart,
  SLOT_MS,
} from '../usage/grid.js';
import { learnLocalDays, type LocalDays, localDaysOf, type Part } from '../values/localDays.js';
import { invalidParameters } from '../errors/appError.js';
import { offsetRangesOf, UTC } from '../values/offsets.js';
import { remembered } from '../values/remembered.js';

/** The granularities of contract 4, /consumption. */
export const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A calendar period clipped to the range asked for: `[start, end)` in milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 2 * SLOT_MS;
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
const BY_CLOCK: Readonly<Partial<Record<Granularity, number>>> = { halfhourly: SLOT_MS, hourly: HOUR_MS };

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

/** The same, each made when it is asked for: of half-hours there may be many, and the longer they are held, the more they cost. */
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
 * The label of the calendar period that an instant is in (figures 2). Of an hour, or half of one, that clocks show twice it
 * carries the offset: `2025-10-26 01:00+01:00`.
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
 * @throws AppError invalid-parameter where half-hours of UTC are no half-hours there, so that figures would not be exact
 */
export const clockOf = remembered(MOST_REMEMBERED, clockName, (timeZone: string, range: DayRange): Clock => {
  const { inexact, ...days } = localDaysOf(timeZone, range.from, range.to);
  if (inexact !== null) {
    const message = `timeZone ${timeZone} ${inexact}; figures are sums of half-hours of UTC, so they can't be told exactly there.`;
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

/** The day that clocks of a time zone show at an instant. */
function localDayOf(timeZone: string, instant: number): number {
  if (timeZone === UTC) return dayOf(instant);
  const range = offsetRangesOf(timeZone, instant, instant).findLast(({ from }) => from <= instant);
  return dayOf(instant + (range?.offset ?? 0));
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

/** The time that figures are asked of. */
interface AskedTime {
  readonly clock: Clock;
  readonly granularity: Granularity;
}

/**
 * Reads it from the arguments of a field of figures, which GraphQL has coerced; by arithmetic alone, before any statement.
 * @param endDateIncluded whether `endDate` names the last day included
 * @throws AppError invalid-parameter where there is no such time, or half-hours are none there
 */
export function askedTime(args: Readonly<Record<string, unknown>>, endDateIncluded: boolean): AskedTime {
  const { zone, range } = askedDays(args, endDateIncluded);
  const { granularity } = args;
  const clock = clockOf(zone, range);
  if (clock.start === clock.end) {
    const message = `startDate and endDate must not be days that clocks skipped in ${zone}, got ${rangeName(range)}.`;
    throw invalidParameters([{ parameter: 'startDate', message }]);
  }
  return { clock, granularity: GRANULARITIES.find((name) => name === granularity) ?? 'monthly' };
}

/**
 * Works out what the time of the same arguments needs of its zone in turns of the event loop.
 * @returns null where that is known
 * @throws AppError invalid-parameter where there is no such time
 */
export function learnAskedTime(
  args: Readonly<Record<string, unknown>>,
  endDateIncluded: boolean,
): Promise<void> | null {
  const { zone, range } = askedDays(args, endDateIncluded);
  return learnLocalDays(zone, range.from, range.to);
}

function askedDays(
  { startDate, endDate, timeZone }: Readonly<Record<string, unknown>>,
  endDateIncluded: boolean,
): { readonly zone: string; readonly range: DayRange } {
  const zone = typeof timeZone === 'string' ? timeZone : UTC;
  const range = rangeOf({ startDate: String(startDate), endDate: String(endDate) }, endDateIncluded, zone);
  return { zone, range };
}

/** What is written as dates: a day, `2024-01-31`, or an instant of one; `endDate` is the last day unless the reading is exclusive. */
interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The days asked for (figures 2).
 * @param inclusive whether `endDate` names the last day included
 * @param timeZone whose days they are; canonical IANA name
 * @throws AppError invalid-parameter when there is no day
 */
function rangeOf(dates: Dates, inclusive: boolean, timeZone: string): DayRange {
  const [from, end] = [dayNamed(dates, 'startDate', timeZone), dayNamed(dates, 'endDate', timeZone)];
  if (end < from || (end === from && !inclusive)) {
    const must = inclusive ? 'must not be before' : 'must be after';
    throw invalidParameters([
      { parameter: 'endDate', message: `endDate ${must} startDate ${dateOf(from)}, got ${dateOf(end)}.` },
    ]);
  }
  return { from, to: inclusive ? end + 1 : end };
}

function dayNamed(dates: Dates, name: keyof Dates, timeZone: string): number {
  const text = dates[name];
  const instant = Date.parse(text);
  const day = text.includes('T') ? localDayOf(timeZone, instant) : instant / DAY_MS;
  if (day >= FIRST_DAY && day < END_DAY) return day;
  const message = `${name} must lie in the years 1900 to 2200 in ${timeZone}, got ${text}.`;
  throw invalidParameters([{ parameter: name, message }]);
}

/** The time of equal length just before, as far as there are days. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  return { from: Math.max(FIRST_DAY, from - (to - from)), to: from };
}

/** The same days a year earlier; of 29 February the 28th. */
export function rangeYearEarlier({ from, to }: DayRange): DayRange {
  const shift = (day: number): number => {
    const date = new Date(day * DAY_MS);
    const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()];
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(last, date.getUTCDate())) / DAY_MS;
  };
  return { from: shift(from), to: shift(to - 1) + 1 };
}

/** A day of the time asked for, and the one that corresponds to it in an earlier time. */
export interface DayPair {
  readonly day: number;
  readonly earlier: number;
}

/** Days by their place in the time of equal length just before. */
export function daysBefore({ from, to }: DayRange): readonly DayPair[] {
  const pairs = Array.from({ length: to - from }, (_, index) => ({
    day: from + index,
    earlier: 2 * from - to + index,
  }));
  return pairs.filter(({ earlier }) => earlier >= FIRST_DAY);
}

/** Days by their date a year earlier; 29 February, of either year, corresponds to none. */
export function daysYearEarlier({ from, to }: DayRange): readonly DayPair[] {
  return Array.from({ length: to - from }, (_, index) => from + index).flatMap((day) => {
    const date = new Date(day * DAY_MS);
    const earlier = Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate());
    return new Date(earlier).getUTCDate() === date.getUTCDate() ? [{ day, earlier: earlier / DAY_MS }] : [];
  });
}

/** A range as it is told, such as `2023-01-01 to 2023-12-31`. */
export function rangeName({ from, to }: DayRange): string {
  return from === to ? `nothing before ${dateOf(to)}` : `${dateOf(from)} to ${dateOf(to - 1)}`;
}

/** A day as a date, `2024-01-31`. */
function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
