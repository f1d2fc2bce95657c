import type { ScopeAccount } from '../consumption/scope.js';
import type { Figures } from '../consumption/figures.js';
import { floorAreas, type LevelAsset } from '../consumption/areas.js';
import type { Level, Question } from '../consumption/question.js';
import type { Wants } from '../consumption/consumption.js';
import type { Selection } from './fieldPlan.js';

/** What periods have at no further cost. */
const MINIMAL = ['startDate', 'endDate', 'consumption'];

/** What a row has besides figures: areas, counts, and what is made of them. */
const FACTS = ['accountFloorArea', 'assetFloorArea', 'totalAssetFloorArea', 'accountCount', 'assetCount', 'intensity'];

/** What a row has of demand and capacity. */
export const CAPACITY = ['maxDemand', 'avgDemand', 'peakLoad', 'peakCapacity', 'avgCapacity'];

/** Whether a part of a selection wants any of them. */
export function wantsFacts(selection: Selection | undefined): boolean {
  return FACTS.some((name) => selection?.has(name));
}

/** What the parts of a selection on Consumption want computed, the top level and the periods together. */
export function wantsOf(selection: Selection, source: string, emissionsOnly: boolean): Wants {
  const names = new Set([...selection.keys(), ...(selection.get('data')?.keys() ?? [])]);
  const any = (...wanted: readonly string[]): boolean => wanted.some((name) => names.has(name));
  const intensity = [selection, selection.get('data')].some((part) => part?.get('intensity')?.has('emissions'));
  return {
    periods: selection.has('data'),
    minimal: [...(selection.get('data')?.keys() ?? [])].every((name) => MINIMAL.includes(name)),
    emissions: any('emissions', 'totalEmissions', 'missingFactors', 'factors') || intensity,
    simulated: any('simulatedConsumption'),
    capacity: any(...CAPACITY),
    cost: any('cost') && source === 'invoice',
    rates: any('rates') && source === 'invoice',
    contracts: any('contractCoverage'),
    emissionsOnly,
  };
}

/** What a level has whatever the period: areas and counts. */
export function factsOf(accounts: readonly ScopeAccount[], assets: readonly LevelAsset[] | null): object {
  return {
    ...floorAreas(accounts),
    ...(assets ? { totalAssetFloorArea: assets.reduce((sum, { area }) => sum + (area ?? 0), 0) } : {}),
    accountCount: accounts.length,
    assetCount: new Set(accounts.flatMap(({ assetId }) => assetId ?? [])).size,
  };
}

/** Figures per m² of the assets' floor area; null without one. */
export function intensityOf(
  { consumption, emissions }: Pick<Figures, 'consumption'> & Partial<Figures>,
  area: number,
): { readonly consumption: number | null; readonly emissions: number | null } | null {
  if (area <= 0) return null;
  return {
    consumption: consumption === null ? null : consumption / area,
    emissions: emissions ? emissions.total / area : null,
  };
}

/** A row of figures as the resolvers hand it on, with what is the same in every period. */
export function rowOf(figures: Pick<Figures, 'consumption'> & Partial<Figures>, facts: object, area: number): object {
  return { ...figures, ...facts, intensity: intensityOf(figures, area) };
}

/** The identifiers that were asked for, and the granularity. */
export function echoOf({ accountId, assetId, assetGroupId, entityId }: Level, { granularity }: Question): object {
  return { accountId, assetId, assetGroupId, entityId, granularity };
}
