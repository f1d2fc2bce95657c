import { decimal } from './areas.js';
import type { Computed } from './accountUsage.js';
import type { Range } from './periods.js';
import type { JsonObject } from './records.js';
import { isEnergyType } from './units.js';

/** Coincident demand, always from hh: kW in each slot for which an account has hh data. */
function demands(computed: readonly Computed[], { from, to }: Range): readonly number[] {
  const energy = computed.filter(({ account }) => isEnergyType(account.type));
  const found: number[] = [];
  (computed[0]?.starts ?? []).forEach((start, index) => {
    if (start < from || start >= to) return;
    const slots = energy.flatMap(({ sources }) => sources.hh[index] ?? []).filter(({ seconds }) => seconds > 0);
    if (slots.length > 0) found.push(slots.reduce((total, { quantity }) => total + quantity, 0) / 0.5);
  });
  return found;
}

export function capacityInfo(computed: readonly Computed[], range: Range): JsonObject {
  const kilowatts = demands(computed, range);
  const capacities = computed.flatMap(({ account }) => decimal(account.capacity) ?? []);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const orNull = (numbers: readonly number[], value: number): number | null => (numbers.length > 0 ? value : null);
  const maxDemand = orNull(kilowatts, Math.max(...kilowatts));
  const peakCapacity = orNull(capacities, sum(capacities));
  const limited = computed.filter(({ account }) => isEnergyType(account.type) && (decimal(account.capacity) ?? 0) > 0);
  const loads = demands(limited, range);
  const limit = sum(limited.map(({ account }) => decimal(account.capacity) ?? 0));
  return {
    maxDemand,
    avgDemand: orNull(kilowatts, sum(kilowatts) / kilowatts.length),
    peakCapacity,
    avgCapacity: orNull(capacities, sum(capacities) / capacities.length),
    peakLoad: orNull(loads, (100 * Math.max(...loads)) / limit),
  };
}
