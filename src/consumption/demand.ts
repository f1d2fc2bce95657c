import type { VisibleSnapshot } from '../db/database.js';
import { raw, sql } from '../db/sql.js';
import { DAY_MS, type DayRange, HALF_HOURS_PER_DAY } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { canonicalUnit } from '../usage/units.js';
import { HALF_HOUR_COLUMNS } from '../usage/usageRows.js';
import { inTurns } from '../values/turns.js';
import {
  type HalfHourStatements,
  UNIFORM_RANGES_PER_DAY,
  daysIn,
  eachRow,
  halfHourStatements,
  readHalfHourSums,
} from './halfHours.js';
import { type Clock, type Granularity, type Period, halfHoursOf } from './localTime.js';
import type { CapacityInfo } from './query.js';
import type { ScopeAccount } from './scope.js';
import type { Groups } from './usageRows.js';

/** The largest quantity of the half-hours with data, the sum of their quantities, and their number. */
export interface Peak {
  readonly max: number;
  readonly sum: number;
  readonly count: number;
}

/** The peaks of groups by period. Periods without data have no peak. */
export interface Peaks {
  readonly at: (group: number, period: number) => Peak | undefined;
  /** Returns all peaks of a group. */
  readonly of: (group: number) => Iterable<Peak>;
}

/** Combines two peaks. */
export function joinPeaks(one: Peak | undefined, other: Peak): Peak {
  if (!one) return other;
  return { max: Math.max(one.max, other.max), sum: one.sum + other.sum, count: one.count + other.count };
}

/**
 * Reads the peaks of periods that are not whole UTC days, from half-hours. Each peak is computed on demand: there may
 * be many.
 */
export async function readHalfHourPeaks(
  snapshot: VisibleSnapshot,
  groups: Groups,
  clock: Clock,
  periods: readonly Period[],
): Promise<Peaks> {
  const halfHours = await readHalfHourSums(snapshot, groups, { source: SOURCE.hh, range: clock.utcDays });
  const at = (group: number, period: number): Peak | undefined => {
    const [sums, time] = [halfHours.get(group), periods[period]];
    if (!sums || !time) return undefined;
    const [first, end] = halfHoursOf(time, clock);
    const peak = { max: -Infinity, sum: 0, count: 0 };
    for (let halfHour = first; halfHour < end; halfHour += 1) {
      if (sums.present[halfHour] !== 1) continue;
      const value = sums.quantity[halfHour] ?? 0;
      peak.max = Math.max(peak.max, value);
      peak.sum += value;
      peak.count += 1;
    }
    return peak.count === 0 ? undefined : peak;
  };
  return {
    at,
    *of(group) {
      for (const period of periods.keys()) {
        const peak = at(group, period);
        if (peak) yield peak;
      }
    },
  };
}

type DayPeak = Peak & { readonly group: number; readonly day: number };

/**
 * Reads the peaks of periods of whole days. The database reduces each day to one row, so the service holds one row for
 * each day with data.
 */
export async function readDayPeaks(
  snapshot: VisibleSnapshot,
  groups: Groups,
  range: DayRange,
  periods: readonly Period[],
): Promise<Peaks> {
  const sums = raw(HALF_HOUR_COLUMNS.map((name) => `sum(u.${name}) as ${name}`).join(', '));
  const halfHours = raw(HALF_HOUR_COLUMNS.join(', '));
  const peaks = new Map<number, Map<number, Peak>>();
  const put = (group: number, day: number, peak: Peak): void => {
    const ofGroup = peaks.get(group) ?? new Map<number, Peak>();
    const period = periodOf(periods, day * DAY_MS);
    peaks.set(group, ofGroup.set(period, joinPeaks(ofGroup.get(period), peak)));
  };
  const usageIn = (part: DayRange): HalfHourStatements =>
    halfHourStatements(snapshot, groups, { source: SOURCE.hh, range: part });
  /** The quantity of each half-hour of a day, from accounts whose day is uniform. */
  const uniform = new Map<number, Map<number, number>>();
  await eachRow(
    range,
    groups.keys.length * UNIFORM_RANGES_PER_DAY,
    (part) => usageIn(part).uniformRanges(),
    (uniformRange, part) => {
      const ofGroup = uniform.get(uniformRange.group) ?? new Map<number, number>();
      uniform.set(uniformRange.group, ofGroup);
      const days = daysIn(uniformRange, part);
      for (let day = days.from; day < days.to; day += 1)
        ofGroup.set(day, (ofGroup.get(day) ?? 0) + uniformRange.quantity / HALF_HOURS_PER_DAY);
    },
  );
  await eachRow(
    range,
    new Set(groups.groups).size,
    (part) =>
      usageIn(part).days<DayPeak>(
        (days) => sql`select "group", day, greatest(${halfHours}) as max, num_nonnulls(${halfHours}) as count,
           ${raw(HALF_HOUR_COLUMNS.map((name) => `coalesce(${name}, 0)`).join(' + '))} as sum
         from (select g."group", u.day, ${sums} from ${days} group by 1, 2) d order by 1, 2`,
      ),
    ({ group, day, max, sum, count }) => {
      const base = uniform.get(group)?.get(day);
      if (base === undefined) put(group, day, { max, sum, count });
      else {
        uniform.get(group)?.delete(day);
        // Half-hours without a row have only the uniform quantity.
        const most = count < HALF_HOURS_PER_DAY ? Math.max(max, 0) : max;
        put(group, day, { max: base + most, sum: base * HALF_HOURS_PER_DAY + sum, count: HALF_HOURS_PER_DAY });
      }
    },
  );
  await inTurns(uniform, ([group, days]) => {
    for (const [day, base] of days)
      put(group, day, { max: base, sum: base * HALF_HOURS_PER_DAY, count: HALF_HOURS_PER_DAY });
  });
  return {
    at: (group, period) => peaks.get(group)?.get(period),
    of: (group) => peaks.get(group)?.values() ?? [],
  };
}

/** Returns the index of the period of an instant. */
function periodOf(periods: readonly Period[], at: number): number {
  let [low, high] = [0, periods.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((periods[middle]?.start ?? Infinity) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The demand and capacity of targets, over the whole range and by period. */
export interface Demand {
  total(target: number): CapacityInfo;
  period(target: number, index: number): CapacityInfo;
}

const HALF_HOURS_PER_HOUR = 2;

/** Reads the coincident demand of targets, always from hh, and only of accounts of kWh types (figures 5). */
export async function readDemand(
  snapshot: VisibleSnapshot,
  accounts: readonly ScopeAccount[],
  {
    clock,
    granularity,
    periods,
  }: { readonly clock: Clock; readonly granularity: Granularity; readonly periods: readonly Period[] },
): Promise<Demand> {
  const energy = accounts.filter(({ type }) => canonicalUnit(type) === 'kWh');
  const { loads, groupOf } = loadedGroups(energy);
  const counted = [...energy, ...loads];
  const groups = {
    keys: counted.map(({ key }) => key),
    groups: [...energy.map(({ target }) => target), ...loads.map(({ target }) => groupOf(target))],
    means: new Set<number>(),
  };
  const peaks =
    granularity === 'halfhourly' || granularity === 'hourly' || !clock.isUtc
      ? await readHalfHourPeaks(snapshot, groups, clock, periods)
      : await readDayPeaks(snapshot, groups, clock.utcDays, periods);
  const capacities = new Map<number, { sum: number; count: number }>();
  for (const { target, capacity } of accounts) {
    if (capacity === null) continue;
    const total = capacities.get(target) ?? { sum: 0, count: 0 };
    capacities.set(target, { sum: total.sum + capacity, count: total.count + 1 });
  }
  const agreed = new Map<number, number>();
  for (const { target, capacity } of energy)
    if (hasCapacity({ capacity })) agreed.set(target, (agreed.get(target) ?? 0) + (capacity ?? 0));
  const info = (target: number, peakOf: (group: number) => Peak | undefined): CapacityInfo => {
    const capacity = capacities.get(target);
    const [peak, agreedCapacity] = [peakOf(target), agreed.get(target)];
    const load = agreedCapacity === undefined ? undefined : peakOf(groupOf(target));
    return {
      maxDemand: peak ? peak.max * HALF_HOURS_PER_HOUR : null,
      avgDemand: peak ? (peak.sum * HALF_HOURS_PER_HOUR) / peak.count : null,
      peakLoad: load && agreedCapacity !== undefined ? (100 * load.max * HALF_HOURS_PER_HOUR) / agreedCapacity : null,
      peakCapacity: capacity?.sum ?? null,
      avgCapacity: capacity ? capacity.sum / capacity.count : null,
    };
  };
  return {
    total: (target) =>
      info(target, (group) => {
        let joined: Peak | undefined;
        for (const peak of peaks.of(group)) joined = joinPeaks(joined, peak);
        return joined;
      }),
    period: (target, index) => info(target, (group) => peaks.at(group, index)),
  };
}

const hasCapacity = ({ capacity }: Pick<ScopeAccount, 'capacity'>): boolean => capacity !== null && capacity > 0;

/**
 * Returns the accounts with a capacity, in separate groups, for targets that also have accounts without one. `peakLoad`
 * divides the demand of these groups by the capacity. Other targets need no second group.
 */
function loadedGroups(accounts: readonly ScopeAccount[]): {
  readonly loads: readonly ScopeAccount[];
  /** Returns the group whose demand `peakLoad` divides by the capacity. */
  readonly groupOf: (target: number) => number;
} {
  const mixed = new Set(accounts.filter((account) => !hasCapacity(account)).map(({ target }) => target));
  const offset = accounts.reduce((most, { target }) => Math.max(most, target + 1), 0);
  return {
    loads: accounts.filter((account) => hasCapacity(account) && mixed.has(account.target)),
    groupOf: (target) => (mixed.has(target) ? offset + target : target),
  };
}
