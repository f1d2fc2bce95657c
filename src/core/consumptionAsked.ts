import { readOpening } from '../consumption/opening.js';
import { countPeriods, GRANULARITIES, type Granularity } from '../consumption/periods.js';
import { commonUnit, rangeOf, type Level, type Question } from '../consumption/question.js';
import type { Snapshot } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import { AppError, invalidParameters, type ParameterProblem } from '../errors/appError.js';
import { parseObjectId } from '../values/objectId.js';
import { isProblem } from '../values/parsed.js';
import type { ConsumptionRequest, RequestContext } from './context.js';

type Args = Readonly<Record<string, unknown>>;

const LEVELS = ['accountId', 'assetId', 'assetGroupId', 'entityId'] as const;

/** A question about levels as a field asks it: checked by arithmetic, before any query. */
export interface Asked {
  readonly question: Question;
  readonly emissionsOnly: boolean;
}

/**
 * Contract 4, /consumption, rule 1; a type is needed where accounts of several would be added up.
 * @throws AppError invalid-parameter
 */
export function requireLevel({ accountId, assetId, assetGroupId, entityId }: Level, { types }: Question): void {
  if ([accountId, assetId, assetGroupId, entityId].every((id) => id === undefined)) {
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
    LEVELS.flatMap((name) => {
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
 * An identifier that the viewer may not see answers like one that does not exist; what the database is at is told.
 * @throws AppError not-found
 */
export async function requireVisible(
  snapshot: Snapshot,
  { access, account, asset, assetGroup, entity, onState }: Omit<ConsumptionRequest, 'queryable'>,
  level: Level,
): Promise<void> {
  const named = { accountId: account, assetId: asset, assetGroupId: assetGroup, entityId: entity };
  const opening = readOpening(snapshot, access, named, level, onState !== undefined);
  const { hidden, state } = await opening.catch((error: unknown) => {
    // Looking up one identifier cannot be made cheaper.
    throw databaseFailure(error, 'Try again in a few seconds.');
  });
  if (state) onState?.(state);
  if (hidden === null) return;
  const what = hidden.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  throw new AppError('not-found', `There is no ${what} with this identifier that you may see.`);
}

/**
 * Reads a field's arguments, by arithmetic alone.
 * @throws AppError invalid-parameter
 */
export function askedOf(args: Args, context: RequestContext, emissionsOnly: boolean): Asked {
  const { maxPeriods, endDateIncluded } = context.consumption;
  const range = rangeOf({ startDate: String(args.startDate), endDate: String(args.endDate) }, endDateIncluded);
  const granularity = GRANULARITIES.find((name) => name === args.granularity) ?? 'monthly';
  requirePeriods(countPeriods(range, granularity), granularity, maxPeriods);
  const list = (name: string): readonly string[] | null =>
    Array.isArray(args[name]) ? (args[name] as readonly unknown[]).map(String) : null;
  const types = list('accountType');
  const unit = emissionsOnly ? null : commonUnit(types ?? []);
  if (unit !== null && typeof unit === 'object') throw invalidParameters([unit]);
  return { question: { range, granularity, source: String(args.source), types, tags: list('tags') }, emissionsOnly };
}

function requirePeriods(periods: number, granularity: Granularity, most: number): void {
  if (periods <= most) return;
  const message = `granularity ${granularity} makes ${periods} periods of this time; at most ${most} are allowed.`;
  throw invalidParameters([{ parameter: 'granularity', message }]);
}
