import type { VisibleSnapshot } from '../db/database.js';
import { DAY_MS, HALF_HOUR_MS, dayOf, isDaytime } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { LazyRows } from '../values/lazyRows.js';
import type { MinimalFigures } from './figureRows.js';
import { type GroupHalfHours, readHalfHourSums } from './halfHours.js';
import { type Clock, type Period, countPeriods, eachPeriod, halfHoursOf } from './localTime.js';
import {
  type Group,
  type PeriodTotals,
  type TotalsByPeriod,
  type UsageRow,
  addUsageRow,
  emptyTotals,
} from './periodTotals.js';
import { type FigureQuery, SOURCES } from './query.js';
import type { ScopeAccount } from './scope.js';
import type { Groups } from './usageRows.js';

/** Half-hours of a group as usage rows of hourly or half-hourly periods. */
export interface HalfHourPeriods {
  readonly group: number;
  /** Of the UTC days that the local days overlap. */
  readonly halfHours: GroupHalfHours;
  readonly clock: Clock;
  readonly periods: readonly Period[];
  /** The years of the local days. */
  readonly years: Int16Array;
  /** Whether the quantities are temperatures, in °C. */
  readonly mean: boolean;
}

/** Returns the usage row of a period; undefined without data. */
export function halfHourRow(usageRows: HalfHourPeriods, period: number): UsageRow | undefined {
  const { group, halfHours, clock, periods, years, mean } = usageRows;
  const time = periods[period];
  if (!time) return undefined;
  const [first, end] = halfHoursOf(time, clock);
  const local = clock.localOf(time.start);
  const firstOfDay = Math.floor((local - dayOf(local) * DAY_MS) / HALF_HOUR_MS);
  // In one object, in place: a spread costs as much as the rest.
  const row: { -readonly [Name in keyof UsageRow]: UsageRow[Name] } = {
    group,
    period,
    year: years[dayOf(local) - clock.range.from] ?? 0,
    quantity: 0,
    estimated: 0,
    dayQuantity: 0,
    coveredMs: 0,
    fullMs: 0,
    hh: null,
    reading: null,
    invoice: null,
    custom: null,
  };
  let present = false;
  for (let index = first; index < end; index += 1) {
    const covered = halfHours.coveredMs[index] ?? 0;
    const quantity = (halfHours.quantity[index] ?? 0) * (mean ? covered : 1);
    if ((halfHours.present[index] ?? 0) > 0) present = true;
    row.quantity += quantity;
    row.estimated += halfHours.estimated[index] ?? 0;
    if (isDaytime(firstOfDay + index - first)) row.dayQuantity += quantity;
    row.coveredMs += covered;
    row.fullMs += (halfHours.full[index] ?? 0) * HALF_HOUR_MS;
    for (const [part, partHalfHours] of halfHours.parts) {
      if ((partHalfHours.present[index] ?? 0) === 0) continue;
      row[part] = (row[part] ?? 0) + (partHalfHours.quantity[index] ?? 0) * (mean ? covered : 1);
    }
  }
  return present ? row : undefined;
}

/**
 * Adds up half-hours by hour or half-hour, on demand. Only columns of numbers stay in memory.
 * @param factors whether to add up quantities by emission factor
 */
export function totalsOfHalfHours(
  halfHours: ReadonlyMap<number, GroupHalfHours>,
  { list, means }: Groups & { readonly list: readonly Group[] },
  { clock, periods }: { readonly clock: Clock; readonly periods: readonly Period[] },
  factors: boolean,
): TotalsByPeriod {
  const byTarget = new Map<number, { readonly group: Group; readonly usageRows: HalfHourPeriods }[]>();
  const years = yearsOf(clock);
  for (const [number, ofSource] of halfHours) {
    const group = list[number];
    if (!group) continue;
    const usageRows = { group: number, halfHours: ofSource, clock, periods, years, mean: means.has(number) };
    const target = byTarget.get(group.target);
    if (target) target.push({ group, usageRows });
    else byTarget.set(group.target, [{ group, usageRows }]);
  }
  return {
    at(target, period) {
      let totals: PeriodTotals | undefined;
      for (const { group, usageRows } of byTarget.get(target) ?? []) {
        const usageRow = halfHourRow(usageRows, period);
        if (usageRow) addUsageRow((totals ??= emptyTotals()), usageRow, group, factors);
      }
      return totals;
    },
  };
}

/** Returns whether the periods of a query are hours or half-hours and their quantities can be added up. */
export function isOfHalfHours({ granularity, types }: FigureQuery, accounts: readonly ScopeAccount[]): boolean {
  const temperature = types?.includes('temperature') ?? accounts.some(({ type }) => type === 'temperature');
  return (granularity === 'hourly' || granularity === 'halfhourly') && !temperature;
}

/** Reads the bounds and consumption of hours or half-hours by target, without totals: there may be many. */
export async function readMinimalHalfHours(
  snapshot: VisibleSnapshot,
  accounts: readonly ScopeAccount[],
  { clock, granularity, source }: FigureQuery,
): Promise<(target: number) => LazyRows<MinimalFigures>> {
  const groups = {
    keys: accounts.map(({ key }) => key),
    groups: accounts.map(({ target }) => target),
    means: new Set<number>(),
  };
  const halfHours = await readHalfHourSums(snapshot, groups, {
    source: SOURCES[source] ?? SOURCE.combined,
    range: clock.utcDays,
  });
  return (target) =>
    new LazyRows(countPeriods(clock, granularity), function* () {
      const quantity = halfHours.get(target)?.quantity;
      for (const period of eachPeriod(clock, granularity)) {
        const [first, after] = halfHoursOf(period, clock);
        let consumption = 0;
        for (let halfHour = first; halfHour < after; halfHour += 1) consumption += quantity?.[halfHour] ?? 0;
        yield { startDate: period.start, endDate: period.end, consumption };
      }
    });
}

/** Returns the years of the local days. */
function yearsOf({ range: { from, to } }: Clock): Int16Array {
  return Int16Array.from({ length: to - from }, (_, day) => new Date((from + day) * DAY_MS).getUTCFullYear());
}
