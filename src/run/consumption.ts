import { answerLevels } from '../consumption/answers.js';
import { askedTime, commonUnit, type Level, LEVEL_IDS, type Question } from '../consumption/query.js';
import { AppError, invalidParameters, ProblemList } from '../errors/appError.js';
import { MAX_VALUES } from '../plan/arguments.js';
import type { Reads } from './plain.js';
import type { FieldPlanner } from '../plan/fieldPlan.js';
import { loaderAt, recordLoader, requireScope, type Resolver } from './resolvers.js';
import { countPeriods, type Granularity } from '../consumption/localTime.js';
import { isProblem, parseObjectId, parseText } from '../values/scalars.js';
import type { Resource } from '../data/resource.js';
import type { RequestContext } from './context.js';

/** Everything of the accounts comes with their scope (contract 5). */
export const SCOPE = 'read:accounts';

/** The identifier that names a record's level: `accountId` of an Account. */
export function levelName({ type, declaredAt }: Resource): keyof Level {
  const names: Readonly<Record<string, keyof Level>> = {
    Account: 'accountId',
    Asset: 'assetId',
    AssetGroup: 'assetGroupId',
    Entity: 'entityId',
  };
  const name = names[type];
  if (!name) throw new Error(`${declaredAt}: ${type} is not a level of consumption`);
  return name;
}

/** Figures of a record, of the level that its identifier names; all parents of a field are one batch. */
export function recordConsumption(level: keyof Level, { planOf, placeOf }: FieldPlanner): Resolver {
  return (parent, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const loader = loaderAt(context, placeOf(info), () => {
      const question = questionOf(args, context, false);
      const { figures } = planOf(info);
      return recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, (ids) => {
        const levels = ids.map((own): Level => ({ [level]: own }));
        return answerLevels(context.consumption, levels, question, figures);
      });
    });
    return loader.load(id);
  };
}

/** Figures of the level that arguments name, or of all that the viewer may see. */
export function levelConsumption(
  { planOf }: FieldPlanner,
  { emissionsOnly, portfolio }: { readonly emissionsOnly: boolean; readonly portfolio: boolean },
): Resolver {
  return async (_, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const question = questionOf(args, context, emissionsOnly);
    const level = levelOf(args);
    if (!portfolio) requireLevel(level, question);
    const [row] = await answerLevels(context.consumption, [level], question, planOf(info).figures, level);
    if (row instanceof AppError) throw row;
    return row ?? null;
  };
}

type Args = Readonly<Record<string, unknown>>;

/**
 * Contract 4, /consumption, rule 1; a type is needed where accounts of several would be added up.
 * @throws AppError invalid-parameter
 */
function requireLevel(level: Level, { types }: Question): void {
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
function levelOf(args: Args): Level {
  const problems = new ProblemList();
  const level = Object.fromEntries(
    LEVEL_IDS.flatMap((name) => {
      const text = args[name];
      if (typeof text !== 'string') return [];
      const parsed = parseObjectId(text);
      if (!isProblem(parsed)) return [[name, parsed.value]];
      problems.add(() => ({ parameter: name, message: `${name} ${parsed.problem}.` }));
      return [];
    }),
  );
  problems.throwIfAny();
  return level;
}

/**
 * What the arguments of a field ask of levels: checked by arithmetic alone, before any query.
 * @throws AppError invalid-parameter
 */
export function questionOf(args: Args, context: RequestContext, emissionsOnly: boolean): Question {
  const { maxPeriods, endDateIncluded } = context.consumption;
  const { clock, granularity } = askedTime(args, endDateIncluded);
  requirePeriods(countPeriods(clock, granularity), granularity, maxPeriods);
  const list = (name: string): readonly string[] | null =>
    Array.isArray(args[name]) ? (args[name] as readonly unknown[]).map(String) : null;
  const types = list('accountType');
  const unit = emissionsOnly ? null : commonUnit(types ?? []);
  if (unit !== null && typeof unit === 'object') throw invalidParameters([unit]);
  const tags = list('tags');
  if (tags !== null) requireTexts('tags', tags);
  return { clock, granularity, source: String(args.source), types, tags, emissionsOnly };
}

/** @throws AppError invalid-parameter where the database cannot hold one of the texts, or they are too many */
function requireTexts(name: string, texts: readonly string[]): void {
  const problems = new ProblemList();
  if (texts.length > MAX_VALUES) {
    problems.add(() => ({
      parameter: name,
      message: `${name} must have at most ${MAX_VALUES} values, got ${texts.length}.`,
    }));
  }
  for (const text of texts) {
    const parsed = parseText(text);
    if (isProblem(parsed)) problems.add(() => ({ parameter: name, message: `${name} ${parsed.problem}.` }));
  }
  problems.throwIfAny();
}

function requirePeriods(periods: number, granularity: Granularity, most: number): void {
  if (periods <= most) return;
  const message = `granularity ${granularity} makes ${periods} periods of this time; at most ${most} are allowed.`;
  throw invalidParameters([{ parameter: 'granularity', message }]);
}

/** The emissions, where its argument says so (contract 4, /consumption). */
export const totalEmissions: { readonly resolve: Resolver; readonly extensions: { readonly reads: Reads } } = {
  resolve: (row, { when }) => (when === true ? (row?.emissions ?? null) : null),
  extensions: { reads: ({ when }) => (when === true ? 'emissions' : null) },
};
