import { AppError, invalidParameters } from '../errors/appError.js';
import { orderKeys } from '../data/conditions.js';
import type { Page, PageQuery } from '../data/pageSql.js';
import type { Columns, Row } from '../data/columns.js';
import type { Reads } from '../data/reads.js';
import type { Link, Position, Resource, Resources, SortKey, Where } from '../data/resource.js';
import { isObjectId, type Value } from '../values/scalars.js';
import type { PagePosition, RequestContext, CursorPagination } from './context.js';
import type { FieldInfo, FieldPlan, FieldPlanner } from '../plan/fieldPlan.js';
import {
  FIRST_PAGE,
  pagingProblem,
  parseSort,
  searchColumnsOf,
  type SearchColumns,
  searchOf,
  sortablePaths,
  toWhere,
} from '../plan/arguments.js';
import DataLoader from 'dataloader';
import { COST_AT_ONCE } from './run.js';

type Args = Readonly<Record<string, unknown>>;

export type Resolver = (parent: Row | undefined, args: Args, context: RequestContext, info: FieldInfo) => unknown;

/** A link's resolver. `key` names the field of the parent that determines its value (`keyReader` in `plainJson.ts`). */
export interface LinkResolver {
  readonly resolve: Resolver;
  readonly extensions: { readonly key: string };
}

/**
 * Requires the scope of a type, for its records, pages and figures (contract 5).
 * @param what the name of the data in the message
 * @throws AppError missing-scope
 */
export function requireScope({ scopes }: RequestContext['viewer'], scope: string, what: string): void {
  if (scopes.has(scope)) return;
  throw new AppError('missing-scope', `This key lacks the scope ${scope}, needed for ${what}.`);
}

/** Returns the resolver of a root field for one record, by `_id`; null if the viewer sees no such record. */
export function findResolver(resource: Resource, { planOf }: FieldPlanner): Resolver {
  return (_, { id }, context, info) => {
    requireScope(context.viewer, resource.scope, resource.type);
    if (typeof id !== 'string' || !isObjectId(id)) return null;
    return context.reads.byId(resource, id.toLowerCase(), columnsWithId(resource, planOf(info)));
  };
}

/**
 * Returns the resolver of a root field that lists records.
 * @param ranked the resolver for requests with the argument `ranked`, an order by figures
 */
export function listResolver(
  resource: Resource,
  resources: Resources,
  { planOf }: FieldPlanner,
  ranked: Resolver,
): Resolver {
  const searchColumns = searchColumnsOf(resource, resources);
  return async (parent, args, context, info) => {
    if (args.ranked) return ranked(parent, args, context, info);
    const { reads, pagination, metadata, viewer } = context;
    const { scopesBy } = resource;
    if (!scopesBy) requireScope(viewer, resource.scope, resource.type);
    const plan = planOf(info);
    const query = pageQuery(resource, searchColumns, args, context, plan);
    if (scopesBy) {
      for (const value of requestedValues(query.where, scopesBy.path, [...scopesBy.scopes.keys()])) {
        requireScope(viewer, scopesBy.scopes.get(value) ?? '', `${resource.type} of ${value}`);
      }
    }
    if (!pagination) {
      const read = await reads.page(query);
      await requireWithinHorizon(reads, query, null);
      return page(query, read);
    }
    const { position, ...read } = await readCursorPage(reads, query, pagination, plan.columnsWith);
    await requireWithinHorizon(reads, query, pagination.after);
    metadata.page = position;
    return page({ ...query, skip: position.skip }, read);
  };
}

/** Returns the resolver of a link to one record or to a page of records. One statement serves all parents of a field. */
export function linkResolver(
  resource: Resource,
  link: Link,
  resources: Resources,
  { planOf, fieldPathOf }: FieldPlanner,
): LinkResolver {
  const target = resources.get(link.target);
  const column = (link.many ? target : resource)?.columns.get(link.path);
  const belonging = link.through === '' ? column && { column } : { through: link.through };
  if (!target || !belonging) throw new Error(`${resource.declaredAt}: ${resource.type}.${link.field} links to nothing`);
  const searchColumns = searchColumnsOf(target, resources);
  const name = `${resource.type}.${link.field}`;
  const key = link.many ? '_id' : link.path;
  const resolve: Resolver = (parent, args, context, info) => {
    requireScope(context.viewer, target.scope, target.type);
    const id = parent?.[key];
    if (typeof id !== 'string') return null;
    const loader = loaderAt(context, fieldPathOf(info), () => {
      const plan = planOf(info);
      if (link.many) {
        const query = pageQuery(target, searchColumns, args, context, plan);
        return recordLoader(name, context, query.limit, async (ids) =>
          (await context.reads.pages(query, belonging, ids)).map((result) => page(query, result)),
        );
      }
      return linkedRecordLoader(name, target, context, plan);
    });
    return loader.load(id);
  };
  return { resolve, extensions: { key } };
}

/** Returns the columns of a selection and `_id`, which identifies each record of a batch. */
export function columnsWithId({ columns }: Resource, { columnsWith }: Pick<FieldPlan, 'columnsWith'>): Columns {
  const column = columns.get('_id');
  return columnsWith(column ? [{ column, descending: false }] : []);
}

function linkedRecordLoader(
  name: string,
  target: Resource,
  context: RequestContext,
  plan: FieldPlan,
): ReturnType<typeof recordLoader> {
  const columns = columnsWithId(target, plan);
  return recordLoader(name, context, 1, async (ids) => {
    const rows = new Map((await context.reads.byIds(target, ids, columns)).map((row) => [row._id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}

/**
 * Returns the query of a page from the arguments of a list.
 * @throws AppError invalid-parameter
 */
export function pageQuery(
  resource: Resource,
  searchColumns: SearchColumns,
  args: Args,
  context: RequestContext,
  plan: Pick<FieldPlan, 'columns' | 'total'>,
): PageQuery {
  const limit = Number(args.limit ?? FIRST_PAGE.limit);
  const number = Number(args.page ?? FIRST_PAGE.page);
  const problem = pagingProblem(limit, number, context.maxLimit);
  if (problem) throw invalidParameters([problem]);
  const { sort } = args;
  const key = typeof sort === 'string' ? parseSort(resource, sortablePaths(resource), sort) : null;
  if (key && 'parameter' in key) throw invalidParameters([key]);
  const { columns, total } = plan;
  const where = toWhere(resource, args.filter as Readonly<Record<string, unknown>> | null | undefined);
  return {
    resource,
    columns,
    total,
    where,
    search: searchOf(searchColumns, args.search, context.viewer),
    order: orderKeys(resource, key ? [key] : [], where),
    limit,
    skip: (number - 1) * limit,
  };
}

/** Returns a page in the form of the schema's page types. */
export function page(
  { limit, skip }: PageQuery,
  { total, rows }: { total: number | undefined; rows: readonly Row[] },
): object {
  return { total, limit, skip, data: rows };
}

/** Resolves the key's user. It sorts the lists, so that equal keys have equal answers. */
export const viewerResolver = (_: unknown, __: unknown, { viewer }: RequestContext): object => ({
  userId: viewer.userId,
  label: viewer.label,
  role: viewer.role,
  scopes: [...viewer.scopes].sort(),
  companyIds: [...viewer.access.companies].sort(),
  entityIds: [...viewer.access.entities].sort(),
  expiresAt: viewer.expiresAt,
});

/**
 * Returns a loader of the records that many objects of an answer link to. It loads in batches by identifier. It caches
 * loaded records up to a limit, because not all records of a large answer fit into memory.
 * @param name the field, such as `Account.asset`
 * @param perId the most records of an identifier
 */
export function recordLoader(
  name: string,
  { batches, onBatch }: Pick<RequestContext, 'batches' | 'onBatch'>,
  perId: number,
  load: (ids: readonly string[]) => Promise<readonly unknown[]>,
): DataLoader<string, unknown> {
  let cachedRecords = 0;
  const loadBatch = (ids: readonly string[]): Promise<readonly unknown[]> => {
    onBatch(name, ids.length);
    cachedRecords += ids.length * perId;
    if (cachedRecords > COST_AT_ONCE) {
      loader.clearAll();
      cachedRecords = 0;
    }
    return load(ids);
  };
  const loader = new DataLoader<string, unknown>(loadBatch, { batchScheduleFn: batches.schedule });
  return loader;
}

/**
 * Returns the loader of a field, and creates it for the first parent. All parents of a field are one batch.
 * @param fieldPath the path of the field in the answer, without the positions of list items
 */
export function loaderAt(
  { loaders }: Pick<RequestContext, 'loaders'>,
  fieldPath: string,
  make: () => DataLoader<string, unknown>,
): DataLoader<string, unknown> {
  const existing = loaders.get(fieldPath);
  if (existing) return existing;
  const loader = make();
  loaders.set(fieldPath, loader);
  return loader;
}

/**
 * Returns the sort keys of a list.
 * @param filter coerced by GraphQL
 * @throws AppError invalid-parameter for an invalid filter
 */
export function keysOf(
  resource: Resource,
  filter: Readonly<Record<string, unknown>>,
  sort: string | null,
): readonly SortKey[] {
  const key = sort === null ? null : parseSort(resource, sortablePaths(resource), sort);
  const keys = key === null || 'parameter' in key ? [] : [key];
  return orderKeys(resource, keys, toWhere(resource, filter));
}

/**
 * Reads one page of a cursor pagination. It requests one record more than the page holds: if that exists, more pages
 * follow.
 * @param columnsWith returns the columns of the records plus those of the sort keys
 */
export async function readCursorPage(
  reads: Reads,
  query: PageQuery,
  pagination: CursorPagination,
  columnsWith: (keys: readonly SortKey[]) => Columns,
): Promise<Page & { readonly position: PagePosition }> {
  const { order, limit } = query;
  const isCounted = query.total && pagination.total === null;
  const start = pagination.after ? { after: pagination.after, skip: 0 } : {};
  const columns = columnsWith(order);
  const read = await reads.page({ ...query, ...start, columns, total: isCounted, limit: limit + 1 });
  const rows = read.rows.slice(0, limit);
  const last = read.rows.length > limit ? rows.at(-1) : undefined;
  const next = last ? order.map(({ column }) => valueAt(last, column.path)) : null;
  const total = read.total ?? pagination.total ?? 0;
  const skip = pagination.after ? pagination.skip : query.skip;
  return { total, rows, position: { total, skip, rows: rows.length, next } };
}

function valueAt(row: Row, path: string): Value | null {
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (typeof inner === 'object' && inner ? Reflect.get(inner, name) : null), row);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * Returns the values that a filter allows a field to have.
 * @param path the path of the field
 * @param all all possible values of the field
 */
export function requestedValues(where: Where | undefined, path: string, all: readonly string[]): readonly string[] {
  if (where === undefined || 'not' in where) return all;
  if ('all' in where) {
    return where.all.reduce((left, part) => {
      const partValues = requestedValues(part, path, all);
      return left.filter((value) => partValues.includes(value));
    }, all);
  }
  if ('any' in where) {
    const either = new Set(where.any.flatMap((part) => requestedValues(part, path, all)));
    return all.filter((value) => either.has(value));
  }
  const { column, operator, value } = where.compare;
  if (column.path !== path || (operator !== 'eq' && operator !== 'in')) return all;
  const compared: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one) => compared.includes(one));
}

/**
 * Rejects a request for records from before the deletion horizon: the answer would lack some. Call it after the page
 * was read. The horizon only moves forward, so its later value also holds for the page.
 * @param after the cursor of the page; null: the first page
 * @throws AppError no-longer-known
 */
export async function requireWithinHorizon(
  reads: Pick<Reads, 'deletionHorizon'>,
  { resource, where, order }: PageQuery,
  after: Position | null,
): Promise<void> {
  if (resource.horizonTable === '') return;
  const [path = ''] = resource.order;
  const horizon = await reads.deletionHorizon(resource);
  if (horizon === null) {
    throw new AppError('no-longer-known', 'This service does not record deletions: read the complete list instead.');
  }
  const [key] = order;
  const cursorTime = after && key?.column.path === path && !key.descending ? after[0] : null;
  const bounds = [earliest(where, path), cursorTime].filter((bound) => typeof bound === 'string');
  const from = bounds.toSorted().at(-1);
  if (from === undefined || from >= horizon) return;
  const detail = `The service has deletions since ${horizon}, got ${from}: read the whole list again, and continue from its Sync-Watermark.`;
  throw new AppError('no-longer-known', detail);
}

/** Returns the earliest time that a filter allows, or null if it has no lower bound. */
function earliest(where: Where | undefined, path: string): string | null {
  if (where === undefined || 'not' in where) return null;
  if ('all' in where) {
    const bounds = where.all.flatMap((part) => earliest(part, path) ?? []);
    return bounds.toSorted().at(-1) ?? null;
  }
  if ('any' in where) {
    const bounds = where.any.map((part) => earliest(part, path));
    return bounds.includes(null) ? null : (bounds.toSorted()[0] ?? null);
  }
  const { column, operator, value } = where.compare;
  if (column.path !== path || !['eq', 'in', 'gt', 'gte'].includes(operator)) return null;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string').toSorted()[0] ?? null;
}
