import { DAY_MS, type DayRange, FIRST_DAY, isoOf, monthOf, monthStart, SLOT_MS } from '../usage/grid.js';
import { invalidParameters } from '../errors/appError.js';

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

/** How many periods a range of days has, by arithmetic. */
export function countPeriods({ from, to }: DayRange, granularity: Granularity): number {
  const days = to - from;
  if (granularity === 'halfhourly') return days * 48;
  if (granularity === 'hourly') return days * 24;
  if (granularity === 'daily') return days;
  if (granularity === 'weekly') return weekOf(to - 1) - weekOf(from) + 1;
  const months = MONTHS[granularity];
  return Math.floor(monthOf(to - 1) / months) - Math.floor(monthOf(from) / months) + 1;
}

/** The periods of a range of days: each ends where the next begins; weeks from Monday (ISO 8601). */
export function periodsOf({ from, to }: DayRange, granularity: Granularity): readonly Period[] {
  const [start, end] = [from * DAY_MS, to * DAY_MS];
  const periods: Period[] = [];
  for (let at = start; at < end;) {
    const next = Math.min(end, nextStart(at, granularity));
    periods.push({ start: at, end: next });
    at = next;
  }
  return periods;
}

function nextStart(at: number, granularity: Granularity): number {
  if (granularity === 'halfhourly') return at + SLOT_MS;
  if (granularity === 'hourly') return at + HOUR_MS;
  const day = at / DAY_MS;
  if (granularity === 'daily') return at + DAY_MS;
  if (granularity === 'weekly') return ((weekOf(day) + 1) * 7 + MONDAY) * DAY_MS;
  const months = MONTHS[granularity];
  return monthStart((Math.floor(monthOf(day) / months) + 1) * months) * DAY_MS;
}

/** Weeks from Monday 1970-01-05 on. */
function weekOf(day: number): number {
  return Math.floor((day - MONDAY) / 7);
}

/** The label of the calendar period that an instant is in (figures 2). */
export function labelOf(at: number, granularity: Granularity): string {
  const iso = isoOf(at);
  const month = Number(iso.slice(5, 7));
  switch (granularity) {
    case 'halfhourly':
    case 'hourly':
      return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
    case 'daily':
      return iso.slice(0, 10);
    case 'weekly':
      return isoWeek(at / DAY_MS);
    case 'monthly':
      return iso.slice(0, 7);
    case 'quarterly':
      return `${iso.slice(0, 4)}-Q${Math.ceil(month / 3)}`;
    case 'yearly':
      return iso.slice(0, 4);
  }
}

/** The ISO week of a day, `2025-W01`: a week belongs to the year that its Thursday is in. */
function isoWeek(day: number): string {
  const thursday = weekOf(day) * 7 + MONDAY + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** What is written as dates: days, `2024-01-31`, whose `endDate` is the last one unless the reading is exclusive. */
export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The days asked for (figures 2).
 * @param inclusive whether `endDate` names the last day included
 * @throws AppError invalid-parameter when there is no day
 */
export function rangeOf({ startDate, endDate }: Dates, inclusive: boolean): DayRange {
  const [from, end] = [Date.parse(startDate) / DAY_MS, Date.parse(endDate) / DAY_MS];
  if (end < from || (end === from && !inclusive)) {
    const must = inclusive ? 'must not be before' : 'must be after';
    throw invalidParameters([
      { parameter: 'endDate', message: `endDate ${must} startDate ${startDate}, got ${endDate}.` },
    ]);
  }
  return { from, to: inclusive ? end + 1 : end };
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
  if (from === to) return `nothing before ${new Date(to * DAY_MS).toISOString().slice(0, 10)}`;
  const day = (at: number): string => new Date(at * DAY_MS).toISOString().slice(0, 10);
  return `${day(from)} to ${day(to - 1)}`;
}
