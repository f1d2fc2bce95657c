import DataLoader from 'dataloader';
import { floorAreas, readLevelAssets, type LevelAsset } from '../consumption/areas.js';
import { readConsumption, type ConsumptionContext, type LevelFigures } from '../consumption/consumption.js';
import { readGaps } from '../consumption/gaps.js';
import { SOURCES, type Level, type Question } from '../consumption/question.js';
import { DAY_MS, FIRST_DAY, type DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import type { RequestContext } from './context.js';
import { askedOf, levelOf, requireLevel, requireScope, requireVisible, type Asked } from './consumptionAsked.js';
import { echoOf, factsOf, rowOf, wantsOf } from './consumptionRow.js';
import type { Resolver } from './resolvers.js';
import { selectionOf, type Selection } from './selection.js';

/** Figures of a record, of the level that its identifier names; all parents of a field are one batch. */
export function recordConsumption(level: keyof Level): Resolver {
  return (parent, args, context, info) => {
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    let loader = context.loaders.get(info.fieldNodes);
    if (!loader) {
      const asked = askedOf(args, context, false);
      const selection = selectionOf(info);
      loader = new DataLoader((ids) =>
        answer(
          context,
          ids.map((own): Level => ({ [level]: own })),
          asked,
          selection,
        ),
      );
      context.loaders.set(info.fieldNodes, loader);
    }
    return loader.load(id);
  };
}

/** Figures of the level that arguments name, or of all that the viewer may see. */
export function levelConsumption({
  emissionsOnly,
  portfolio,
}: {
  emissionsOnly: boolean;
  portfolio: boolean;
}): Resolver {
  return async (_, args, context, info) => {
    requireScope(context);
    const asked = askedOf(args, context, emissionsOnly);
    const level = levelOf(args);
    if (!portfolio) requireLevel(level, asked.question);
    await requireVisible(level, context);
    const [row] = await answer(context, [level], asked, selectionOf(info));
    return row ?? null;
  };
}

/** The answers of a batch of levels, in their order. */
async function answer(
  context: RequestContext,
  levels: readonly Level[],
  { question, emissionsOnly }: Asked,
  selection: Selection,
): Promise<readonly object[]> {
  requireScope(context);
  const own = context.consumption;
  const figures = await readConsumption(own, levels, question, wantsOf(selection, question.source, emissionsOnly));
  const wantsArea = [selection, selection.get('data')].some((part) => part?.has('totalAssetFloorArea'));
  const assets =
    wantsArea || selection.has('assetGroups') ? await readLevelAssets(own.knex, own.access, own.asset, levels) : null;
  const gaps = selection.has('gaps')
    ? await Promise.all(
        figures.map(({ accounts }) =>
          readGaps(own.knex, accounts, question.range, SOURCES[question.source] ?? SOURCE.combined),
        ),
      )
    : [];
  const shifted = async (name: 'previous' | 'yearEarlier', range: DayRange): Promise<readonly object[]> => {
    const part = selection.get(name);
    if (!part) return [];
    const whole = { ...question, range, granularity: 'yearly' as const };
    const read = await readConsumption(own, levels, whole, wantsOf(part, question.source, emissionsOnly));
    return read.map((level, index) => ({ date: nameOf(range), ...totalRow(level, assets, index) }));
  };
  const previous = await shifted('previous', before(question.range));
  const yearEarlier = await shifted('yearEarlier', aYearEarlier(question.range));
  return Promise.all(
    figures.map(async (level, index) => ({
      ...echoOf(levels[index] ?? {}, question),
      ...totalRow(level, assets, index),
      ...(emissionsOnly ? { units: 'kgco2e' } : {}),
      data: selection.has('data') ? dataRows(level, assets, index) : [],
      factors: level.used,
      gaps: (gaps[index] ?? []).map(({ accountId, start, end }) => ({
        accountId,
        startDate: new Date(start).toISOString(),
        endDate: new Date(end).toISOString(),
      })),
      previous: previous[index],
      yearEarlier: yearEarlier[index],
      assetGroups: selection.has('assetGroups')
        ? await assetFigures(own, levels[index] ?? {}, withTypes(question, level), selection, assets ?? [])
        : null,
    })),
  );
}

function totalRow(level: LevelFigures, assets: readonly LevelAsset[] | null, index: number): object {
  const own = assets?.filter((asset) => asset.level === index) ?? null;
  return rowOf(level.total, factsOf(level.accounts, own), floorAreas(level.accounts).assetFloorArea);
}

function dataRows(level: LevelFigures, assets: readonly LevelAsset[] | null, index: number): readonly object[] {
  const facts = factsOf(level.accounts, assets?.filter((asset) => asset.level === index) ?? null);
  const { assetFloorArea } = floorAreas(level.accounts);
  return level.data.map((period) => rowOf(period, facts, assetFloorArea));
}

/** The question with the types that were found, so that an asset without accounts is answered as the others are. */
function withTypes(question: Question, { accounts }: LevelFigures): Question {
  return { ...question, types: question.types ?? [...new Set(accounts.map(({ type }) => type))] };
}

/** Each asset of a group, by `_id`, with the group's own restrictions. */
async function assetFigures(
  own: ConsumptionContext,
  level: Level,
  question: Question,
  selection: Selection,
  assets: readonly LevelAsset[],
): Promise<readonly object[] | null> {
  if (level.assetGroupId === undefined || assets.length === 0) return level.assetGroupId === undefined ? null : [];
  const wants = wantsOf(selection.get('assetGroups') ?? new Map(), question.source, false);
  const levels = assets.map(({ id }) => ({ ...level, assetId: id }));
  const figures = await readConsumption(own, levels, { ...question, granularity: 'yearly' }, wants);
  return figures.map(({ total, accounts }, index) => ({
    assetId: assets[index]?.id,
    siteName: assets[index]?.siteName,
    address: assets[index]?.address,
    consumption: total.consumption,
    emissions: total.emissions?.total,
    cost: total.cost,
    ...floorAreas(accounts),
  }));
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
  const day = (at: number): string => new Date(at * DAY_MS).toISOString().slice(0, 10);
  return `${day(from)} to ${day(to - 1)}`;
}
