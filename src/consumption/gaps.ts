import { accountKeys } from '../data/access.js';
import type { VisibleSnapshot } from '../db/database.js';
import { raw, sql } from '../db/sql.js';
import { DAY_MS, type DayRange, HALF_HOURS_PER_DAY, HALF_HOUR_MS } from '../usage/grid.js';
import type { SourceCode } from '../usage/sources.js';
import { HALF_HOUR_COLUMNS } from '../usage/usageRows.js';
import { inTurns } from '../values/turns.js';
import { ROWS_AT_ONCE } from './halfHours.js';
import type { Clock, Period } from './localTime.js';
import type { ScopeAccount } from './scope.js';
import { daysWithin, uniformRangesWithin } from './usageRows.js';

/** A time without data of an account: `[start, end)` in milliseconds. */
export interface Gap {
  readonly accountId: string;
  readonly start: number;
  readonly end: number;
}

/** The maximum number of gaps of one target. */
const MAX_GAPS = 1_000;

interface CoveredDays {
  readonly key: number;
  readonly day: number;
  readonly last: number;
  /** Whether each half-hour has full coverage; null: all have. */
  readonly covered: readonly boolean[] | null;
}

/**
 * Reads the half-hours of expected accounts without full coverage, as ranges.
 * @param targets the number of targets; each gets the first 1,000 of its gaps
 */
export async function readGaps(
  snapshot: VisibleSnapshot,
  accounts: readonly ScopeAccount[],
  targets: number,
  clock: Clock,
  source: SourceCode,
): Promise<readonly (readonly Gap[])[]> {
  const { from, to } = clock.utcDays;
  const gaps: Gap[][] = Array.from({ length: targets }, () => []);
  const isFull = ({ target }: ScopeAccount): boolean => (gaps[target]?.length ?? 0) >= MAX_GAPS;
  const expected = accounts.filter((account) => account.expected);
  const perPart = Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, to - from)));
  for (let first = 0; first < expected.length; first += perPart) {
    const part = expected.slice(first, first + perPart).filter((account) => !isFull(account));
    if (part.length === 0) continue;
    const days = await readCoveredDays(snapshot, part, { from, to }, source);
    await inTurns(part, (account) => {
      const gapsOfTarget = gaps[account.target] ?? [];
      for (const gap of gapsOf(days.get(account.key) ?? [], clock)) {
        if (gapsOfTarget.length === MAX_GAPS) break;
        gapsOfTarget.push({ accountId: account.id, ...gap });
      }
    });
  }
  return gaps;
}

/** Reads the covered time of accounts, by account, in the order of days. */
async function readCoveredDays(
  snapshot: VisibleSnapshot,
  accounts: readonly ScopeAccount[],
  { from, to }: DayRange,
  source: SourceCode,
): Promise<ReadonlyMap<number, readonly CoveredDays[]>> {
  const [inDays, inRuns] = [daysWithin(source, { from, to }), uniformRangesWithin(source, { from, to })];
  const halfHours = HALF_HOUR_COLUMNS.map(
    (name, halfHour) => `${name} is not null and coalesce(coverage[${halfHour + 1}] = ${HALF_HOUR_MS}, true)`,
  );
  const keys = accountKeys([...new Set(accounts.map(({ key }) => key))]);
  const rows = await snapshot.rows<CoveredDays>(
    sql`select account_key as key, day, day + 1 as last,
       case when covered_ms < ${raw(DAY_MS)} then array[${raw(halfHours.join(', '))}] end as covered
     from usage_days where account_key = any(${keys}) and ${inDays}
     union all
     select account_key, greatest(from_day, ${from}), least(to_day, ${to}), null from usage_runs
     where account_key = any(${keys}) and ${inRuns}
     order by 1, 2`,
  );
  const days = new Map<number, CoveredDays[]>();
  for (const row of rows) {
    const list = days.get(row.key);
    if (list) list.push(row);
    else days.set(row.key, [row]);
  }
  return days;
}

function* gapsOf(rows: readonly CoveredDays[], time: Period): Generator<Period> {
  let open: number | null = null;
  let reached = time.start;
  for (const { day, last, covered } of rows) {
    if (day * DAY_MS > reached) open ??= reached;
    for (let halfHour = 0; halfHour < (last - day) * HALF_HOURS_PER_DAY; halfHour += 1) {
      const start = day * DAY_MS + halfHour * HALF_HOUR_MS;
      if (start < time.start || start >= time.end) continue;
      if (covered?.[halfHour] === false) open ??= start;
      else if (open !== null) {
        yield { start: open, end: start };
        open = null;
      }
    }
    reached = last * DAY_MS;
  }
  if (reached < time.end) open ??= reached;
  if (open !== null) yield { start: open, end: time.end };
}
