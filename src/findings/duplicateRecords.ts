import type { Knex } from 'knex';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { MS } from '../usage/records.js';
import type { Mark } from './finding.js';

/** What overlaps is told by its start alone, in so many days at most. */
const MOST = 2_000;

/** Interval records of one account that have the same start, end and source, by the days that they start on. */
export async function duplicateRecords(
  trx: Knex.Transaction,
  account: number,
  range: DayRange,
): Promise<readonly Mark[]> {
  const at = (day: number): string => new Date(day * DAY_MS).toISOString();
  const { rows }: { readonly rows: readonly { readonly from: number; readonly to: number; readonly n: number }[] } =
    await trx.raw(
      `select day as "from", max(until) as "to", sum(n)::int as n from (
         select floor(${MS('start_timestamp')} / ${DAY_MS}.0)::bigint as day, ${MS('end_timestamp')} as until, count(*) - 1 as n
         from intervals i join interval_kinds k using (kind_key)
         where account_key = ? and start_timestamp >= ? and start_timestamp < ?
         group by start_timestamp, end_timestamp, k.type, k.source having count(*) > 1
       ) several group by day order by day limit ${MOST}`,
      [account, at(range.from), at(range.to)],
    );
  return rows.map(({ from, to, n }) => ({
    from: from * DAY_MS,
    to: Math.max(to, from * DAY_MS + 1),
    evidence: [{ name: 'records', value: n, from: from * DAY_MS, to }],
  }));
}
