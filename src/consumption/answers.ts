import { databaseFailure } from '../data/failure.js';
import { AppError } from '../errors/appError.js';
import type { DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { readLevelAssets } from './areas.js';
import { readAssetFigures } from './assetFigures.js';
import { readConsumption } from './consumption.js';
import type { ConsumptionContext, ConsumptionRequest } from './context.js';
import { rangeBefore, rangeName, rangeYearEarlier } from './periods.js';
import { readGaps } from './gaps.js';
import { dataRows, echoOf, totalRow } from './levelRows.js';
import { type Level, type Question, SOURCES } from './question.js';
import { requireVisible } from './visible.js';
import { type SelectedFields, wantsAreasOrCounts, wantsOf } from './wants.js';

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
  try {
    return await request.queryable.snapshot(async (snapshot) => {
      const [, rows] = await Promise.all([
        requireVisible(snapshot, request, named),
        answer({ ...request, snapshot }, levels, question, selected),
      ]);
      return rows;
    }, request.caller);
  } catch (error) {
    throw databaseFailure(error, 'Ask for a shorter time, or for fewer accounts.');
  }
}

async function answer(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  selected: SelectedFields,
): Promise<readonly (object | AppError)[]> {
  const parts = [selected, ...['data', 'previous', 'yearEarlier'].map((name) => selected.get(name))];
  const wantsArea = parts.some((part) => part?.has('totalAssetFloorArea'));
  const areas = wantsArea ? readLevelAssets(context.snapshot, context.access, context.asset, levels) : null;
  const shifted = async (name: 'previous' | 'yearEarlier', range: DayRange): Promise<readonly (object | null)[]> => {
    const part = selected.get(name);
    if (!part) return [];
    const whole = { ...question, range, granularity: 'yearly' as const };
    const wants = wantsOf(part, question);
    const [read, assets] = await Promise.all([readConsumption(context, levels, whole, wants), areas]);
    return read.map((level, index) =>
      level instanceof AppError ? null : { date: rangeName(range), ...totalRow(level, part, assets, index) },
    );
  };
  const [figures, assets, previous, yearEarlier] = await Promise.all([
    readConsumption(context, levels, question, wantsOf(selected, question)),
    areas,
    shifted('previous', rangeBefore(question.range)),
    shifted('yearEarlier', rangeYearEarlier(question.range)),
  ]);
  const gaps = selected.has('gaps')
    ? await readGaps(
        context.snapshot,
        figures.flatMap((level) => (level instanceof AppError ? [] : level.accounts)),
        levels.length,
        question.range,
        SOURCES[question.source] ?? SOURCE.combined,
      )
    : [];
  const part = selected.get('assetGroups');
  const wants = part && wantsOf(part, question);
  const breakdown = wants ? await readAssetFigures(context, levels, question, wants, figures) : [];
  return figures.map((level, index) =>
    level instanceof AppError
      ? level
      : {
          ...echoOf(levels[index] ?? {}, question),
          ...totalRow(level, selected, assets, index),
          data: wantsAreasOrCounts(selected.get('data')) ? dataRows(level, assets, index) : level.data,
          factors: level.factors,
          gaps: (gaps[index] ?? []).map(({ accountId, start, end }) => ({
            accountId,
            startDate: new Date(start).toISOString(),
            endDate: new Date(end).toISOString(),
          })),
          previous: previous[index],
          yearEarlier: yearEarlier[index],
          assetGroups: levels[index]?.assetGroupId === undefined ? null : (breakdown[index] ?? []),
        },
  );
}
