import { DAY_MS, isoOf, monthOf, monthStart, SLOT_MS } from '../usage/grid.js';
import type { Part } from '../values/localDays.js';
import type { Clock } from './clock.js';

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

/** The periods of local days: each ends where the next begins; weeks from Monday (ISO 8601). */
export function periodsOf(clock: Clock, granularity: Granularity): readonly Period[] {
  return [...eachPeriod(clock, granularity)];
}

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
