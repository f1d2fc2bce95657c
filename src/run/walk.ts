import type { Columns, Row } from '../data/columns.js';
import type { Page, PageQuery } from '../data/pageSql.js';
import type { Reads } from '../data/reads.js';
import type { Position, Resource, SortKey, Where } from '../data/resource.js';
import { orderKeys } from '../data/conditions.js';
import type { Value } from '../values/scalars.js';
import { parseSort, sortablePaths, toWhere } from '../plan/arguments.js';
import { AppError } from '../errors/appError.js';

/** How a root list is read page by page, by the place where the last page ended. */
export interface Walk {
  /** Null: from the beginning. */
  readonly after: Position | null;
  /** Records of the pages before, where it goes on after a place. */
  readonly skip: number;
  /** Matching records, as counted at the beginning; null: they are counted. */
  readonly total: number | null;
}

/** Where a page of a walk stands. */
export interface PagePosition {
  readonly total: number;
  readonly skip: number;
  readonly rows: number;
  /** The place of its last record; null: nothing follows. */
  readonly next: Position | null;
}

/**
 * The keys of a list's order.
 * @param filter coerced as for the list itself
 * @throws AppError invalid-parameter where the filter is wrong
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
 * Reads a page and, by one record more than is asked for, whether others follow.
 * @param columnsWith the columns of the records with those of an order
 */
export async function walkPage(
  reads: Reads,
  query: PageQuery,
  walk: Walk,
  columnsWith: (keys: readonly SortKey[]) => Columns,
): Promise<Page & { readonly position: PagePosition }> {
  const { order, limit } = query;
  const counted = query.total && walk.total === null;
  const place = walk.after ? { after: walk.after, skip: 0 } : {};
  const columns = columnsWith(order);
  const read = await reads.page({ ...query, ...place, columns, total: counted, limit: limit + 1 });
  const rows = read.rows.slice(0, limit);
  const last = read.rows.length > limit ? rows.at(-1) : undefined;
  const next = last ? order.map(({ column }) => valueAt(last, column.path)) : null;
  const total = read.total ?? walk.total ?? 0;
  const skip = walk.after ? walk.skip : query.skip;
  return { total, rows, position: { total, skip, rows: rows.length, next } };
}

function valueAt(row: Row, path: string): Value | null {
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (typeof inner === 'object' && inner ? Reflect.get(inner, name) : null), row);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * The values that a field of the records in a list can have by its filter.
 * @param path of a field that has one of some texts
 * @param all these texts
 */
export function valuesAsked(where: Where | undefined, path: string, all: readonly string[]): readonly string[] {
  if (where === undefined || 'not' in where) return all;
  if ('all' in where) {
    return where.all.reduce((left, part) => {
      const own = valuesAsked(part, path, all);
      return left.filter((value) => own.includes(value));
    }, all);
  }
  if ('any' in where) {
    const either = new Set(where.any.flatMap((part) => valuesAsked(part, path, all)));
    return all.filter((value) => either.has(value));
  }
  const { column, operator, value } = where.compare;
  if (column.path !== path || (operator !== 'eq' && operator !== 'in')) return all;
  const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one) => wanted.includes(one));
}

/**
 * Refuses what asks for records from before those that are still there, as the answer would lack some. To be called after the page
 * was read: what is kept ever begins later, so that what it says then held for the page too.
 * @param after the place that the page goes on from; null: it is the first
 * @throws AppError no-longer-known
 */
export async function requireWithinHorizon(
  reads: Pick<Reads, 'deletionHorizon'>,
  { resource, where, order }: PageQuery,
  after: Position | null,
): Promise<void> {
  if (resource.known === '') return;
  const [path = ''] = resource.order;
  const since = await reads.deletionHorizon(resource);
  if (since === null) {
    throw new AppError('no-longer-known', 'What is deleted is not kept here: walk the whole list instead.');
  }
  const [key] = order;
  const place = after && key?.column.path === path && !key.descending ? after[0] : null;
  const bounds = [earliest(where, path), place].filter((bound) => typeof bound === 'string');
  const from = bounds.toSorted().at(-1);
  if (from === undefined || from >= since) return;
  const detail = `What was deleted is known from ${since} on, and this asks for it from ${from} on: walk the whole list anew, and go on from its Sync-Watermark.`;
  throw new AppError('no-longer-known', detail);
}

/** The moment that a filter leaves nothing before; null: there is none. */
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
