import { answerTargets } from '../consumption/answers.js';
import { requestedPeriods, commonUnit, type Target, TARGET_IDS, type FigureQuery } from '../consumption/query.js';
import { AppError, invalidParameters, type ParameterProblem, ProblemList } from '../errors/appError.js';
import { MAX_VALUES } from '../plan/arguments.js';
import type { SourceProperty } from './plainJson.js';
import type { FieldPlanner } from '../plan/fieldPlan.js';
import { loaderAt, recordLoader, requireScope, type Resolver } from './resolvers.js';
import { countPeriods, type Granularity } from '../consumption/localTime.js';
import { isProblem, parseObjectId, parseText } from '../values/scalars.js';
import type { Resource } from '../data/resource.js';
import type { RequestContext } from './context.js';

/** The scope of figures is that of accounts (contract 5). */
export const SCOPE = 'read:accounts';

/** Returns the name of the identifier of a resource's target: `accountId` for Account. */
export function targetName({ type, declaredAt }: Resource): keyof Target {
  const names: Readonly<Record<string, keyof Target>> = {
    Account: 'accountId',
    Asset: 'assetId',
    AssetGroup: 'assetGroupId',
    Entity: 'entityId',
  };
  const name = names[type];
  if (!name) throw new Error(`${declaredAt}: ${type} is not a target of consumption`);
  return name;
}

/** Returns the resolver of a record's figures. All parents of a field are one batch. */
export function recordConsumption(target: keyof Target, { planOf, fieldPathOf }: FieldPlanner): Resolver {
  return (parent, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const loader = loaderAt(context, fieldPathOf(info), () => {
      const query = queryOf(args, context, false);
      const { figures } = planOf(info);
      return recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, (ids) => {
        const targets = ids.map((recordId): Target => ({ [target]: recordId }));
        return answerTargets(context.consumption, targets, query, figures);
      });
    });
    return loader.load(id);
  };
}

/** Returns the resolver of figures of the target that the arguments name, or of the viewer's portfolio. */
export function targetConsumption(
  { planOf }: FieldPlanner,
  { emissionsOnly, portfolio }: { readonly emissionsOnly: boolean; readonly portfolio: boolean },
): Resolver {
  return async (_, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const query = queryOf(args, context, emissionsOnly);
    const target = targetOf(args);
    if (!portfolio) requireTarget(target, query);
    const [row] = await answerTargets(context.consumption, [target], query, planOf(info).figures, target);
    if (row instanceof AppError) throw row;
    return row ?? null;
  };
}

type Args = Readonly<Record<string, unknown>>;

/**
 * Requires a target, and a utility type for targets whose accounts may have several (contract 4, /consumption, rule 1).
 * @throws AppError invalid-parameter
 */
function requireTarget(target: Target, { types }: FigureQuery): void {
  const { accountId, assetId, entityId } = target;
  if (TARGET_IDS.every((name) => target[name] === undefined)) {
    const message = 'accountId, assetId, entityId or assetGroupId is required.';
    throw invalidParameters([{ parameter: 'accountId', message }]);
  }
  if (types === null && accountId === undefined && (assetId !== undefined || entityId !== undefined)) {
    const message = 'accountType is required with assetId or entityId.';
    throw invalidParameters([{ parameter: 'accountType', message }]);
  }
}

/**
 * Returns the target that the arguments name, with identifiers in lower case.
 * @throws AppError invalid-parameter
 */
export function targetOf(args: Args): Target {
  const problems: ParameterProblem[] = [];
  const target: { -readonly [Name in keyof Target]: Target[Name] } = {};
  for (const name of TARGET_IDS) {
    const text = args[name];
    if (typeof text !== 'string') continue;
    const parsed = parseObjectId(text);
    if (isProblem(parsed)) problems.push({ parameter: name, message: `${name} ${parsed.problem}.` });
    else target[name] = parsed.value;
  }
  if (problems.length > 0) throw invalidParameters(problems);
  return target;
}

/**
 * Reads the arguments of a field of figures. It checks them by arithmetic alone, before any statement.
 * @throws AppError invalid-parameter
 */
export function queryOf(args: Args, context: RequestContext, emissionsOnly: boolean): FigureQuery {
  const { maxPeriods, endDateIncluded } = context.consumption;
  const { clock, granularity } = requestedPeriods(args, endDateIncluded);
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

/** @throws AppError invalid-parameter for too many texts, or for a text that the database cannot store */
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
  const message = `granularity ${granularity} gives ${periods} periods in this range; at most ${most} are allowed: use a coarser granularity or a shorter range.`;
  throw invalidParameters([{ parameter: 'granularity', message }]);
}

/** Resolves the emissions if the argument `when` is true, else null (contract 4, /consumption). */
export const totalEmissions: { readonly resolve: Resolver; readonly extensions: { readonly reads: SourceProperty } } = {
  resolve: (row, { when }) => (when === true ? (row?.emissions ?? null) : null),
  extensions: { reads: ({ when }) => (when === true ? 'emissions' : null) },
};
