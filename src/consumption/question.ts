import type { FigureField, SelectedFields } from './fieldNames.js';
import type { ParameterProblem } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { canonicalUnit } from '../usage/units.js';
import type { Clock, Granularity } from './periods.js';

/** The stored codes of the sources of `/consumption` (contract 4). */
export const SOURCES: Readonly<Record<string, SourceCode>> = {
  hh: SOURCE.hh,
  invoice: SOURCE.invoice,
  reading: SOURCE.reading,
  custom: SOURCE.custom,
  combined: SOURCE.combined,
  'reading-hh': SOURCE.readingHh,
};

/** The target of a request: an account, asset, group or entity. Several narrow each other; none is the portfolio. */
export interface Level {
  readonly accountId?: string;
  readonly assetId?: string;
  readonly assetGroupId?: string;
  readonly entityId?: string;
}

/** The identifiers that name a level. */
export const LEVEL_IDS = ['accountId', 'assetId', 'assetGroupId', 'entityId'] as const satisfies (keyof Level)[];

/** The question to every level of a batch. */
export interface Question {
  /** The requested days. */
  readonly clock: Clock;
  readonly granularity: Granularity;
  readonly source: string;
  /** Utility types; null: all. */
  readonly types: readonly string[] | null;
  /** Accounts with any of these; null: all. */
  readonly tags: readonly string[] | null;
  /** Whether only emissions are requested. Types may then have different units, and there is no consumption. */
  readonly emissionsOnly: boolean;
}

/**
 * Returns the common unit of types; null without types.
 * @returns a problem that names the types if their units differ
 */
export function commonUnit(types: readonly string[]): string | null | ParameterProblem {
  const units = new Set(types.map(canonicalUnit));
  if (units.size < 2) return [...units][0] ?? null;
  const named = [...new Set(types)].map((type) => `${type} (${canonicalUnit(type)})`).join(', ');
  return {
    parameter: 'accountType',
    message: `accountType must name types of one unit, as their consumption is added up: ${named}.`,
  };
}

/** Demand and capacity, kW; peakLoad in percent. */
export interface CapacityInfo {
  readonly maxDemand: number | null;
  readonly avgDemand: number | null;
  readonly peakLoad: number | null;
  readonly peakCapacity: number | null;
  readonly avgCapacity: number | null;
}

/** The names of the fields of {@link CapacityInfo}. */
export const CAPACITY_FIELDS: readonly (FigureField & keyof CapacityInfo)[] = [
  'maxDemand',
  'avgDemand',
  'peakLoad',
  'peakCapacity',
  'avgCapacity',
];

/** The requested figures that need further statements. The others come with the stored usage. */
export interface Wants {
  /** Whether periods are requested, or the whole range only. */
  readonly periods: boolean;
  /** Whether periods need only bounds and consumption. */
  readonly minimal: boolean;
  readonly dayNight: boolean;
  readonly emissions: boolean;
  readonly simulated: boolean;
  readonly capacity: boolean;
  /** Whether cost is requested, which is read from invoices. */
  readonly cost: boolean;
  /** Whether the reason for a missing cost is requested. Sources other than invoices need no statement for it. */
  readonly costReasons: boolean;
  readonly rates: boolean;
  readonly contracts: boolean;
}

const COST_REASONS: readonly FigureField[] = ['costReasons', 'unitCostReasons'];

/** Fields of periods that need no further work. */
const MINIMAL: readonly FigureField[] = ['startDate', 'endDate', 'consumption'];

/** Areas, counts, and fields derived from them. */
const AREAS_AND_COUNTS: readonly FigureField[] = [
  'accountFloorArea',
  'assetFloorArea',
  'totalAssetFloorArea',
  'accountCount',
  'assetCount',
  'intensity',
];

/** Whether areas, counts or fields derived from them are selected. */
export function wantsAreasOrCounts(selected: SelectedFields | undefined): boolean {
  return AREAS_AND_COUNTS.some((name) => selected?.has(name));
}

/** Returns the figures that the selected fields need, of the whole range and of periods. */
export function wantsOf(selected: SelectedFields, { source }: Question): Wants {
  const data = selected.get('data');
  const names = new Set([...selected.keys(), ...(data?.keys() ?? [])]);
  const isWanted = (...wanted: readonly FigureField[]): boolean => wanted.some((name) => names.has(name));
  const intensity = [selected, data].some((part) => part?.get('intensity')?.has('emissions'));
  return {
    periods: selected.has('data'),
    minimal: [...(data?.keys() ?? [])].every((name) => MINIMAL.includes(name)),
    dayNight: isWanted('dayConsumption', 'nightConsumption'),
    emissions: isWanted('emissions', 'totalEmissions', 'missingFactors', 'factors') || intensity,
    simulated: isWanted('simulatedConsumption'),
    capacity: isWanted(...CAPACITY_FIELDS),
    cost: isWanted('cost', 'currency', 'unitCost', ...COST_REASONS) && source === 'invoice',
    costReasons: isWanted(...COST_REASONS),
    rates: isWanted('rates') && source === 'invoice',
    contracts: isWanted('contractCoverage'),
  };
}
