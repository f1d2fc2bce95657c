import type { HalfHoursQuery } from '../generated/operations.js';

/** The half-hours of a period, from the query `HalfHours`; null if the building or account does not exist. */
export type HalfHours = HalfHoursQuery['consumption'];

/** One day of half-hours in clock time. */
export interface HalfHoursOfDay {
  readonly date: string;
  /**
   * The values by half-hour of the clock; null for a half-hour without data and for one that the clock skips. If the
   * clock repeats a half-hour, this is the mean of both.
   */
  readonly values: readonly (number | null)[];
}

export const HALF_HOURS_PER_DAY = 48;
const HOURS_PER_HALF_HOUR = 0.5;
/** Baseload is the demand that all half-hours except this share exceed. */
const BASE_SHARE = 0.05;

const HALF_HOUR_MS = 1_800_000;

/**
 * Returns the consumption of each half-hour; null if an expected meter has no data, because the sum of the other meters
 * would look like low use.
 */
export function valuesOf(halfHours: HalfHours): readonly (number | null)[] {
  return (halfHours?.data ?? []).map(({ consumption, isMissing }) => (isMissing ? null : consumption));
}

/** Returns the position of a moment in the half-hours, with a fraction if it is within one. */
export function positionOf(halfHours: NonNullable<HalfHours>, timestamp: string): number {
  return (Date.parse(timestamp) - Date.parse(halfHours.startDate)) / HALF_HOUR_MS;
}

/** Returns the position of the half-hour with the largest sum of the meters that have data; null without data. */
export function peakOf(halfHours: HalfHours): number | null {
  const values = (halfHours?.data ?? []).map(({ consumption }) => consumption ?? 0);
  const most = values.reduce((max, value) => Math.max(max, value), 0);
  return most > 0 ? values.indexOf(most) : null;
}

/** Groups half-hours by day, in clock order. */
export function daysOf(halfHours: HalfHours): readonly HalfHoursOfDay[] {
  const days = new Map<string, number[][]>();
  const values = valuesOf(halfHours);
  for (const [index, { date }] of (halfHours?.data ?? []).entries()) {
    const day = dayOf(date);
    const valuesOfDay = days.get(day) ?? Array.from({ length: HALF_HOURS_PER_DAY }, () => []);
    days.set(day, valuesOfDay);
    const value = values[index] ?? null;
    if (value !== null) valuesOfDay[halfHourOf(date)]?.push(value);
  }
  return [...days].map(([date, valuesOfDay]) => ({ date, values: valuesOfDay.map(meanOf) }));
}

/** Returns whether the clock changes in the period: a day has more or fewer half-hours than 48. */
export function changesClocks(halfHours: HalfHours): boolean {
  const lengths = new Map<string, number>();
  for (const { date } of halfHours?.data ?? []) lengths.set(dayOf(date), (lengths.get(dayOf(date)) ?? 0) + 1);
  return [...lengths.values()].some((length) => length !== HALF_HOURS_PER_DAY);
}

/** Returns the day of a half-hour's label, `2022-06-01 13:30`. */
export function dayOf(label: string): string {
  return label.slice(0, 10);
}

/** Returns the index of a half-hour within its day. It ignores the UTC offset at the end of a label in a repeated hour. */
export function halfHourOf(label: string): number {
  return Number(label.slice(11, 13)) * 2 + Number(label.slice(14, 16)) / 30;
}

/** Converts the consumption of a half-hour to demand, kWh to kW. */
export function demandOf(consumption: number): number {
  return consumption / HOURS_PER_HALF_HOUR;
}

/** Returns the demand that 95 % of the half-hours with data exceed; null without data. */
export function baseloadOf(halfHours: HalfHours): number | null {
  const sorted = valuesOf(halfHours)
    .filter((value) => value !== null)
    .toSorted((one, other) => one - other);
  const base = sorted[Math.floor(sorted.length * BASE_SHARE)];
  return base === undefined ? null : demandOf(base);
}

/**
 * Returns the mean demand of each half-hour of the day; null for one without data.
 * @param isMeant selects weekdays, 0 for Sunday
 */
export function meanDay(halfHours: HalfHours, isMeant: (weekday: number) => boolean): readonly (number | null)[] {
  const demands = Array.from({ length: HALF_HOURS_PER_DAY }, (): number[] => []);
  const values = valuesOf(halfHours);
  for (const [index, { date }] of (halfHours?.data ?? []).entries()) {
    const value = values[index] ?? null;
    if (value !== null && isMeant(new Date(dayOf(date)).getUTCDay())) demands[halfHourOf(date)]?.push(demandOf(value));
  }
  return demands.map(meanOf);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
