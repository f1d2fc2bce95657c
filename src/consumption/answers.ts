import type { VisibleSnapshot } from '../db/database.js';
import { databaseFailure } from '../db/failure.js';
import { sql } from '../db/sql.js';
import { AppError, invalidParameters } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { preloadLocalDays } from '../values/localDays.js';
import { inTurns, isTurnOver, nextTurn } from '../values/turns.js';
import { readComparables } from './comparable.js';
import type { ConsumptionContext, ConsumptionRequest } from './context.js';
import { readContracts } from './contracts.js';
import { noCost, readCosts } from './costs.js';
import { readDemand } from './demand.js';
import { type Factors, readFactors } from './factors.js';
import type { SelectedFields } from './fieldNames.js';
import { type Batch, TargetFigureRows, type TargetFigures, dataRows, factsOf, totalRow } from './figureRows.js';
import { type Gap, readGaps } from './gaps.js';
import { isOfHalfHours, readMinimalHalfHours, totalsOfHalfHours } from './halfHourTotals.js';
import { readGroupHalfHours } from './halfHours.js';
import { clockOf, periodsOf } from './localTime.js';
import { oneStatementKind, readInOneStatement } from './oneStatement.js';
import { type Group, type TotalsByPeriod, type UsageRow, groupsOf, totalsOfUsageRows } from './periodTotals.js';
import {
  type FigureQuery,
  SOURCES,
  GROUP_KEYS,
  type Target,
  type FigureNeeds,
  commonUnit,
  daysBefore,
  daysYearEarlier,
  rangeBefore,
  rangeName,
  rangeYearEarlier,
  selectsAreasOrCounts,
  figureNeedsOf,
} from './query.js';
import {
  type ScopeAccount,
  type TargetAsset,
  floorAreas,
  readScope,
  readTargetAssets,
  requireVisible,
} from './scope.js';
import { type Groups, type UsageQuery, keysToJoin, usageRowsSql, withGroups, withMeans } from './usageRows.js';

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
      return await answer({ ...request, snapshot, usage }, targets, query, selected);
    }
    return await queryable.snapshot(async (snapshot) => {
      const [, rows] = await Promise.all([
        requireVisible(snapshot, request, namedTarget),
        answer({ ...request, snapshot }, targets, query, selected),
      ]);
      return rows;
    }, caller);
  } catch (error) {
    throw databaseFailure(error, 'Request a shorter range, or fewer accounts.');
  }
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
    readConsumption(context, targets, query, figureNeedsOf(selected, query)),
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
    // A second spread would cost ten times as much as the first.
    rows.push({
      ...totalRow(target, selected, facts),
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
    });
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
  const [read, assets] = await Promise.all([readConsumption(context, targets, earlierQuery, needs), areas]);
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

/** The unit if only emissions are requested (contract 4, /consumption, units). */
const EMISSIONS_UNIT = 'kgco2e';

/**
 * Computes the figures of a batch of targets in a fixed number of statements (contract 4, /consumption; figures 5).
 * @param targets targets with the same kinds of identifiers
 * @returns the figures of each target, or an error for a target whose types have different units
 */
async function readConsumption(
  context: ConsumptionContext,
  targets: readonly Target[],
  query: FigureQuery,
  needs: FigureNeeds,
): Promise<readonly (TargetFigures | AppError)[]> {
  const accounts = context.usage?.accounts ?? (await readScope(context.snapshot, context, targets, query));
  const byTarget = targets.map((): ScopeAccount[] => []);
  for (const account of accounts) byTarget[account.target]?.push(account);
  const units = byTarget.map((ofTarget) => unitOf(query, ofTarget));
  const counted = accounts.filter(({ target }) => !(units[target] instanceof AppError));
  const batch = await readBatch(context, counted, targets.length, query, needs);

  const answers: (TargetFigures | AppError)[] = [];
  for (const target of targets.keys()) {
    const unit = units[target] ?? null;
    answers.push(
      unit instanceof AppError
        ? unit
        : await new TargetFigureRows(batch, target, byTarget[target] ?? [], unit).figures(),
    );
    if (isTurnOver()) await nextTurn();
  }
  return answers;
}

async function readBatch(
  context: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  targets: number,
  query: FigureQuery,
  needs: FigureNeeds,
): Promise<Batch> {
  const { snapshot } = context;
  const { clock, source, emissionsOnly } = query;
  const byHalfHours = needs.periods && needs.minimal && !emissionsOnly && isOfHalfHours(query, accounts);
  // Without periods, the sums of months are enough.
  const granularity = needs.periods && !byHalfHours ? query.granularity : 'yearly';
  const periods = periodsOf(clock, granularity);
  const time = { clock, granularity, periods };
  const groups = { keys: accounts.map(({ key }) => key), groups: accounts.map(({ target }) => target) };
  const totalsFrom = (from: SourceCode, emissions: boolean): Promise<TotalsByPeriod> =>
    totalsOf(context, accounts, { ...time, source: from, dayNight: needs.dayNight }, targets, emissions);
  const [halfHours, totalsByPeriod, simulated, factors, demand, costs, contracts] = await Promise.all([
    byHalfHours ? readMinimalHalfHours(snapshot, accounts, query) : null,
    totalsFrom(SOURCES[source] ?? SOURCE.combined, needs.emissions),
    needs.simulated ? totalsFrom(SOURCE.simulated, false) : null,
    needs.emissions ? factorsFor(context, accounts) : null,
    needs.capacity ? readDemand(snapshot, accounts, time) : null,
    needs.cost || needs.rates ? readCosts(snapshot, groups, time, needs.rates) : null,
    needs.contracts ? readContracts(snapshot, groups.keys, clock) : null,
  ]);
  return {
    query,
    needs,
    granularity,
    periods,
    halfHours,
    totalsByPeriod,
    simulated,
    factors,
    demand,
    costs,
    contracts,
  };
}

/** Returns the totals of the stored usage, from the rows of the one statement or with further statements. */
function totalsOf(
  { snapshot, usage }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  query: UsageQuery,
  targets: number,
  emissions: boolean,
): Promise<TotalsByPeriod> {
  return usage
    ? totalsOfUsageRows(usage.usageRows, targets, usage.groups, emissions)
    : readTotals(snapshot, groupsOf(accounts), query, targets, emissions);
}

function factorsFor(
  { snapshot, usage }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
): Factors | Promise<Factors> {
  const countries = accounts.map(({ country }) => country);
  return usage?.factors ?? readFactors(snapshot, countries);
}

/** Returns the unit of a target's figures; an error if there are several. */
function unitOf({ types, emissionsOnly }: FigureQuery, accounts: readonly ScopeAccount[]): string | null | AppError {
  if (emissionsOnly) return EMISSIONS_UNIT;
  const unit = commonUnit(types ?? accounts.map(({ type }) => type));
  return unit !== null && typeof unit === 'object' ? invalidParameters([unit]) : unit;
}

/**
 * Reads the stored usage by target and period, whole months from the sums of months. The totals of periods are computed
 * on demand: there may be many.
 * @param factors whether to read quantities by emission factor
 */
async function readTotals(
  snapshot: VisibleSnapshot,
  groups: Groups & { readonly list: readonly Group[] },
  query: UsageQuery,
  targets: number,
  factors: boolean,
): Promise<TotalsByPeriod> {
  const { granularity, clock, source } = query;
  if (groups.keys.length === 0 || clock.start >= clock.end) return { at: () => undefined };
  if (granularity === 'halfhourly' || granularity === 'hourly') {
    const halfHours = await readGroupHalfHours(snapshot, groups, { source, range: clock.utcDays });
    return totalsOfHalfHours(halfHours, groups, query, factors);
  }
  return totalsOfUsageRows(await readUsageRows(snapshot, groups, query), targets, groups.list, factors);
}

/** Reads usage rows, ordered by period, group and year. */
async function readUsageRows(
  snapshot: VisibleSnapshot,
  groups: Groups,
  query: UsageQuery,
): Promise<readonly UsageRow[]> {
  const begin = query.clock.isUtc ? withGroups(groups) : withMeans(groups);
  const usageRows = usageRowsSql(query, keysToJoin(snapshot, groups));
  return snapshot.rows<UsageRow>(sql`${begin} ${usageRows} order by 2, 1, 3`);
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
  const read =
    parts.length === 0 ? [] : await readConsumption(context, parts, { ...query, granularity: 'yearly' }, needs);
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
