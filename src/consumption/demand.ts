import type { VisibleSnapshot } from '../data/database.js';
import type { Clock, Granularity, Period } from './periods.js';
import { canonicalUnit } from '../usage/units.js';
import { joinPeaks, type Peak, readDayPeaks, readSlotPeaks } from './demandPeaks.js';
import type { CapacityInfo } from './question.js';
import type { ScopeAccount } from './scope.js';

/** The demand and capacity of levels, over the whole range and by period. */
export interface Demand {
  total(level: number): CapacityInfo;
  period(level: number, index: number): CapacityInfo;
}

const SLOTS_PER_HOUR = 2;

/** Reads the coincident demand of levels: always from hh, accounts of kWh types only (figures 5). */
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
  const groups = {
    keys: energy.map(({ key }) => key),
    groups: energy.map(({ level }) => level),
    means: new Set<number>(),
  };
  const peaks =
    granularity === 'halfhourly' || granularity === 'hourly' || !clock.isUtc
      ? await readSlotPeaks(snapshot, groups, clock, periods)
      : await readDayPeaks(snapshot, groups, clock.utcDays, periods);
  const capacities = new Map<number, { sum: number; count: number }>();
  for (const { level, capacity } of accounts) {
    if (capacity === null) continue;
    const own = capacities.get(level) ?? { sum: 0, count: 0 };
    capacities.set(level, { sum: own.sum + capacity, count: own.count + 1 });
  }
  const info = (level: number, peak: Peak | undefined): CapacityInfo => {
    const capacity = capacities.get(level);
    const peakCapacity = capacity?.sum ?? null;
    const maxDemand = peak ? peak.max * SLOTS_PER_HOUR : null;
    return {
      maxDemand,
      avgDemand: peak ? (peak.sum * SLOTS_PER_HOUR) / peak.count : null,
      peakLoad:
        maxDemand === null || peakCapacity === null || peakCapacity === 0 ? null : (100 * maxDemand) / peakCapacity,
      peakCapacity,
      avgCapacity: capacity ? capacity.sum / capacity.count : null,
    };
  };
  return {
    total(level) {
      let whole: Peak | undefined;
      for (const peak of peaks.of(level)) whole = joinPeaks(whole, peak);
      return info(level, whole);
    },
    period: (level, index) => info(level, peaks.at(level, index)),
  };
}
