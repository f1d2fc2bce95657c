import type { Comparison, Resource, Where } from './resource.js';
import { join, sql, type Sql } from './sql.js';

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

interface CalendarDay {
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

/** The months that have a day of the range. */
export function monthsSql({ from, to }: Counted): Sql {
  const last = to && (to.day === 1 ? to.month - 1 : to.month);
  return every(from && sql`c.month >= ${from.month}`, last === null ? null : sql`c.month <= ${last}`);
}

/** The days of these months that are in the range. */
export function daysSql({ from, to }: Counted): Sql {
  return every(
    from && sql`(c.month > ${from.month} or d.day >= ${from.day})`,
    to && sql`(c.month < ${to.month} or d.day < ${to.day})`,
  );
}

function every(...conditions: readonly (Sql | null)[]): Sql {
  return join([sql`true`, ...conditions.flatMap((condition) => condition ?? [])], ' and ');
}

/** How many records of a month are asked for: of one that the range has in part, those of its days. */
export function sizeSql({ from, to }: Counted): Sql {
  const months = new Map<number, readonly [first: number, last: number]>();
  if (from && from.day > 1) months.set(from.month, [from.day, 31]);
  if (to && to.day > 1) months.set(to.month, [to.month === from?.month ? from.day : 1, to.day - 1]);
  if (months.size === 0) return sql`c.records`;
  const parts = [...months].map(
    ([month, days]) => sql`when ${month} then (select sum(n)::bigint from unnest(c.days[${days[0]}:${days[1]}]) n)`,
  );
  return join([sql`case c.month`, ...parts, sql`else c.records end`], ' ');
}
