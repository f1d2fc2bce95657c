import type { Snapshot } from '../data/database.js';
import { join, sql, type Sql } from '../data/sql.js';
import type { DayRange } from '../usage/grid.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';

/** Accounts by their keys, each with the group that it is added up in. */
export interface Groups {
  readonly keys: readonly number[];
  readonly groups: readonly number[];
  /** Groups of temperatures, one account each: their quantities are means. */
  readonly means: ReadonlySet<number>;
}

/** How a statement over the accounts `g` of groups begins; bound to their keys and their groups. */
export const WITH_GROUPS = 'with g as (select * from unnest(?::int[], ?::int[]) as g(account_key, "group"))';

/** The same with a flag `mean`; bound to the groups of temperatures before. */
export const WITH_MEANS =
  'with g as (select *, "group" = any(?::int[]) as mean from unnest(?::int[], ?::int[]) as g(account_key, "group"))';

/**
 * The rows `u` of accounts `g` in a table of painted usage, as a statement names them behind `from`.
 *
 * By a look-up by the key for each account, which `offset 0` keeps it, as the planner, which does not know how many there are,
 * would rather read the whole table. A statement that is divided among servers can't do that: there accounts are joined, and
 * their keys say which servers are asked.
 * @param keys of the accounts; null: the table is all on one server
 */
export function usageRows(table: string, condition: Sql, keys: readonly number[] | null): Sql {
  if (keys !== null) {
    const rows = `select * from ${table} where account_key = any(?::int[]) and ${condition.text}`;
    return sql(`g join (${rows}) u on u.account_key = g.account_key`, keys, ...condition.bindings);
  }
  const rows = `select * from ${table} where account_key = g.account_key and ${condition.text} offset 0`;
  return sql(`g cross join lateral (${rows}) u`, ...condition.bindings);
}

/** The keys that {@link usageRows} takes. */
export function keysToJoin(snapshot: Snapshot, { keys }: Groups): readonly number[] | null {
  return snapshot.isDistributed() ? keys : null;
}

/** The days of a source within a range, or one of several, of those that are not uniform. */
export function daysWithin(source: SourceCode, ...ranges: readonly DayRange[]): Sql {
  return ofRanges(source, ranges, ({ from, to }) => sql('day >= ? and day < ?', from, to));
}

/** The runs of uniform days of a source that touch a range, or one of several. */
export function runsWithin(source: SourceCode, ...ranges: readonly DayRange[]): Sql {
  // A run stays within a month.
  return ofRanges(source, ranges, ({ from, to }) =>
    sql('from_day > ? and from_day < ? and to_day > ?', from - 32, to, from),
  );
}

function ofRanges(source: SourceCode, ranges: readonly DayRange[], within: (range: DayRange) => Sql): Sql {
  const own = ofSource(source);
  const each = ranges.map(within);
  const [only] = each;
  if (only && each.length === 1) return sql(`${own.text} and ${only.text}`, ...own.bindings, ...only.bindings);
  const any = join(each, ' or ');
  return sql(`${own.text} and (${any.text})`, ...own.bindings, ...any.bindings);
}

/** The sources that combined is stored under: its own days, and those that it takes whole from one source. */
const COMBINED = [SOURCE.hh, SOURCE.custom, SOURCE.reading, SOURCE.invoice, SOURCE.combined];

function ofSource(source: SourceCode): Sql {
  return source === SOURCE.combined
    ? sql(`source in (${COMBINED.join(', ')}) and (whole or source = ${SOURCE.combined})`)
    : sql('source = ?', source);
}
