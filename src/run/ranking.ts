import { answerTargets } from '../consumption/answers.js';
import { type FigureField, isFigureField, type SelectedFields } from '../consumption/fieldNames.js';
import { readLastMonths } from '../consumption/lastMonths.js';
import type { Target, FigureQuery } from '../consumption/query.js';
import { readColumns, type Row } from '../data/columns.js';
import type { Resource, Resources } from '../data/resource.js';
import { AppError, invalidParameters } from '../errors/appError.js';
import { inTurns } from '../values/turns.js';
import { doubtOfUse } from '../values/usePerArea.js';
import { targetConsumption, targetName, queryOf, SCOPE } from './consumption.js';
import type { RequestContext } from './context.js';
import { tableResolver } from './figureTable.js';
import type { FieldPlan, FieldPlanner } from '../plan/fieldPlan.js';
import {
  columnsWithId,
  findResolver,
  listResolver,
  page,
  pageQuery,
  requireScope,
  type Resolver,
  viewerResolver,
} from './resolvers.js';
import { searchColumnsOf } from '../plan/arguments.js';
import { FIGURES_TYPE, PAGE_SUFFIX, TABLE_TYPE } from '../plan/names.js';

/** The number of objects whose figures are read together. Their rows are released before the next are read. */
const BATCH_SIZE = 1_000;
const NO_FIELDS: SelectedFields = new Map();

/** A ranked record. */
interface Ranked {
  readonly id: string;
  readonly data: keyof DataCounts;
  /** The figure that orders it. */
  readonly value: number | string | null;
  /** Whether the figure cannot be compared with those of others; such records come after them. */
  readonly isIncomparable: boolean;
}

type DataCounts = Record<'all' | 'some' | 'none' | 'notExpected', number>;

/** The argument `ranked`, coerced by GraphQL. */
interface Ranking {
  readonly by?: string | null;
  readonly descending: boolean;
  readonly data?: string | null;
  readonly most: number;
}

/**
 * Returns the resolver of a root list whose argument `ranked` orders it by a figure. The database does not store
 * figures, so the resolver computes them for all matching records. It uses the code of all other figures, so a rank
 * agrees with the figure that the same answer shows.
 */
function rankedResolver(resource: Resource, resources: Resources, { planOf }: FieldPlanner): Resolver {
  const searchColumns = searchColumnsOf(resource, resources);
  return async (_, args, context, info) => {
    const ranking = args.ranked as Ranking & Readonly<Record<string, unknown>>;
    requireScope(context.viewer, resource.scope, resource.type);
    requireScope(context.viewer, SCOPE, 'consumption');
    const { columns, ...plan } = planOf(info);
    const identifier = resource.columns.get('_id');
    const query = pageQuery(resource, searchColumns, args, context, {
      total: true,
      columns: readColumns(identifier ? [identifier] : []),
    });
    requireValid(ranking, args.sort, context.maxLimit);
    const figureQuery = queryOf({ ...ranking, granularity: 'yearly', source: 'combined' }, context, false);
    const matches = await context.reads.page({ ...query, limit: ranking.most, skip: 0 });
    requireMost(matches.total ?? 0, ranking.most, context.maxLimit);
    const ids = matches.rows.map(({ _id }) => String(_id));
    const ranked: Ranked[] = [];
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      ranked.push(...(await rankBatch(resource, ids.slice(at, at + BATCH_SIZE), ranking, figureQuery, context)));
    }
    const dataCounts: DataCounts = { all: 0, some: 0, none: 0, notExpected: 0 };
    for (const { data } of ranked) dataCounts[data] += 1;
    const picked = sortRanked(
      ranked.filter(({ data }) => !ranking.data || data === ranking.data),
      ranking,
    );
    const pageIds = picked.slice(query.skip, query.skip + query.limit).map(({ id }) => id);
    const rows = columns && pageIds.length > 0 ? await rowsOf(resource, pageIds, plan, context) : [];
    return { ...page(query, { total: picked.length, rows }), dataCounts };
  };
}

function requireValid({ by, most }: Ranking, sort: unknown, maxLimit: number): void {
  if (by && typeof sort === 'string') {
    throw invalidParameters([{ parameter: 'sort', message: 'Give sort or ranked.by, not both: each sets the order.' }]);
  }
  if (most >= 1 && most <= maxLimit) return;
  const message = `ranked.most must be a whole number from 1 to ${maxLimit}, got ${most}.`;
  throw invalidParameters([{ parameter: 'ranked.most', message }]);
}

function requireMost(total: number, most: number, maxLimit: number): void {
  if (total <= most) return;
  const further =
    total <= maxLimit ? `raise ranked.most, or narrow the list` : `narrow the list to ${maxLimit} at most`;
  const message = `ranked.most is ${most}, but ${total} records match: ${further} with filter or search.`;
  throw invalidParameters([{ parameter: 'ranked.most', message }]);
}

async function rankBatch(
  resource: Resource,
  ids: readonly string[],
  { by }: Ranking,
  figureQuery: FigureQuery,
  context: RequestContext,
): Promise<readonly Ranked[]> {
  const name = targetName(resource);
  const targets = ids.map((id): Target => ({ [name]: id }));
  const fields: readonly FigureField[] = ['isMissing', 'coverage', 'units', ...(by && isFigureField(by) ? [by] : [])];
  const selected: SelectedFields = new Map(
    fields.map((field) => [field, field === 'intensity' ? new Map([['consumption', NO_FIELDS]]) : NO_FIELDS]),
  );
  const [figures, months] = await Promise.all([
    answerTargets(context.consumption, targets, figureQuery, selected),
    by === 'lastDataMonth' ? readLastMonths(context.consumption, targets, figureQuery.types) : null,
  ]);
  const ranked: Ranked[] = [];
  await inTurns(ids.entries(), ([index, id]) => {
    const targetFigures = figures[index];
    if (targetFigures instanceof AppError) throw targetFigures;
    const value = months ? (months[index] ?? null) : valueOf(targetFigures, by);
    ranked.push({
      id,
      data: dataCategory(numberAt(targetFigures, 'coverage'), Reflect.get(targetFigures ?? {}, 'isMissing') === true),
      value,
      isIncomparable:
        by === 'intensity' && typeof value === 'number' && isIncomparableUse(targetFigures, value, figureQuery),
    });
  });
  return ranked;
}

function dataCategory(coverage: number | null, isMissing: boolean): keyof DataCounts {
  if (coverage === null) return 'notExpected';
  if (!isMissing) return 'all';
  return coverage > 0 ? 'some' : 'none';
}

/** Returns a figure; null, not 0, if nothing was measured. */
function valueOf(figures: object | undefined, by: Ranking['by']): number | null {
  if (!by) return null;
  if (by === 'coverage') return numberAt(figures, 'coverage');
  if (!(Number(numberAt(figures, 'coverage')) > 0)) return null;
  if (by === 'intensity') return numberAt(Reflect.get(figures ?? {}, 'intensity'), 'consumption');
  return by === 'emissions' ? numberAt(Reflect.get(figures ?? {}, 'emissions'), 'total') : numberAt(figures, by);
}

function isIncomparableUse(figures: object | undefined, perArea: number, { clock: { range } }: FigureQuery): boolean {
  const units: unknown = Reflect.get(figures ?? {}, 'units');
  const coverage = numberAt(figures, 'coverage');
  const unit = typeof units === 'string' ? units : null;
  return doubtOfUse({ perArea, unit, coverage, days: range.to - range.from }) !== null;
}

function numberAt(object: unknown, name: string): number | null {
  const value: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, name) : null;
  return typeof value === 'number' ? value : null;
}

/**
 * Sorts records. In both directions those whose figure cannot be compared come after the others, and those without a
 * figure last. Equal ones keep their order.
 */
function sortRanked(ranked: readonly Ranked[], { by, descending }: Ranking): readonly Ranked[] {
  if (!by) return ranked;
  const sign = descending ? -1 : 1;
  return ranked.toSorted(({ value: one, isIncomparable }, { value: other, isIncomparable: isOtherIncomparable }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (isIncomparable !== isOtherIncomparable) return Number(isIncomparable) - Number(isOtherIncomparable);
    return one === other ? 0 : one < other ? -sign : sign;
  });
}

/** Reads records in the order of their identifiers. A record deleted meanwhile is missing. */
async function rowsOf(
  resource: Resource,
  ids: readonly string[],
  plan: Pick<FieldPlan, 'columnsWith'>,
  { reads }: RequestContext,
): Promise<readonly Row[]> {
  const read = await reads.byIds(resource, ids, columnsWithId(resource, plan));
  const rows = new Map(read.map((row) => [String(row._id), row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [row] : [];
  });
}

/** Returns the resolver of a root field: of one record, or of a list. */
export function rootResolver(field: string, type: string, resources: Resources, planner: FieldPlanner): Resolver {
  const one: Resource | undefined = resources.get(type);
  if (one) return findResolver(one, planner);
  const many = type.endsWith(PAGE_SUFFIX) ? resources.get(type.slice(0, -PAGE_SUFFIX.length)) : undefined;
  if (many) return listResolver(many, resources, planner, rankedResolver(many, resources, planner));
  if (type === 'Viewer') return viewerResolver;
  if (type === TABLE_TYPE) return tableResolver(resources, planner);
  if (type === FIGURES_TYPE) {
    const emissionsOnly = field === 'emissions';
    return targetConsumption(planner, { emissionsOnly, portfolio: emissionsOnly });
  }
  throw new Error(`schema/types/query.graphql: ${field} is of type ${type}, which is not a resource`);
}
