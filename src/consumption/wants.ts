import { CAPACITY_FIELDS } from './demand.js';
import type { Question } from './question.js';

/** The fields that are selected of figures, by name, each with those selected below it. */
export type SelectedFields = ReadonlyMap<string, SelectedFields>;

/** The figures that take statements of their own; the others come with what is painted. */
export interface Wants {
  /** Whether the periods are wanted, or the whole range only. */
  readonly periods: boolean;
  /** Whether of the periods only bounds and consumption are wanted. */
  readonly minimal: boolean;
  readonly emissions: boolean;
  readonly simulated: boolean;
  readonly capacity: boolean;
  readonly cost: boolean;
  readonly rates: boolean;
  readonly contracts: boolean;
}

/** What periods have at no further cost. */
const MINIMAL = ['startDate', 'endDate', 'consumption'];

/** What a row has besides figures: areas, counts, and what is made of them. */
const AREAS_AND_COUNTS = [
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
  const any = (...wanted: readonly string[]): boolean => wanted.some((name) => names.has(name));
  const intensity = [selected, data].some((part) => part?.get('intensity')?.has('emissions'));
  return {
    periods: selected.has('data'),
    minimal: [...(data?.keys() ?? [])].every((name) => MINIMAL.includes(name)),
    emissions: any('emissions', 'totalEmissions', 'missingFactors', 'factors') || intensity,
    simulated: any('simulatedConsumption'),
    capacity: any(...CAPACITY_FIELDS),
    cost: any('cost') && source === 'invoice',
    rates: any('rates') && source === 'invoice',
    contracts: any('contractCoverage'),
  };
}
