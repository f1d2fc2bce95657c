import { answerTargets } from '../consumption/answers.js';
import { type FigureField, isFigureField, type SelectedFields, selectedFigures } from '../consumption/fieldNames.js';
import { countPeriods } from '../consumption/localTime.js';
import { type FigureQuery, figureNeedsOf } from '../consumption/query.js';
import { requireVisible } from '../consumption/scope.js';
import type { Resources } from '../data/resource.js';
import { AppError, invalidParameters, type ParameterProblem } from '../errors/appError.js';
import { MAX_TABLE_ROWS, tableLimit } from '../plan/arguments.js';
import type { FieldPlanner } from '../plan/fieldPlan.js';
import { roundFigure } from '../plan/scalars.js';
import { LazyRows } from '../values/lazyRows.js';
import { inTurns } from '../values/turns.js';
import { queryOf, SCOPE, targetOf } from './consumption.js';
import type { RequestContext } from './context.js';
import { requireScope, type Resolver } from './resolvers.js';
import {
  isOfOneType,
  LEVELS,
  levelOf,
  readObjects,
  requireIdentifiers,
  type TableLevel,
  type TableObject,
} from './tableObjects.js';

const NO_FIELDS: SelectedFields = new Map();
/** The figures that every row needs, for its label, for filters of rows, and to see whether it has data. */
const REQUIRED_FIGURES: readonly FigureField[] = ['date', 'sources', 'coverage', 'isMissing', 'consumption'];

type Args = Readonly<Record<string, unknown>>;

/**
 * Returns the resolver of a table of figures. It reads a page of objects, and computes the figures of all of them as
 * one batch, with the code of all other figures.
 */
export function tableResolver(resources: Resources, { planOf }: FieldPlanner): Resolver {
  return async (_, args, context, info) => {
    requireScope(context.viewer, SCOPE, 'figures');
    const level = levelOf(args.by);
    const { selection } = planOf(info);
    const named = targetOf(args);
    requireIdentifiers(level, named);
    requireFilter(level, args);
    requireCoverageBounds(args.rows ?? {});
    const query = tableQuery(level, args, context);
    const requestedFigures = [...(selection.get('data') ?? [])].filter(([name]) => isFigureField(name));
    const figures = selectedFigures(
      new Map([...REQUIRED_FIGURES.map((name) => [name, NO_FIELDS] as const), ...requestedFigures]),
    );
    const selected: SelectedFields = new Map([['data', figures]]);
    const limit = limitOf(args.limit, query, selected, context);
    const narrowed = Object.entries(LEVELS[level].identifiers).flatMap(([name, path]) =>
      path === '' && typeof args[name] === 'string' ? [[name, args[name]] as const] : [],
    );
    await requireNamed(Object.fromEntries(narrowed), context);
    const list = (name: string): readonly string[] | null =>
      Array.isArray(args[name]) ? args[name].map(String) : null;
    const page = await readObjects(
      {
        level,
        args: { ...args, limit },
        named,
        types: list('accountType'),
        tags: list('tags'),
        total: selection.has('total'),
      },
      context,
      resources,
    );
    const { total, skip, objects, position } = page;
    if (position) context.metadata.page = { ...position, limit };
    const rows = selection.has('data') ? await rowsOf(objects, query, selected, context) : [];
    return { total, limit, skip, data: await pickedRows(rows, args.rows ?? null) };
  };
}

/** @throws AppError not-found for an identifier that the viewer may not see */
function requireNamed(named: Args, { consumption }: RequestContext): Promise<void> {
  const { queryable, caller } = consumption;
  return requireVisible({ ...queryable, rows: (statement) => queryable.rows(statement, caller) }, consumption, named);
}

/** Rejects a filter of the records of another level. @throws AppError invalid-parameter */
function requireFilter(level: TableLevel, args: Args): void {
  const levelFilter = LEVELS[level].filter;
  const wrong = Object.values(LEVELS).flatMap(({ filter }) =>
    filter !== undefined && filter !== levelFilter && args[filter] ? [filter] : [],
  );
  if (wrong.length === 0) return;
  const allowed = levelFilter === undefined ? '' : `; use ${levelFilter}`;
  throw invalidParameters(
    wrong.map((parameter) => ({ parameter, message: `${parameter} cannot be given with by=${level}${allowed}.` })),
  );
}

/** Rejects a bound that no coverage can have, such as 95 for 95 %. @throws AppError invalid-parameter */
function requireCoverageBounds({ coverage }: RowFilter): void {
  const wrong = Object.entries(coverage ?? {}).flatMap(([operator, bound]): readonly ParameterProblem[] => {
    if (typeof bound !== 'number' || (bound >= 0 && bound <= 1)) return [];
    const parameter = `coverage.${operator}`;
    const isPercentage = bound > 1 && bound <= 100;
    const hint = isPercentage ? ` (did you mean ${bound / 100}?)` : '';
    const message = `${parameter} must be a share from 0 to 1, got ${bound}${hint}.`;
    return [{ parameter, message, ...(isPercentage ? { suggestion: String(bound / 100) } : {}) }];
  });
  if (wrong.length > 0) throw invalidParameters(wrong);
}

/** Returns the query of all rows. If each row has one type, types may differ in unit. @throws AppError invalid-parameter */
function tableQuery(level: TableLevel, args: Args, context: RequestContext): FigureQuery {
  if (isOfOneType(level)) return queryOf({ ...args, accountType: null, ...withoutTags(level) }, context, false);
  if (!Array.isArray(args.accountType)) {
    const message = `accountType is required with by=${level}: name types with the same unit, because each row adds up its accounts.`;
    throw invalidParameters([{ parameter: 'accountType', message }]);
  }
  return queryOf({ ...args, ...withoutTags(level) }, context, false);
}

/** Removes the tags from a query by account or tag: there they select the objects. */
function withoutTags(level: TableLevel): Args {
  return level === 'account' || level === 'tag' ? { tags: null } : {};
}

/**
 * Returns the number of objects on a page.
 * @throws AppError invalid-parameter if they have too many rows
 */
function limitOf(
  given: unknown,
  query: FigureQuery,
  selected: SelectedFields,
  { consumption, maxLimit }: RequestContext,
): number {
  const { clock, granularity } = query;
  const days = figureNeedsOf(selected, query).capacity ? clock.range.to - clock.range.from : 0;
  const rows = countPeriods(clock, granularity);
  const periods = Math.max(rows, days);
  const limit = Math.min(tableLimit(given, periods), typeof given === 'number' ? Infinity : maxLimit);
  const most = Math.max(1, Math.floor(Math.min(MAX_TABLE_ROWS, consumption.maxPeriods) / periods));
  if (limit <= most) return limit;
  const problem: ParameterProblem = {
    parameter: 'limit',
    message: `limit must be at most ${most}, because each object has ${periods} ${days > rows ? 'days of demand' : 'rows'}, got ${limit}.`,
    suggestion: String(most),
  };
  throw invalidParameters([problem]);
}

/** A row of one answer. The code changes it in place. */
type TableRow = Record<string, unknown>;

async function rowsOf(
  objects: readonly TableObject[],
  query: FigureQuery,
  selected: SelectedFields,
  { consumption }: RequestContext,
): Promise<LazyRows<TableRow> | readonly TableRow[]> {
  if (objects.length === 0) return [];
  const targets = objects.map(({ target }) => target);
  const figures = await answerTargets(consumption, targets, query, selected);
  const ofObjects = figures.map((one) => {
    if (one instanceof AppError) throw one;
    const data: unknown = Reflect.get(one, 'data');
    if (!(data instanceof LazyRows)) throw new Error('the figures of an object have no rows');
    return data as LazyRows<TableRow>;
  });
  const [only, another] = query.types ?? [];
  const type = another === undefined ? (only ?? null) : null;
  const make = function* (): Generator<TableRow> {
    for (const [index, rows] of ofObjects.entries()) {
      const object = objects[index];
      if (object) for (const row of rows) yield tableRow(row, object, type);
    }
  };
  return new LazyRows(
    ofObjects.reduce((sum, { length }) => sum + length, 0),
    make,
  );
}

/** The figures that are null in a period without data. A sum would be 0, which means no consumption. */
const NULL_WITHOUT_DATA: readonly FigureField[] = [
  ...(['consumption', 'estimatedConsumption', 'dayConsumption', 'nightConsumption'] as const),
  ...(['tenantConsumption', 'landlordConsumption', 'emissions', 'intensity'] as const),
];
const NO_BREAKDOWN = { hh: null, invoice: null, reading: null, custom: null };

/** Completes a row of figures in place. */
function tableRow(row: TableRow, { id, name, siteCode, type: objectType }: TableObject, type: string | null): TableRow {
  row.id = id;
  row.name = name;
  row.siteCode = siteCode;
  row.type = objectType ?? type;
  row.period = row.date;
  if (Array.isArray(row.sources) && row.sources.length === 0) {
    for (const figure of NULL_WITHOUT_DATA) row[figure] = null;
    row.combinedBreakdown = NO_BREAKDOWN;
  }
  return row;
}

/** A range of `FigureRange`, coerced by GraphQL. */
type Range = Readonly<Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number | null>>>;

interface RowFilter {
  readonly coverage?: Range | null;
  readonly consumption?: Range | null;
  readonly isMissing?: boolean | null;
}

/** Returns the rows that match a filter. It computes all of them, because only then their number is known. */
async function pickedRows(
  rows: LazyRows<TableRow> | readonly TableRow[],
  filter: RowFilter | null,
): Promise<LazyRows<TableRow> | readonly TableRow[]> {
  if (filter === null) return rows;
  const picked: TableRow[] = [];
  await inTurns(rows, (row) => {
    if (isPicked(row, filter)) picked.push(row);
  });
  return picked;
}

function isPicked(row: TableRow, { coverage, consumption, isMissing }: RowFilter): boolean {
  if (typeof isMissing === 'boolean' && row.isMissing !== isMissing) return false;
  return isWithin(row.coverage, coverage) && isWithin(row.consumption, consumption);
}

function isWithin(value: unknown, range: Range | null | undefined): boolean {
  if (!range) return true;
  const bounds = Object.values(range).some((bound) => typeof bound === 'number');
  if (!bounds) return true;
  if (typeof value !== 'number') return false;
  const { gt, gte, lt, lte } = range;
  // The answer has computed figures with 6 decimals. The comparison must use the same value.
  const rounded = roundFigure(value);
  return (
    (typeof gt !== 'number' || rounded > gt) &&
    (typeof gte !== 'number' || rounded >= gte) &&
    (typeof lt !== 'number' || rounded < lt) &&
    (typeof lte !== 'number' || rounded <= lte)
  );
}
