import type { PageQuery } from '../data/pageSql.js';
import type { Reads } from '../data/reads.js';
import type { Position, Where } from '../data/resource.js';
import { AppError } from '../errors/appError.js';

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
export async function requireKnown(
  reads: Pick<Reads, 'knownSince'>,
  { resource, where, order }: PageQuery,
  after: Position | null,
): Promise<void> {
  if (resource.known === '') return;
  const [path = ''] = resource.order;
  const since = await reads.knownSince(resource);
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
