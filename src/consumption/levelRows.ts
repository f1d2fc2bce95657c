import { floorAreas, type LevelAsset } from './areas.js';
import type { LevelFigures } from './consumption.js';
import type { Figures } from './figures.js';
import { eachOf } from './periods.js';
import type { Level, Question } from './question.js';
import type { ScopeAccount } from './scope.js';
import { wantsAreasOrCounts, type SelectedFields } from './wants.js';

/** The identifiers that were asked for, and the granularity. */
export function echoOf({ accountId, assetId, assetGroupId, entityId }: Level, { granularity }: Question): object {
  return { accountId, assetId, assetGroupId, entityId, granularity };
}

/** A level over the whole range. */
export function totalRow(
  level: LevelFigures,
  selected: SelectedFields,
  assets: readonly LevelAsset[] | null,
  index: number,
): object {
  if (!wantsAreasOrCounts(selected)) return level.total;
  const own = assets?.filter((asset) => asset.level === index) ?? null;
  return rowOf(level.total, areasAndCounts(level.accounts, own), floorAreas(level.accounts).assetFloorArea);
}

/** A level by period; made when they are asked for, as there may be many. */
export function dataRows(level: LevelFigures, assets: readonly LevelAsset[] | null, index: number): Iterable<object> {
  const facts = areasAndCounts(level.accounts, assets?.filter((asset) => asset.level === index) ?? null);
  const { assetFloorArea } = floorAreas(level.accounts);
  return eachOf(level.data, (period) => rowOf(period, facts, assetFloorArea));
}

/** What a level has whatever the period: areas and counts. */
function areasAndCounts(accounts: readonly ScopeAccount[], assets: readonly LevelAsset[] | null): object {
  return {
    ...floorAreas(accounts),
    ...(assets ? { totalAssetFloorArea: assets.reduce((sum, { area }) => sum + (area ?? 0), 0) } : {}),
    accountCount: accounts.length,
    assetCount: new Set(accounts.flatMap(({ assetId }) => assetId ?? [])).size,
  };
}

/** Figures per m² of the assets' floor area; null without one. */
function intensityOf(
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
function rowOf(figures: Pick<Figures, 'consumption'> & Partial<Figures>, facts: object, area: number): object {
  return { ...figures, ...facts, intensity: intensityOf(figures, area) };
}
