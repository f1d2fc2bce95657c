import { floorAreas, readLevelAssets, type LevelAsset } from '../consumption/areas.js';
import { readConsumption, type ConsumptionContext, type LevelFigures } from '../consumption/consumption.js';
import { eachOf } from '../consumption/each.js';
import { readGaps } from '../consumption/gaps.js';
import { SOURCES, type Level } from '../consumption/question.js';
import { databaseFailure } from '../data/failure.js';
import { AppError } from '../errors/appError.js';
import { DAY_MS, FIRST_DAY, type DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { readAssetFigures } from './consumptionAssets.js';
import { requireVisible, type Asked } from './consumptionAsked.js';
import { echoOf, factsOf, rowOf, wantsFacts, wantsOf } from './consumptionRow.js';
import type { RequestContext } from './context.js';
import type { Selection } from './fieldPlan.js';

/**
 * The answers of a batch of levels, in their order, all from one snapshot of the database; an error in place of one whose
 * types have different units.
 * @param named what the caller named, and so must be allowed to see; records that were found already name nothing
 * @throws AppError not-found, query-timeout or database-unavailable
 */
export async function answerLevels(
  { consumption }: RequestContext,
  levels: readonly Level[],
  asked: Asked,
  selection: Selection,
  named: Level = {},
): Promise<readonly (object | AppError)[]> {
  try {
    return await consumption.queryable.snapshot(async (snapshot) => {
      const [, rows] = await Promise.all([
        requireVisible(snapshot, consumption, named),
        answer({ ...consumption, snapshot }, levels, asked, selection),
      ]);
      return rows;
    }, consumption.signal);
  } catch (error) {
    throw databaseFailure(error, 'Ask for a shorter time, or for fewer accounts.');
  }
}

async function answer(
  own: ConsumptionContext,
  levels: readonly Level[],
  { question, emissionsOnly }: Asked,
  selection: Selection,
): Promise<readonly (object | AppError)[]> {
  const parts = [selection, ...['data', 'previous', 'yearEarlier'].map((name) => selection.get(name))];
  const wantsArea = parts.some((part) => part?.has('totalAssetFloorArea'));
  const areas = wantsArea ? readLevelAssets(own.snapshot, own.access, own.asset, levels) : null;
  const shifted = async (name: 'previous' | 'yearEarlier', range: DayRange): Promise<readonly (object | null)[]> => {
    const part = selection.get(name);
    if (!part) return [];
    const whole = { ...question, range, granularity: 'yearly' as const };
    const wants = wantsOf(part, question.source, emissionsOnly);
    const [read, assets] = await Promise.all([readConsumption(own, levels, whole, wants), areas]);
    return read.map((level, index) =>
      level instanceof AppError ? null : { date: nameOf(range), ...totalRow(level, part, assets, index) },
    );
  };
  const [figures, assets, previous, yearEarlier] = await Promise.all([
    readConsumption(own, levels, question, wantsOf(selection, question.source, emissionsOnly)),
    areas,
    shifted('previous', before(question.range)),
    shifted('yearEarlier', aYearEarlier(question.range)),
  ]);
  const gaps = selection.has('gaps')
    ? await readGaps(
        own.snapshot,
        figures.flatMap((level) => (level instanceof AppError ? [] : level.accounts)),
        levels.length,
        question.range,
        SOURCES[question.source] ?? SOURCE.combined,
      )
    : [];
  const part = selection.get('assetGroups');
  const wants = part && wantsOf(part, question.source, emissionsOnly);
  const breakdown = wants ? await readAssetFigures(own, levels, question, wants, figures) : [];
  return figures.map((level, index) =>
    level instanceof AppError
      ? level
      : {
          ...echoOf(levels[index] ?? {}, question),
          ...totalRow(level, selection, assets, index),
          data: wantsFacts(selection.get('data')) ? dataRows(level, assets, index) : level.data,
          factors: level.used,
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

function totalRow(
  level: LevelFigures,
  selection: Selection,
  assets: readonly LevelAsset[] | null,
  index: number,
): object {
  if (!wantsFacts(selection)) return level.total;
  const own = assets?.filter((asset) => asset.level === index) ?? null;
  return rowOf(level.total, factsOf(level.accounts, own), floorAreas(level.accounts).assetFloorArea);
}

function dataRows(level: LevelFigures, assets: readonly LevelAsset[] | null, index: number): Iterable<object> {
  const facts = factsOf(level.accounts, assets?.filter((asset) => asset.level === index) ?? null);
  const { assetFloorArea } = floorAreas(level.accounts);
  return eachOf(level.data, (period) => rowOf(period, facts, assetFloorArea));
}

/** The time of equal length just before, as far as there are days. */
function before({ from, to }: DayRange): DayRange {
  return { from: Math.max(FIRST_DAY, from - (to - from)), to: from };
}

/** The same days a year earlier; of 29 February the 28th. */
function aYearEarlier({ from, to }: DayRange): DayRange {
  const shift = (day: number): number => {
    const date = new Date(day * DAY_MS);
    const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()];
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(last, date.getUTCDate())) / DAY_MS;
  };
  return { from: shift(from), to: shift(to - 1) + 1 };
}

function nameOf({ from, to }: DayRange): string {
  if (from === to) return `nothing before ${new Date(to * DAY_MS).toISOString().slice(0, 10)}`;
  const day = (at: number): string => new Date(at * DAY_MS).toISOString().slice(0, 10);
  return `${day(from)} to ${day(to - 1)}`;
}
