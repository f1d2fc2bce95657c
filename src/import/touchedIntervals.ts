import type { Knex } from 'knex';
import { NOTHING, raw, sql } from '../data/sql.js';
import { rowsIn } from '../data/rowsIn.js';
import { monthOf, monthStart, type DayRange } from '../usage/grid.js';
import type { MonthCount } from '../usage/portfolioCounts.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStoredOf, ofPart } from './upsert.js';

/** Intervals of an account that begin on one day (UTC) and come, go or change. */
export interface TouchedIntervals extends DayRange {
  readonly account: number;
  /** The longest of them, in milliseconds. */
  readonly ms: number;
  /** How many more or fewer there will be. */
  readonly n: number;
}

/** By account and first day: where its intervals end, and the longest of them. */
const PER_DAY = `account_key, date_bin('1 day', start_timestamp, '1970-01-01Z') as day, max(end_timestamp) as until,
  max(end_timestamp - start_timestamp) as longest`;

/**
 * Finds the days of the intervals that a part changes, as they are stored and as they will be. An interval that keeps its account and
 * its time is not looked up. Those that go or move are locked until the part is applied, so that nobody else changes, and counts,
 * the same; a copy is nobody else's.
 */
export async function touchedIntervals(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly TouchedIntervals[]> {
  const come = sql`select ${raw(PER_DAY)}, count(*) filter (where change = 'insert' or moves) as n
    from ${raw(CHANGES)} c where ${raw(ofPart(part, 'insert', 'update'))} group by 1, 2`;
  const gone = sql`select ${raw(PER_DAY)}, -count(*) as n
    from (
      select t.account_key, t.start_timestamp, t.end_timestamp
      from ${raw(CHANGES)} c join ${raw(fields.stored)} t on ${raw(isStoredOf(fields, part))}
      where ${raw(ofPart(part, 'update', 'delete'))} and (c.change = 'delete' or c.moves) for update of t
    ) was group by 1, 2`;
  const { update, delete: removed } = part.counts;
  return rowsIn(trx)<TouchedIntervals>(sql`
    select account_key as account, floor(date_part('epoch', day) / 86400)::int as "from",
      ceil(date_part('epoch', max(until)) / 86400)::int as "to", (date_part('epoch', max(longest)) * 1000)::bigint as ms,
      sum(n)::int as n
    from (${come} ${update + removed === 0 ? NOTHING : sql`union all ${gone}`}) each
    group by account_key, day order by account_key, day`);
}

/** How many more or fewer intervals of accounts there will be, by month; nothing for a month whose days all stay the same. */
export function countsOf(touched: readonly TouchedIntervals[]): readonly MonthCount[] {
  const months = new Map<string, { account_key: number; month: number; records: number; days: number[] }>();
  for (const { account, from, n } of touched) {
    if (n === 0) continue;
    const month = monthOf(from);
    const key = `${account} ${month}`;
    const count = months.get(key) ?? { account_key: account, month, records: 0, days: Array<number>(31).fill(0) };
    count.records += n;
    count.days[from - monthStart(month)] = n;
    months.set(key, count);
  }
  return [...months.values()];
}
