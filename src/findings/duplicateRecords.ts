import { DAY_MS, type DayRange } from '../usage/grid.js';
import { MS } from '../usage/records.js';
import type { FindingContext } from './context.js';
import type { FindingAccount, Observation } from './finding.js';

/** The maximum number of days with duplicate records that are read. */
const MAX_DAYS = 2_000;

/** A combination of column values that many intervals share. */
interface IntervalKind {
  readonly key: number;
  readonly unit: string | null;
  readonly custom: boolean;
}

/**
 * Counts the superfluous interval records of an account per day: records that count and have the same start and end as
 * another. Custom records are computed, so they are counted separately.
 */
export async function duplicateRecords(
  { trx, convert }: FindingContext,
  account: FindingAccount,
  range: DayRange,
): Promise<readonly Observation[]> {
  const { key, type, meterUnits } = account;
  const { rows: kinds }: { readonly rows: readonly IntervalKind[] } = await trx.raw(
    `select kind_key as key, unit, source is not distinct from 'custom' as custom from interval_kinds where type = ?`,
    [type],
  );
  const counted = kinds.filter(({ unit }) => convert({ key, type, meterUnits, priority: null, longestMs: 0 }, unit));
  const at = (day: number): string => new Date(day * DAY_MS).toISOString();
  const keysOf = (some: readonly IntervalKind[]): readonly number[] => some.map((one) => one.key);
  const { rows }: { readonly rows: readonly { readonly from: number; readonly to: number; readonly n: number }[] } =
    await trx.raw(
      `select day as "from", max(until) as "to", sum(n)::int as n from (
         select floor(${MS('start_timestamp')} / ${DAY_MS}.0)::bigint as day, ${MS('end_timestamp')} as until, count(*) - 1 as n
         from intervals
         where account_key = ? and start_timestamp >= ? and start_timestamp < ? and kind_key = any(?::int[])
         group by start_timestamp, end_timestamp, kind_key = any(?::int[]) having count(*) > 1
       ) several group by day order by day limit ${MAX_DAYS}`,
      [key, at(range.from), at(range.to), keysOf(counted), keysOf(counted.filter(({ custom }) => custom))] as never[],
    );
  return rows.map(({ from, to, n }) => ({
    from: from * DAY_MS,
    to: Math.max(to, from * DAY_MS + 1),
    evidence: [{ name: 'records', value: n, from: from * DAY_MS, to }],
  }));
}
