import type { VisibleReads, VisibleSnapshot } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import { sql } from '../data/sql.js';
import { AppError, invalidParameters } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { learnLocalDays } from '../values/localDays.js';
import { inTurns, isTurnOver, nextTurn } from '../values/turns.js';
import { readComparables } from './comparable.js';
import type { ConsumptionContext, ConsumptionRequest } from './context.js';
import { readContracts } from './contracts.js';
import { noCost, readCosts } from './costs.js';
import { readDemand } from './demand.js';
import { type Factors, readFactors } from './factors.js';
import type { SelectedFields } from './fieldNames.js';
import { type Batch, type LevelFigures, LevelReader, dataRows, factsOf, totalRow } from './figureRows.js';
import { type Gap, readGaps } from './gaps.js';
import { cellsOfSlots, hasSlots, readMinimalSlots } from './halfHourTotals.js';
import { readGroupSlots } from './halfHours.js';
import { clockOf, periodsOf } from './localTime.js';
import { readAtOnce, readByOneStatement } from './oneStatement.js';
import { type Cells, type Group, type Piece, cellsOfPieces, groupsOf } from './periodTotals.js';
import {
  type Level,
  type Question,
  SOURCES,
  type Wants,
  commonUnit,
  daysBefore,
  daysYearEarlier,
  rangeBefore,
  rangeName,
  rangeYearEarlier,
  wantsAreasOrCounts,
  wantsOf,
} from './query.js';
import { type LevelAsset, type ScopeAccount, floorAreas, readLevelAssets, readScope, requireVisible } from './scope.js';
import { type Groups, type PieceQuestion, keysToJoin, piecesSql, withGroups, withMeans } from './usageRows.js';

/**
 * The answers of a batch of levels, in their order, all from one snapshot of the database; an error in place of one whose
 * types have different units.
 * @param named what the caller named, and so must be allowed to see; records that were found already name nothing
 * @throws AppError not-found, query-timeout or database-unavailable
 */
export async function answerLevels(
  request: ConsumptionRequest,
  levels: readonly Level[],
  question: Question,
  selected: SelectedFields,
  named: Level = {},
): Promise<readonly (object | AppError)[]> {
  const { queryable, caller } = request;
  try {
    const [level] = levels;
    const read = readByOneStatement(levels, question, selected, queryable.isDistributed());
    if (level && read) {
      const snapshot: VisibleReads = {
        isDistributed: () => queryable.isDistributed(),
        rows: (statement) => queryable.rows(statement, caller),
        tuples: (statement) => queryable.tuples(statement, caller),
      };
      const known = await readAtOnce(snapshot, request, level, question, { selected, named, read });
      return await answer({ ...request, snapshot, known }, levels, question, selected);
    }
    return await queryable.snapshot(async (snapshot) => {
      const [, rows] = await Promise.all([
        requireVisible(snapshot, request, named),
        answer({ ...request, snapshot }, levels, question, selected),
      ]);
      return rows;
    }, caller);
  } catch (error) {
    throw databaseFailure(error, 'Ask for a shorter time, or for fewer accounts.');
  }
}

/** Earlier times that an answer compares with. */
const EARLIER = {
  previous: { rangeOf: rangeBefore, pairsOf: daysBefore },
  yearEarlier: { rangeOf: rangeYearEarlier, pairsOf: daysYearEarlier },
} as const;
type EarlierTime = keyof typeof EARLIER;

/** The assets of each level; null: nothing needs them. */
type AssetsOfLevels = readonly (readonly LevelAsset[])[] | null;

async function answer(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  selected: SelectedFields,
): Promise<readonly (object | AppError)[]> {
  const parts = [selected, ...(['data', 'previous', 'yearEarlier'] as const).map((name) => selected.get(name))];
  const wantsArea = parts.some((part) => part?.has('totalAssetFloorArea'));
  const areas = wantsArea
    ? readLevelAssets(context.snapshot, context.access, context.asset, levels).then((assets) => byLevel(assets, levels))
    : Promise.resolve(null);
  const [figures, assets, previous, yearEarlier] = await Promise.all([
    readConsumption(context, levels, question, wantsOf(selected, question)),
    areas,
    answerEarlier(context, levels, question, 'previous', selected.get('previous'), areas),
    answerEarlier(context, levels, question, 'yearEarlier', selected.get('yearEarlier'), areas),
  ]);
  const gaps = selected.has('gaps')
    ? await readGaps(
        context.snapshot,
        figures.flatMap((level) => (level instanceof AppError ? [] : level.accounts)),
        levels.length,
        question.clock,
        SOURCES[question.source] ?? SOURCE.combined,
      )
    : [];
  const part = selected.get('assetGroups');
  const wants = part && wantsOf(part, question);
  const breakdown = wants ? await readAssetFigures(context, levels, question, wants, figures) : [];
  const rows: (object | AppError)[] = [];
  await inTurns(figures.entries(), ([index, level]) => {
    if (level instanceof AppError) {
      rows.push(level);
      return;
    }
    const facts = factsOf(level, assets?.[index] ?? null);
    const { accountId, assetId, assetGroupId, entityId } = levels[index] ?? {};
    // A second spread would cost ten times as much as the first.
    rows.push({
      ...totalRow(level, selected, facts),
      accountId,
      assetId,
      assetGroupId,
      entityId,
      granularity: question.granularity,
      timeZone: question.clock.timeZone,
      data: wantsAreasOrCounts(selected.get('data')) ? dataRows(level, facts) : level.data,
      factors: level.factors,
      gaps: (gaps[index] ?? []).map(gapRow),
      previous: previous[index],
      yearEarlier: yearEarlier[index],
      assetGroups: assetGroupId === undefined ? null : (breakdown[index] ?? []),
    });
  });
  return rows;
}

/**
 * Answers levels over an earlier time, with what can be compared with the requested range.
 * @param selected of the earlier time; undefined: it is not selected
 * @returns null for a level that is an error; none at all where the time is not selected
 */
async function answerEarlier(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  name: EarlierTime,
  selected: SelectedFields | undefined,
  areas: Promise<AssetsOfLevels>,
): Promise<readonly (object | null)[]> {
  if (!selected) return [];
  const { rangeOf, pairsOf } = EARLIER[name];
  const range = rangeOf(question.clock.range);
  const { timeZone } = question.clock;
  await learnLocalDays(timeZone, range.from, range.to);
  const whole = { ...question, clock: clockOf(timeZone, range), granularity: 'yearly' as const };
  const wants = wantsOf(selected, question);
  const [read, assets] = await Promise.all([readConsumption(context, levels, whole, wants), areas]);
  const compared = selected.get('comparable');
  const comparables = compared
    ? await readComparables(context, read, question, whole.clock, pairsOf(question.clock.range), compared)
    : [];
  return read.map((level, index) => {
    if (level instanceof AppError) return null;
    const total = totalRow(level, selected, factsOf(level, assets?.[index] ?? null));
    return { date: rangeName(range), ...total, comparable: comparables[index] ?? null };
  });
}

function gapRow({ accountId, start, end }: Gap): object {
  return { accountId, startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
}

/** The assets of each level, in the order of the levels. */
function byLevel(assets: readonly LevelAsset[], levels: readonly Level[]): readonly (readonly LevelAsset[])[] {
  const own: LevelAsset[][] = levels.map(() => []);
  for (const asset of assets) own[asset.level]?.push(asset);
  return own;
}

/** The unit of answers that have emissions only (contract 4, /consumption, units). */
const EMISSIONS_UNIT = 'kgco2e';

/**
 * Computes the figures of a batch of levels in a fixed number of statements (contract 4, /consumption; figures 5).
 * @param levels all of which name the same identifiers
 * @returns for a level whose types have different units an error; the other levels have their figures
 */
async function readConsumption(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  wants: Wants,
): Promise<readonly (LevelFigures | AppError)[]> {
  const found = context.known?.accounts ?? (await readScope(context.snapshot, context, levels, question));
  const byLevel = levels.map((): ScopeAccount[] => []);
  for (const account of found) byLevel[account.level]?.push(account);
  const units = byLevel.map((accounts) => unitOf(question, accounts));
  const counted = found.filter(({ level }) => !(units[level] instanceof AppError));
  const batch = await readBatch(context, counted, levels.length, question, wants);

  const answers: (LevelFigures | AppError)[] = [];
  for (const level of levels.keys()) {
    const unit = units[level] ?? null;
    answers.push(
      unit instanceof AppError ? unit : await new LevelReader(batch, level, byLevel[level] ?? [], unit).figures(),
    );
    if (isTurnOver()) await nextTurn();
  }
  return answers;
}

async function readBatch(
  context: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  levels: number,
  question: Question,
  wants: Wants,
): Promise<Batch> {
  const { snapshot } = context;
  const { clock, source, emissionsOnly } = question;
  const bySlots = wants.periods && wants.minimal && !emissionsOnly && hasSlots(question, accounts);
  // Without cells for the periods the sums of months do.
  const granularity = wants.periods && !bySlots ? question.granularity : 'yearly';
  const periods = periodsOf(clock, granularity);
  const time = { clock, granularity, periods };
  const groups = { keys: accounts.map(({ key }) => key), groups: accounts.map(({ level }) => level) };
  const cellsFrom = (from: SourceCode, emissions: boolean): Promise<Cells> =>
    cellsOf(context, accounts, { ...time, source: from, dayNight: wants.dayNight }, levels, emissions);
  const [slots, cells, simulated, factors, demand, costs, contracts] = await Promise.all([
    bySlots ? readMinimalSlots(snapshot, accounts, question) : null,
    cellsFrom(SOURCES[source] ?? SOURCE.combined, wants.emissions),
    wants.simulated ? cellsFrom(SOURCE.simulated, false) : null,
    wants.emissions ? factorsFor(context, accounts) : null,
    wants.capacity ? readDemand(snapshot, accounts, time) : null,
    wants.cost || wants.rates ? readCosts(snapshot, groups, time, wants.rates) : null,
    wants.contracts ? readContracts(snapshot, groups.keys, clock) : null,
  ]);
  return { question, wants, granularity, periods, slots, cells, simulated, factors, demand, costs, contracts };
}

/** The stored usage, as cells; pieces that are known already are not kept beside them. */
function cellsOf(
  { snapshot, known }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  question: PieceQuestion,
  levels: number,
  emissions: boolean,
): Promise<Cells> {
  return known
    ? cellsOfPieces(known.pieces, levels, known.groups, emissions)
    : readCells(snapshot, groupsOf(accounts), question, levels, emissions);
}

function factorsFor(
  { snapshot, known }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
): Factors | Promise<Factors> {
  const countries = accounts.map(({ country }) => country);
  return known?.factors ?? readFactors(snapshot, countries);
}

/** The unit of a level's figures; an error where there is more than one. */
function unitOf({ types, emissionsOnly }: Question, accounts: readonly ScopeAccount[]): string | null | AppError {
  if (emissionsOnly) return EMISSIONS_UNIT;
  const unit = commonUnit(types ?? accounts.map(({ type }) => type));
  return unit !== null && typeof unit === 'object' ? invalidParameters([unit]) : unit;
}

/**
 * Reads the stored usage, added up by level and period; whole months from the sums of months.
 * Each cell is made when it is asked for, as there may be many.
 * @param factors whether quantities by emission factor are wanted
 */
async function readCells(
  snapshot: VisibleSnapshot,
  groups: Groups & { readonly list: readonly Group[] },
  question: PieceQuestion,
  levels: number,
  factors: boolean,
): Promise<Cells> {
  const { granularity, clock, source } = question;
  if (groups.keys.length === 0 || clock.start >= clock.end) return { at: () => undefined };
  if (granularity === 'halfhourly' || granularity === 'hourly') {
    const slots = await readGroupSlots(snapshot, groups, { source, range: clock.utcDays });
    return cellsOfSlots(slots, groups, question, factors);
  }
  return cellsOfPieces(await readPieces(snapshot, groups, question), levels, groups.list, factors);
}

/** Pieces by group, period and year. */
async function readPieces(
  snapshot: VisibleSnapshot,
  groups: Groups,
  question: PieceQuestion,
): Promise<readonly Piece[]> {
  const begin = question.clock.isUtc ? withGroups(groups) : withMeans(groups);
  const pieces = piecesSql(question, keysToJoin(snapshot, groups));
  return snapshot.rows<Piece>(sql`${begin} ${pieces} order by 2, 1, 3`);
}

/**
 * The figures of each asset of each level, by `_id`; one batch for all. All assets of the group are listed: what else
 * narrows the level narrows their accounts, so that they add up to the level.
 */
async function readAssetFigures(
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
