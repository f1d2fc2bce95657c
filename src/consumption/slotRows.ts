import type { VisibleSnapshot } from '../data/database.js';
import { sql, type Sql } from '../data/sql.js';
import type { DayRange } from '../usage/grid.js';
import type { SourceCode } from '../usage/sources.js';
import { inTurns } from '../values/turns.js';
import { daysWithin, keysToJoin, runsWithin, usageRows, withGroups, type Groups } from './usageOfGroups.js';

/** Which stored usage is wanted. */
export interface SlotSource {
  readonly source: SourceCode;
  readonly range: DayRange;
}

/** Uniform days, `[from, to)`, of accounts of a group: their quantity and its estimated part of one day. */
export interface UniformDays {
  readonly group: number;
  readonly source: SourceCode;
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  readonly estimated: number;
  readonly accounts: number;
}

/** Statements about the days of groups `g` of accounts: those that are not uniform are `u` in `days`. */
export interface SlotRows {
  /** @param select makes the statement of the rows of groups and days, which stand behind its `from` */
  readonly days: <Row>(select: (days: Sql) => Sql) => Promise<readonly Row[]>;
  readonly runs: () => Promise<readonly UniformDays[]>;
}

/** The stored usage of groups of accounts over some days. */
export function slotRows(snapshot: VisibleSnapshot, groups: Groups, { source, range }: SlotSource): SlotRows {
  const run = <Row>(statement: Sql): Promise<readonly Row[]> =>
    snapshot.rows<Row>(sql`${withGroups(groups)} ${statement}`);
  const keys = keysToJoin(snapshot, groups);
  const days = usageRows('usage_days', daysWithin(source, range), keys);
  const runs = usageRows('usage_runs', runsWithin(source, range), keys);
  return {
    days: (select) => run(select(days)),
    runs: () =>
      run<UniformDays>(
        sql`select g."group", u.source, u.from_day as "from", u.to_day as "to", sum(u.quantity) as quantity,
           sum(u.estimated) as estimated, count(*)::int as accounts
         from ${runs} group by 1, 2, 3, 4 order by 1, 3, 4, 2`,
      ),
  };
}

/** Rows that are read at a time, about: what is held of the database's answers does not grow with what is asked for. */
export const ROWS_AT_ONCE = 5_000;

/**
 * Reads the rows of a range, in parts where there may be many, and does something with each.
 * @param perDay rows that a day may have
 */
export async function eachRow<Row>(
  { from, to }: DayRange,
  perDay: number,
  read: (part: DayRange) => Promise<readonly Row[]>,
  visit: (row: Row, part: DayRange) => void,
): Promise<void> {
  const days = Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, perDay)));
  for (let first = from; first < to; first += days) {
    const part = { from: first, to: Math.min(to, first + days) };
    await inTurns(await read(part), (row) => {
      visit(row, part);
    });
  }
}

/** Runs of an account that a day may be in, on average: one lies within a month. */
export const RUNS_PER_DAY = 1 / 28;

/** The days of a run that lie in a range. */
export function daysIn({ from, to }: DayRange, range: DayRange): DayRange {
  return { from: Math.max(from, range.from), to: Math.min(to, range.to) };
}
