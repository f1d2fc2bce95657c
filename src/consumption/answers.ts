import type { VisibleReads } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import { AppError } from '../errors/appError.js';
import type { LazyRows } from '../values/lazyRows.js';
import { learnLocalDays } from '../values/localDays.js';
import { inTurns } from '../values/turns.js';
import { SOURCE } from '../usage/sources.js';
import { type FloorAreas, floorAreas, type LevelAsset, readLevelAssets } from './areas.js';
import { readAssetFigures } from './assetFigures.js';
import { readComparables } from './comparable.js';
import { type LevelFigures, readConsumption } from './consumption.js';
import type { ConsumptionContext, ConsumptionRequest } from './context.js';
import { clockOf, daysBefore, daysYearEarlier, rangeBefore, rangeName, rangeYearEarlier } from './periods.js';
import { type Gap, readGaps } from './gaps.js';
import type { SelectedFields } from './fieldNames.js';
import { type Level, type Question, SOURCES, wantsAreasOrCounts, wantsOf } from './question.js';
import { requireVisible } from './scope.js';
import { readAtOnce, readByOneStatement } from './oneStatement.js';
import type { Figures } from './figures.js';

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

/** A level over the whole range. */
function totalRow(level: LevelFigures, selected: SelectedFields, facts: LevelFacts): object {
  return wantsAreasOrCounts(selected) ? withFacts({ ...level.total }, facts) : level.total;
}

/** A level by period; made when they are asked for, as there may be many. */
function dataRows(level: LevelFigures, facts: LevelFacts): LazyRows<object> {
  return level.data.map((period) => withFacts(period, facts));
}

/** What a level has whatever the period: areas and counts. */
interface LevelFacts extends FloorAreas {
  /** Of all assets of the level; undefined where it is not asked for. */
  readonly totalAssetFloorArea?: number;
  readonly accountCount: number;
  readonly assetCount: number;
}

/** The same on a row, with what is made of them. */
type RowFacts = { -readonly [Name in keyof LevelFacts]?: LevelFacts[Name] } & {
  intensity?: ReturnType<typeof intensityOf>;
};

function factsOf({ accounts }: LevelFigures, assets: readonly LevelAsset[] | null): LevelFacts {
  return {
    ...floorAreas(accounts),
    ...(assets ? { totalAssetFloorArea: assets.reduce((sum, { area }) => sum + (area ?? 0), 0) } : {}),
    accountCount: accounts.reduce((sum, { count }) => sum + count, 0),
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

/** A row of figures, made for the resolvers alone, to which is added what is the same in every period. */
function withFacts(figures: Pick<Figures, 'consumption'> & Partial<Figures>, facts: LevelFacts): object {
  // Filled field by field: there may be many, and Object.assign costs several times as much.
  const row: typeof figures & RowFacts = figures;
  row.accountFloorArea = facts.accountFloorArea;
  row.assetFloorArea = facts.assetFloorArea;
  if (facts.totalAssetFloorArea !== undefined) row.totalAssetFloorArea = facts.totalAssetFloorArea;
  row.accountCount = facts.accountCount;
  row.assetCount = facts.assetCount;
  row.intensity = intensityOf(figures, facts.assetFloorArea);
  return row;
}
