import type { VisibleSnapshot } from '../db/database.js';
import { databaseFailure } from '../db/failure.js';
import { AppError } from '../errors/appError.js';
import { SOURCE } from '../usage/sources.js';
import { preloadLocalDays } from '../values/localDays.js';
import { inTurns } from '../values/turns.js';
import { readComparables } from './comparable.js';
import type { ConsumptionContext, ConsumptionRequest, TargetUsage } from './context.js';
import { noCost } from './costs.js';
import type { SelectedFields } from './fieldNames.js';
import { type TargetFigures, dataRows, factsOf, targetRow, totalRow } from './figureRows.js';
import { type Gap, readGaps } from './gaps.js';
import { clockOf } from './localTime.js';
import { oneStatementKind, readInOneStatement } from './oneStatement.js';
import {
  type FigureQuery,
  SOURCES,
  GROUP_KEYS,
  type Target,
  type FigureNeeds,
  daysBefore,
  daysYearEarlier,
  rangeBefore,
  rangeName,
  rangeYearEarlier,
  selectsAreasOrCounts,
  figureNeedsOf,
} from './query.js';
import { readFigures } from './readFigures.js';
import { type TargetAsset, floorAreas, readTargetAssets, requireVisible } from './scope.js';

/**
 * Returns the figures of a batch of targets, in their order, from one snapshot of the database. A target whose types
 * have different units gets an error.
 * @param namedTarget the records that the client named, which must be visible; empty for targets of records
 * @throws AppError not-found, query-timeout or database-unavailable
 */
export async function answerTargets(
  request: ConsumptionRequest,
  targets: readonly Target[],
  query: FigureQuery,
  selected: SelectedFields,
  namedTarget: Target = {},
): Promise<readonly (object | AppError)[]> {
  const { queryable, caller } = request;
  try {
    const [target] = targets;
    const read = oneStatementKind(targets, query, selected, queryable.topology());
    if (target && read) {
      const snapshot: VisibleSnapshot = {
        topology: queryable.topology,
        rows: (statement) => queryable.rows(statement, caller),
        tuples: (statement) => queryable.tuples(statement, caller),
      };
      const usage = await readInOneStatement(snapshot, request, target, query, { selected, named: namedTarget, read });
      return await answer(contextOf(request, snapshot, usage), targets, query, selected);
    }
    return await queryable.snapshot(async (snapshot) => {
      const [, rows] = await Promise.all([
        requireVisible(snapshot, request, namedTarget),
        answer(contextOf(request, snapshot), targets, query, selected),
      ]);
      return rows;
    }, caller);
  } catch (error) {
    throw databaseFailure(error, 'Request a shorter range, or fewer accounts.');
  }
}

function contextOf(
  { access, account, asset, defaultCountry }: ConsumptionRequest,
  snapshot: VisibleSnapshot,
  usage: TargetUsage | null = null,
): ConsumptionContext {
  return { access, account, asset, defaultCountry, snapshot, usage };
}

/** The earlier ranges that a query can compare with. */
const EARLIER = {
  previous: { rangeOf: rangeBefore, pairsOf: daysBefore },
  yearEarlier: { rangeOf: rangeYearEarlier, pairsOf: daysYearEarlier },
} as const;
type EarlierTime = keyof typeof EARLIER;

/** The assets of each target; null: not needed. */
type AssetsOfTargets = readonly (readonly TargetAsset[])[] | null;

async function answer(
  context: ConsumptionContext,
  targets: readonly Target[],
  query: FigureQuery,
  selected: SelectedFields,
): Promise<readonly (object | AppError)[]> {
  const parts = [selected, ...(['data', 'previous', 'yearEarlier'] as const).map((name) => selected.get(name))];
  const selectsArea = parts.some((part) => part?.has('totalAssetFloorArea'));
  const isGroup = GROUP_KEYS.some((name) => targets[0]?.[name] !== undefined);
  const areas =
    selectsArea && !isGroup
      ? readTargetAssets(context.snapshot, context.access, context.asset, targets).then((assets) =>
          byTarget(assets, targets),
        )
      : Promise.resolve(null);
  const [figures, assets, previous, yearEarlier] = await Promise.all([
    readFigures(context, targets, query, figureNeedsOf(selected, query)),
    areas,
    answerEarlier(context, targets, query, 'previous', selected.get('previous'), areas),
    answerEarlier(context, targets, query, 'yearEarlier', selected.get('yearEarlier'), areas),
  ]);
  const gaps = selected.has('gaps')
    ? await readGaps(
        context.snapshot,
        figures.flatMap((target) => (target instanceof AppError ? [] : target.accounts)),
        targets.length,
        query.clock,
        SOURCES[query.source] ?? SOURCE.combined,
      )
    : [];
  const part = selected.get('assetGroups');
  const needs = part && figureNeedsOf(part, query);
  const breakdown = needs ? await readAssetFigures(context, targets, query, needs, figures) : [];
  const rows: (object | AppError)[] = [];
  await inTurns(figures.entries(), ([index, target]) => {
    if (target instanceof AppError) {
      rows.push(target);
      return;
    }
    const facts = factsOf(target, assets?.[index] ?? null);
    const { accountId, assetId, assetGroupId, entityId } = targets[index] ?? {};
    const hasBreakdown = breakdownTarget(targets[index] ?? {}) !== null;
    const fields = {
      accountId,
      assetId,
      assetGroupId,
      entityId,
      granularity: query.granularity,
      timeZone: query.clock.timeZone,
      data: selectsAreasOrCounts(selected.get('data')) ? dataRows(target, facts) : target.data,
      factors: target.factors,
      gaps: (gaps[index] ?? []).map(gapRow),
      previous: previous[index],
      yearEarlier: yearEarlier[index],
      assetGroups: hasBreakdown ? (breakdown[index] ?? []) : null,
    };
    rows.push(targetRow(totalRow(target, selected, facts), fields));
  });
  return rows;
}

/**
 * Returns the figures of an earlier range, and the comparison with the requested range.
 * @param selected fields of the earlier range; undefined: it is not selected
 * @returns null for a target with an error; an empty list if the range is not selected
 */
async function answerEarlier(
  context: ConsumptionContext,
  targets: readonly Target[],
  query: FigureQuery,
  name: EarlierTime,
  selected: SelectedFields | undefined,
  areas: Promise<AssetsOfTargets>,
): Promise<readonly (object | null)[]> {
  if (!selected) return [];
  const { rangeOf, pairsOf } = EARLIER[name];
  const range = rangeOf(query.clock.range);
  const { timeZone } = query.clock;
  await preloadLocalDays(timeZone, range.from, range.to);
  const earlierQuery = { ...query, clock: clockOf(timeZone, range), granularity: 'yearly' as const };
  const needs = figureNeedsOf(selected, query);
  const [read, assets] = await Promise.all([readFigures(context, targets, earlierQuery, needs), areas]);
  const compared = selected.get('comparable');
  const comparables = compared
    ? await readComparables(context, read, query, earlierQuery.clock, pairsOf(query.clock.range), compared)
    : [];
  return read.map((target, index) => {
    if (target instanceof AppError) return null;
    const total = totalRow(target, selected, factsOf(target, assets?.[index] ?? null));
    return { ...total, date: rangeName(range), comparable: comparables[index] ?? null };
  });
}

function gapRow({ accountId, start, end }: Gap): object {
  return { accountId, startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
}

/** Returns the assets of each target, in the order of the targets. */
function byTarget(assets: readonly TargetAsset[], targets: readonly Target[]): readonly (readonly TargetAsset[])[] {
  const assetsOf: TargetAsset[][] = targets.map(() => []);
  for (const asset of assets) assetsOf[asset.target]?.push(asset);
  return assetsOf;
}

/** Returns the group or entity whose assets have separate figures; null for an account, an asset or the portfolio. */
function breakdownTarget({ accountId, assetId, assetGroupId, entityId }: Target): Target | null {
  if (assetGroupId !== undefined) return { assetGroupId };
  return entityId === undefined || accountId !== undefined || assetId !== undefined ? null : { entityId };
}

/**
 * Reads the figures of each asset of each target, by `_id`, in one batch. It lists all assets of the group or entity.
 * Other identifiers of the target restrict only the accounts, so the assets add up to the target.
 */
async function readAssetFigures(
  context: ConsumptionContext,
  targets: readonly Target[],
  query: FigureQuery,
  needs: FigureNeeds,
  targetFigures: readonly (TargetFigures | AppError)[],
): Promise<readonly (readonly object[])[]> {
  const rows: object[][] = targets.map(() => []);
  // All targets of a batch have the same kinds of identifiers.
  const groups = targets.flatMap((target) => breakdownTarget(target) ?? []);
  const assets =
    groups.length === 0 ? [] : await readTargetAssets(context.snapshot, context.access, context.asset, groups, true);
  // If the query names an asset, the others have no accounts.
  const counted = assets.filter(({ target, id }) => [undefined, id].includes(targets[target]?.assetId));
  const parts = counted.map(({ target, id }) => ({ ...targets[target], assetId: id }));
  const read = parts.length === 0 ? [] : await readFigures(context, parts, { ...query, granularity: 'yearly' }, needs);
  const figures = new Map(counted.map((asset, index) => [asset, read[index]]));
  for (const asset of assets) {
    const target = targetFigures[asset.target];
    const ofAsset = figures.get(asset);
    if (!target || target instanceof AppError || ofAsset instanceof AppError) continue;
    // In figures of temperatures, an asset without accounts has no mean, instead of a sum of 0.
    const none = target.temperature && (ofAsset?.accounts.length ?? 0) === 0;
    const reason = noCost({ source: query.source, isMean: none, currencies: [] });
    const nothing = {
      consumption: query.emissionsOnly ? null : 0,
      emissions: { total: 0 },
      cost: reason === null ? 0 : null,
      currency: null,
      costReasons: reason === null ? [] : [reason],
    };
    const { consumption, emissions, cost, currency, costReasons } = ofAsset?.total ?? nothing;
    rows[asset.target]?.push({
      assetId: asset.id,
      siteName: asset.siteName,
      address: asset.address,
      consumption: none ? null : consumption,
      emissions: needs.emissions ? emissions?.total : null,
      cost: none ? null : cost,
      currency,
      costReasons: none && reason !== null ? [reason] : costReasons,
      ...floorAreas(ofAsset?.accounts ?? []),
    });
  }
  return rows;
}
