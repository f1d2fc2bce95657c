import type { FigureField, SelectedFields } from './fieldNames.js';
import type { ParameterProblem } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { canonicalUnit } from '../usage/units.js';
import type { Clock, Granularity } from './periods.js';

/** The sources of contract 4, /consumption, as they are stored. */
export const SOURCES: Readonly<Record<string, SourceCode>> = {
  hh: SOURCE.hh,
  invoice: SOURCE.invoice,
  reading: SOURCE.reading,
  custom: SOURCE.custom,
  combined: SOURCE.combined,
  'reading-hh': SOURCE.readingHh,
};

/** The level that is asked for; several narrow each other, none is the portfolio. */
export interface Level {
  readonly accountId?: string;
  readonly assetId?: string;
  readonly assetGroupId?: string;
  readonly entityId?: string;
}

/** The identifiers that a level may be named by. */
export const LEVEL_IDS = ['accountId', 'assetId', 'assetGroupId', 'entityId'] as const satisfies (keyof Level)[];

/** What is asked of every level of a batch. */
export interface Question {
  /** The days that are asked about. */
  readonly clock: Clock;
  readonly granularity: Granularity;
  readonly source: string;
  /** Utility types; null: all. */
  readonly types: readonly string[] | null;
  /** Accounts with any of these; null: all. */
  readonly tags: readonly string[] | null;
  /** Whether only emissions are asked for: types of different units may be mixed, and there is no consumption. */
  readonly emissionsOnly: boolean;
}

/**
 * The unit that figures of these types have in common; null of no type.
 * @returns a problem that names the types when their units differ
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

/** Their names. */
export const CAPACITY_FIELDS: readonly (FigureField & keyof CapacityInfo)[] = [
  'maxDemand',
  'avgDemand',
  'peakLoad',
  'peakCapacity',
  'avgCapacity',
];

/** The figures that take statements of their own; the others come with the stored usage. */
export interface Wants {
  /** Whether the periods are wanted, or the whole range only. */
  readonly periods: boolean;
  /** Whether of the periods only bounds and consumption are wanted. */
  readonly minimal: boolean;
  readonly dayNight: boolean;
  readonly emissions: boolean;
  readonly simulated: boolean;
  readonly capacity: boolean;
  /** What is read of invoices: cost, and what is told with it. */
  readonly cost: boolean;
  /** Why there is no cost, which of other sources than invoices takes no statement. */
  readonly costReasons: boolean;
  readonly rates: boolean;
  readonly contracts: boolean;
}

const COST_REASONS: readonly FigureField[] = ['costReasons', 'unitCostReasons'];

/** What periods have at no further cost. */
const MINIMAL: readonly FigureField[] = ['startDate', 'endDate', 'consumption'];

/** What a row has besides figures: areas, counts, and what is made of them. */
const AREAS_AND_COUNTS: readonly FigureField[] = [
  'accountFloorArea',
  'assetFloorArea',
  'totalAssetFloorArea',
  'accountCount',
  'assetCount',
  'intensity',
];

/** Whether any of what rows have besides figures is selected. */
export function wantsAreasOrCounts(selected: SelectedFields | undefined): boolean {
  return AREAS_AND_COUNTS.some((name) => selected?.has(name));
}

/** What the selected fields want computed, the top level and the periods together. */
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
