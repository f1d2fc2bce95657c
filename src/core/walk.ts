import type { Columns, Row } from '../data/columns.js';
import type { Page, PageQuery } from '../data/pageSql.js';
import type { Reads } from '../data/reads.js';
import type { Position, Resource, SortKey } from '../data/resource.js';
import { orderKeys } from '../data/conditions.js';
import type { Value } from '../values/scalars.js';
import { parseSort, sortablePaths, toWhere } from './arguments.js';

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
