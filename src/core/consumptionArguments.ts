import { rangeOf } from '../consumption/dates.js';
import { countPeriods, GRANULARITIES, type Granularity } from '../consumption/periods.js';
import { commonUnit, LEVEL_IDS, type Level, type Question } from '../consumption/question.js';
import { invalidParameters, type ParameterProblem } from '../errors/appError.js';
import { parseObjectId } from '../values/objectId.js';
import { isProblem } from '../values/parsed.js';
import type { RequestContext } from './context.js';

type Args = Readonly<Record<string, unknown>>;

/**
 * Contract 4, /consumption, rule 1; a type is needed where accounts of several would be added up.
 * @throws AppError invalid-parameter
 */
export function requireLevel(level: Level, { types }: Question): void {
  const { accountId, assetId, entityId } = level;
  if (LEVEL_IDS.every((name) => level[name] === undefined)) {
    const message = 'accountId, assetId, entityId or assetGroupId is required.';
    throw invalidParameters([{ parameter: 'accountId', message }]);
  }
  if (types === null && accountId === undefined && (assetId !== undefined || entityId !== undefined)) {
    const message = 'accountType is required with assetId or entityId.';
    throw invalidParameters([{ parameter: 'accountType', message }]);
  }
}

/**
 * The level that arguments name; identifiers in lower case.
 * @throws AppError invalid-parameter
 */
export function levelOf(args: Args): Level {
  const problems: ParameterProblem[] = [];
  const level = Object.fromEntries(
    LEVEL_IDS.flatMap((name) => {
      const text = args[name];
      if (typeof text !== 'string') return [];
      const parsed = parseObjectId(text);
      if (!isProblem(parsed)) return [[name, parsed.value]];
      problems.push({ parameter: name, message: `${name} ${parsed.problem}.` });
      return [];
    }),
  );
  if (problems.length > 0) throw invalidParameters(problems);
  return level;
}

/**
 * What the arguments of a field ask of levels: checked by arithmetic alone, before any query.
 * @throws AppError invalid-parameter
 */
export function questionOf(args: Args, context: RequestContext, emissionsOnly: boolean): Question {
  const { maxPeriods, endDateIncluded } = context.consumption;
  const range = rangeOf({ startDate: String(args.startDate), endDate: String(args.endDate) }, endDateIncluded);
  const granularity = GRANULARITIES.find((name) => name === args.granularity) ?? 'monthly';
  requirePeriods(countPeriods(range, granularity), granularity, maxPeriods);
  const list = (name: string): readonly string[] | null =>
    Array.isArray(args[name]) ? (args[name] as readonly unknown[]).map(String) : null;
  const types = list('accountType');
  const unit = emissionsOnly ? null : commonUnit(types ?? []);
  if (unit !== null && typeof unit === 'object') throw invalidParameters([unit]);
  return { range, granularity, source: String(args.source), types, tags: list('tags'), emissionsOnly };
}

function requirePeriods(periods: number, granularity: Granularity, most: number): void {
  if (periods <= most) return;
  const message = `granularity ${granularity} makes ${periods} periods of this time; at most ${most} are allowed.`;
  throw invalidParameters([{ parameter: 'granularity', message }]);
}
