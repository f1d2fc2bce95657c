import { offsetsOf } from '../../src/values/offsets.js';
import { readHourly } from '../cambridge/files.js';
import { CALENDAR, HALF_HOUR_MS, dayIndex } from './calendar.js';
import { FAULTS } from './faults.js';
import { noiseOf } from './noise.js';
import type { Site } from './sites.js';
import { coolingDegrees } from './weather.js';

export const HALF_HOURS = 48;
const HOURS = 24;

/** The mean day of a building: for each half-hour of local time, its ratio to the mean half-hour. */
interface WeekShape {
  readonly working: readonly number[];
  readonly other: readonly number[];
}

/** Returns the mean working day and the mean weekend day of a Cambridge building in 2022, in local time. */
function shapeOf(building: string): WeekShape {
  const { hours, values } = readHourly('electricity');
  const series = values.get(building) ?? [];
  const clock = offsetsOf('Europe/London');
  const sums = { working: newSums(), other: newSums(), all: { sum: 0, count: 0 } };
  for (const [index, hour] of hours.entries()) {
    const value = series[index];
    // The publisher wrote 0 for missing electricity.
    if (value === undefined || !Number.isFinite(value) || value === 0) continue;
    const local = new Date(Date.parse(hour) + clock(Date.parse(hour)));
    const isWeekend = [0, 6].includes(local.getUTCDay());
    for (const total of [sums.all, sums[isWeekend ? 'other' : 'working'][local.getUTCHours()]]) {
      if (total === undefined) continue;
      total.sum += value;
      total.count += 1;
    }
  }
  const mean = sums.all.sum / sums.all.count;
  return { working: halfHoursOf(sums.working, mean), other: halfHoursOf(sums.other, mean) };
}

interface Total {
  sum: number;
  count: number;
}

function newSums(): readonly Total[] {
  return Array.from({ length: HOURS }, () => ({ sum: 0, count: 0 }));
}

/** Returns the half-hours of a day of hours. The second half-hour lies halfway to the next hour. */
function halfHoursOf(sums: readonly Total[], mean: number): readonly number[] {
  const hourly = sums.map(({ sum, count }) => sum / count / mean);
  return hourly.flatMap((value, hour) => [value, (value + (hourly[(hour + 1) % HOURS] ?? value)) / 2]);
}

/** The maximum noise of a day and of a half-hour, as a share. */
const DAY_NOISE = 0.025;
const HALF_HOUR_NOISE = 0.04;

const useBySite = new Map<string, readonly (readonly number[])[]>();

/**
 * Returns the use of a site with half-hours, by day and half-hour of UTC, in tenths of a kWh as whole numbers. This is
 * the real use. The data of its meter also has the faults of {@link FAULTS}.
 */
export function halfHourlyUse(site: Site): readonly (readonly number[])[] {
  const cached = useBySite.get(site.key) ?? computeUse(site);
  useBySite.set(site.key, cached);
  return cached;
}

function computeUse(site: Site): readonly (readonly number[])[] {
  const { key, electricity, warmer } = site;
  if (electricity.shapeOf === null) throw new Error(`${key} has no half-hours`);
  const shape = shapeOf(electricity.shapeOf);
  const noise = noiseOf(`electricity:${key}`);
  return CALENDAR.map(({ date, ahead, isWorking }, index) => {
    const hasWorkingUse = isWorking || (key === FAULTS.weekend.site && isIn(date, FAULTS.weekend));
    const year = date < '2025' ? 1 : electricity.change;
    const level = electricity.mean * year * (1 + electricity.cooling * coolingDegrees(index, warmer));
    const day = level * (1 + noise() * DAY_NOISE);
    return Array.from({ length: HALF_HOURS }, (_, halfHour) => {
      const local = (halfHour + ahead) % HALF_HOURS;
      const usual = (hasWorkingUse ? shape.working : shape.other)[isLit(site, date, local) ? LIT : local] ?? 0;
      return Math.round((day * usual * (1 + noise() * HALF_HOUR_NOISE) + leak(site, date)) * 10);
    });
  });
}

/** The half-hour that provides the use in the nights of {@link FAULTS}: the one from 14:00. */
const LIT = 28;
/** The last half-hour of such a night ends at 5:00. */
const NIGHT_END = 10;

function isLit({ key }: Site, date: string, local: number): boolean {
  return key === FAULTS.nights.site && local < NIGHT_END && isIn(date, FAULTS.nights);
}

function leak({ key }: Site, date: string): number {
  const { site, from, kWh } = FAULTS.baseload;
  return key === site && date >= from ? kWh : 0;
}

function isIn(date: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  return date >= from && date <= to;
}

/** A half-hour of the data that a meter delivers. */
export interface Delivered {
  readonly startMs: number;
  /** kWh. */
  readonly value: number;
}

/** Generates the half-hours that a site's meter delivered, in order, with its faults. */
export function* deliveredHalfHours(site: Site): Generator<Delivered> {
  const rows = halfHourlyUse(site);
  const { gap, late, unit } = FAULTS;
  const end = site.key === late.site ? dayIndex(late.lastDay) + 1 : rows.length;
  for (const [day, { date, startMs }] of CALENDAR.slice(0, end).entries()) {
    if (site.key === gap.site && isIn(date, gap)) continue;
    const divisor = site.key === unit.site && isIn(date, unit) ? 10 / unit.factor : 10;
    for (const [halfHour, tenths] of (rows[day] ?? []).entries()) {
      yield { startMs: startMs + halfHour * HALF_HOUR_MS, value: tenths / divisor };
    }
  }
}

/** Returns the daily use of a site without half-hours, kWh. */
export function dailyElectricity({ key, electricity, warmer }: Site): readonly number[] {
  const noise = noiseOf(`electricity:${key}`);
  return CALENDAR.map(({ date, isWorking }, day) => {
    const year = date < '2025' ? 1 : electricity.change;
    const level = electricity.mean * HALF_HOURS * year * (1 + electricity.cooling * coolingDegrees(day, warmer));
    return level * (isWorking ? 1.08 : 0.84) * (1 + noise() * DAY_NOISE);
  });
}
