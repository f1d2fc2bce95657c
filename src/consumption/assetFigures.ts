import { AppError } from '../errors/appError.js';
import { floorAreas, readLevelAssets } from './areas.js';
import { noCost } from './figures.js';
import { type LevelFigures, readConsumption } from './consumption.js';
import type { ConsumptionContext } from './context.js';
import type { Level, Question, Wants } from './question.js';

/**
 * The figures of each asset of each level, by `_id`; one batch for all. All assets of the group are listed: what else
 * narrows the level narrows their accounts, so that they add up to the level.
 */
export async function readAssetFigures(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  wants: Wants,
  whole: readonly (LevelFigures | AppError)[],
): Promise<readonly (readonly object[])[]> {
  const rows: object[][] = levels.map(() => []);
  // All levels of a batch name the same identifiers.
  const groups = levels.flatMap(({ assetGroupId }) => (assetGroupId === undefined ? [] : [{ assetGroupId }]));
  const assets =
    groups.length === 0 ? [] : await readLevelAssets(context.snapshot, context.access, context.asset, groups);
  // Beside an asset that is asked for the others have no accounts.
  const counted = assets.filter(({ level, id }) => [undefined, id].includes(levels[level]?.assetId));
  const parts = counted.map(({ level, id }) => ({ ...levels[level], assetId: id }));
  const read =
    parts.length === 0 ? [] : await readConsumption(context, parts, { ...question, granularity: 'yearly' }, wants);
  const figures = new Map(counted.map((asset, index) => [asset, read[index]]));
  for (const asset of assets) {
    const level = whole[asset.level];
    const found = figures.get(asset);
    if (!level || level instanceof AppError || found instanceof AppError) continue;
    // Where all is temperatures, an asset without accounts has no mean, rather than a sum of nothing.
    const none = level.temperature && (found?.accounts.length ?? 0) === 0;
    const reason = noCost({ source: question.source, isMean: none, currencies: [] });
    const nothing = {
      consumption: question.emissionsOnly ? null : 0,
      emissions: { total: 0 },
      cost: reason === null ? 0 : null,
      currency: null,
      costReasons: reason === null ? [] : [reason],
    };
    const { consumption, emissions, cost, currency, costReasons } = found?.total ?? nothing;
    rows[asset.level]?.push({
      assetId: asset.id,
      siteName: asset.siteName,
      address: asset.address,
      consumption: none ? null : consumption,
      emissions: wants.emissions ? emissions?.total : null,
      cost: none ? null : cost,
      currency,
      costReasons: none && reason !== null ? [reason] : costReasons,
      ...floorAreas(found?.accounts ?? []),
    });
  }
  return rows;
}
