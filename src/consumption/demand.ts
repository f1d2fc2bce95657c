import type { Knex } from 'knex';
import { DAY_MS, SLOT_MS, type DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { canonicalUnit } from '../usage/units.js';
import type { Period } from './periods.js';
import type { ScopeAccount } from './scope.js';
import { readGroupSlots } from './slots.js';

/** Demand and capacity, kW; peakLoad in percent. */
export interface CapacityInfo {
  readonly maxDemand: number | null;
  readonly avgDemand: number | null;
  readonly peakLoad: number | null;
  readonly peakCapacity: number | null;
  readonly avgCapacity: number | null;
}

const SLOTS_PER_HOUR = 2;

/** Reads the coincident demand of levels: always from hh, accounts of kWh types only (consumption, the figures). */
export async function readDemand(
  knex: Knex,
  accounts: readonly ScopeAccount[],
  range: DayRange,
): Promise<(level: number, period: Period) => CapacityInfo> {
  const energy = accounts.filter(({ type }) => canonicalUnit(type) === 'kWh');
  const groups = {
    keys: energy.map(({ key }) => key),
    groups: energy.map(({ level }) => level),
    means: new Set<number>(),
  };
  const slots = await readGroupSlots(knex, groups, { source: SOURCE.hh, range, sumsOnly: true });
  return (level, { start, end }) => {
    const own = slots.get(level);
    let [max, sum, count] = [-Infinity, 0, 0];
    for (let slot = slotOf(start, range); own && slot < slotOf(end, range); slot += 1) {
      if ((own.present[slot] ?? 0) === 0) continue;
      const demand = (own.quantity[slot] ?? 0) * SLOTS_PER_HOUR;
      max = Math.max(max, demand);
      sum += demand;
      count += 1;
    }
    const capacities = accounts.flatMap((account) => (account.level === level ? (account.capacity ?? []) : []));
    const capacity = capacities.reduce((total, one) => total + one, 0);
    const peakCapacity = capacities.length === 0 ? null : capacity;
    const maxDemand = count === 0 ? null : max;
    return {
      maxDemand,
      avgDemand: count === 0 ? null : sum / count,
      peakLoad:
        maxDemand === null || peakCapacity === null || peakCapacity === 0 ? null : (100 * maxDemand) / peakCapacity,
      peakCapacity,
      avgCapacity: capacities.length === 0 ? null : capacity / capacities.length,
    };
  };
}

function slotOf(at: number, { from }: DayRange): number {
  return (at - from * DAY_MS) / SLOT_MS;
}
