import type { Comparison, Resource, Where } from './resource.js';

const DAY_MS = 86_400_000;

/** What a filter asks for, where counts by account and UTC day tell how much that is. */
export interface Counted {
  /** Conditions on the account. */
  readonly accounts: readonly Comparison[];
  /** Conditions on the time, which leave whole days. */
  readonly times: readonly Comparison[];
  /** The first day, and the one after the last; null: no bound. */
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
}

export interface CalendarDay {
  /** Counted from January 1970. */
  readonly month: number;
  /** Of the month, from 1. */
  readonly day: number;
}

/**
 * Reads a filter as accounts and a range of days.
 * @returns undefined where it is anything else, or the resource has no counts
 */
export function countedBy(resource: Resource, where: Where | undefined): Counted | undefined {
  if (resource.counts === '') return undefined;
  const [account, time] = resource.order;
  const comparisons = allOf(where);
  if (!comparisons) return undefined;
  const accounts: Comparison[] = [];
  const times: Comparison[] = [];
  let [from, to] = [-Infinity, Infinity];
  for (const comparison of comparisons) {
    const { column, operator, value } = comparison;
    if (column.path === account && (operator === 'eq' || operator === 'in') && value !== null) {
      accounts.push(comparison);
    } else if (column.path === time && typeof value === 'string') {
      const ms = Date.parse(value);
      if (operator === 'gte' || operator === 'gt') from = Math.max(from, operator === 'gt' ? ms + 1 : ms);
      else if (operator === 'lt' || operator === 'lte') to = Math.min(to, operator === 'lte' ? ms + 1 : ms);
      else return undefined;
      times.push(comparison);
    } else return undefined;
  }
  const isWhole = (ms: number): boolean => !Number.isFinite(ms) || ms % DAY_MS === 0;
  if (!isWhole(from) || !isWhole(to)) return undefined;
  return { accounts, times, from: calendarDay(from), to: calendarDay(to) };
}

/** The comparisons that hold together; undefined where a filter is more than that. */
function allOf(where: Where | undefined): readonly Comparison[] | undefined {
  if (where === undefined) return [];
  if ('compare' in where) return [where.compare];
  if (!('all' in where)) return undefined;
  const parts = where.all.map(allOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function calendarDay(ms: number): CalendarDay | null {
  if (!Number.isFinite(ms)) return null;
  const date = new Date(ms);
  return { month: (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth(), day: date.getUTCDate() };
}
