import { accountKeys, type VisibleKey } from '../data/access.js';
import { join, raw, type Sql, sql, type VisibleSql } from '../data/sql.js';
import type { Snapshot } from '../data/database.js';
import type { DayRange } from '../usage/grid.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';

/** Accounts by their keys, each with the group that it is added up in. */
export interface Groups {
  readonly keys: readonly VisibleKey[];
  readonly groups: readonly number[];
  /** Groups of temperatures, one account each: their quantities are means. */
  readonly means: ReadonlySet<number>;
}

/** How a statement over the accounts `g` of groups begins. */
export function withGroups({ keys, groups }: Pick<Groups, 'keys' | 'groups'>): VisibleSql {
  return sql`with g as (select * from unnest(${accountKeys(keys)}, ${groups}::int[]) as g(account_key, "group"))`;
}

/** The same with a flag `mean`. */
export function withMeans({ keys, groups, means }: Groups): VisibleSql {
  return sql`with g as (select *, "group" = any(${[...means]}::int[]) as mean
    from unnest(${accountKeys(keys)}, ${groups}::int[]) as g(account_key, "group"))`;
}

/**
 * The rows `u` of accounts `g` in a table of stored usage, as a statement names them behind `from`.
 *
 * By a look-up by the key for each account, which `offset 0` keeps it, as the planner, which does not know how many there are,
 * would rather read the whole table. A statement that is divided among servers can't do that: there accounts are joined, and
 * their keys say which servers are asked.
 * @param keys of the accounts; null: the table is all on one server
 */
export function usageRows(
  table: 'usage_days' | 'usage_runs' | 'usage_months',
  condition: Sql,
  keys: readonly VisibleKey[] | null,
): Sql {
  const rows = sql`select * from ${raw(table)} where account_key`;
  return keys === null
    ? sql`g cross join lateral (${rows} = g.account_key and ${condition} offset 0) u`
    : sql`g join (${rows} = any(${accountKeys(keys)}) and ${condition}) u on u.account_key = g.account_key`;
}

/** The keys that {@link usageRows} takes. */
export function keysToJoin(snapshot: Pick<Snapshot, 'isDistributed'>, { keys }: Groups): readonly VisibleKey[] | null {
  return snapshot.isDistributed() ? keys : null;
}

/** The days of a source within a range, or one of several, of those that are not uniform. */
export function daysWithin(source: SourceCode, ...ranges: readonly DayRange[]): Sql {
  return ofRanges(source, ranges, ({ from, to }) => sql`day >= ${from} and day < ${to}`);
}

/** The runs of uniform days of a source that touch a range, or one of several. */
export function runsWithin(source: SourceCode, ...ranges: readonly DayRange[]): Sql {
  // A run stays within a month.
  return ofRanges(
    source,
    ranges,
    ({ from, to }) => sql`from_day > ${from - 32} and from_day < ${to} and to_day > ${from}`,
  );
}

function ofRanges(source: SourceCode, ranges: readonly DayRange[], within: (range: DayRange) => Sql): Sql {
  const own = ofSource(source);
  const each = ranges.map(within);
  const [only] = each;
  if (only && each.length === 1) return sql`${own} and ${only}`;
  const any = join(each, ' or ');
  return sql`${own} and (${any})`;
}

/** The sources that combined is stored under: its own days, and those that it takes whole from one source. */
const COMBINED = [SOURCE.hh, SOURCE.custom, SOURCE.reading, SOURCE.invoice, SOURCE.combined];

function ofSource(source: SourceCode): Sql {
  return source === SOURCE.combined
    ? sql`source in (${raw(COMBINED.join(', '))}) and (whole or source = ${raw(SOURCE.combined)})`
    : sql`source = ${source}`;
}
