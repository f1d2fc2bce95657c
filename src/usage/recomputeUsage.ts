import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { recordChangeOfAccounts } from '../data/recordChange.js';
import { readSettings } from '../data/settings.js';
import type { DayState } from './dayState.js';
import { joinRanges, monthOf, monthStart, type DayRange } from './grid.js';
import { byMonth, monthSums } from './monthSums.js';
import { computeUsage } from './computeUsage.js';
import { readUsageAccounts, converter, recordedDays, type Convert, type UsageAccount } from './records.js';
import { disablePortfolioTriggers } from './portfolioCounts.js';
import type { MonthChange } from './portfolioMonths.js';
import type { OnGap } from './registers.js';
import type { SourceCode } from './sources.js';
import { changeOf, copyRows, readStored, removeRows, sizeOf, type UsageChange, type UsageRows } from './storedUsage.js';
import { daysOfUniformRange, sumsOfRow, toDayRow, toUniformRanges, type DayRow } from './usageRows.js';

/** The days of an account to recompute; null for all days with records or stored usage. */
export interface Touched {
  readonly account: number;
  readonly ranges: readonly DayRange[] | null;
}

/** The number of months computed at a time, which limits memory. */
const MONTHS_AT_ONCE = 24;
/** The number of rows to buffer before a write. */
const ROWS_AT_ONCE = 5_000;

export interface RecomputeOptions {
  /** Whether to count changes only. */
  readonly dryRun?: boolean;
  /** Receives each gap between two readings in the computed days. A gap in two windows is reported twice. */
  readonly onGap?: OnGap;
  /** Receives the key of an account that has several computed intervals of the same time. */
  readonly onRepeated?: (account: number) => void;
}

interface Recomputed {
  readonly rows: number;
  readonly accounts: readonly number[];
  readonly days: number;
  readonly months: readonly MonthChange[];
}

/**
 * Recomputes days of accounts and writes the differences, within the caller's transaction.
 * @returns the number of changed rows, the keys of the changed accounts, the number of computed days, and the changes
 * of
 *   months, which the caller must pass to `followPortfolios`
 */
export async function recomputeUsage(
  database: Database,
  trx: Knex.Transaction,
  touched: readonly Touched[],
  options: RecomputeOptions = {},
): Promise<Recomputed> {
  if (touched.length === 0) return { rows: 0, accounts: [], days: 0, months: [] };
  const { dryRun = false } = options;
  const settings = await readSettings({ knex: trx });
  const convert = converter(Number(settings['gas-calorific-value']));
  const accounts = await readUsageAccounts(
    trx,
    touched.map(({ account }) => account),
  );
  const changed: number[] = [];
  const months: MonthChange[] = [];
  let rows = 0;
  let days = 0;
  let pending: UsageRows[] = [];
  let pendingOf: number | null = null;
  const flush = async (): Promise<void> => {
    await copyRows(database, trx, {
      days: pending.flatMap(({ days }) => days),
      runs: pending.flatMap(({ runs }) => runs),
      months: pending.flatMap(({ months }) => months),
    });
    pending = [];
    pendingOf = null;
  };
  for (const { account: key, ranges } of touched) {
    const account = accounts.get(key);
    if (!account) continue;
    for (const range of windows(ranges ?? (await allDays(trx, account)))) {
      // If two ranges share a month, the second reads the rows that the first has changed. Their deletion is done, but
      // their insertion is still buffered, even if the sums of the month did not change.
      if (pendingOf === key) await flush();
      days += range.to - range.from;
      const change = await recomputeRange(trx, account, range, convert, options);
      if (sizeOf(change) === 0) continue;
      if (rows === 0 && !dryRun) {
        await recordChangeOfAccounts(database, trx, [...accounts.keys()]);
        await disablePortfolioTriggers(trx);
      }
      rows += sizeOf(change);
      if (changed.at(-1) !== key) changed.push(key);
      if (dryRun) continue;
      for (const row of change.removed.months) months.push({ ...row, n: -1 });
      for (const row of change.added.months) months.push({ ...row, n: 1 });
      await removeRows(trx, key, change);
      pending.push(change.added);
      pendingOf = key;
      if (pending.reduce((sum, { days, runs }) => sum + days.length + runs.length, 0) > ROWS_AT_ONCE) await flush();
    }
  }
  await flush();
  return { rows, accounts: changed, days, months };
}

/** Recomputes the days of a range. The other days of its months keep their stored rows. */
async function recomputeRange(
  trx: Knex.Transaction,
  account: UsageAccount,
  range: DayRange,
  convert: Convert,
  { onGap, onRepeated }: Pick<RecomputeOptions, 'onGap' | 'onRepeated'>,
): Promise<UsageChange> {
  const months = { from: monthOf(range.from), to: monthOf(range.to - 1) + 1 };
  const days = { from: monthStart(months.from), to: monthStart(months.to) };
  const stored = await readStored(trx, account.key, days, months);
  const usage = await computeUsage(trx, account, range, convert, {
    onGap: (gap) => onGap?.(account.key, gap),
    onRepeated: () => onRepeated?.(account.key),
  });
  const isOutside = (day: number): boolean => day < range.from || day >= range.to;

  const rows: DayRow[] = stored.days.filter(({ day }) => isOutside(day));
  const states = new Map<SourceCode, Map<number, DayState>>();
  const uniform = new Map<SourceCode, [number, DayState][]>();
  const put = (source: SourceCode, day: number, state: DayState): void => {
    const sourceDays = states.get(source) ?? new Map<number, DayState>();
    states.set(source, sourceDays.set(day, state));
  };
  const putUniform = (source: SourceCode, day: number, state: DayState): void => {
    put(source, day, state);
    uniform.set(source, [...(uniform.get(source) ?? []), [day, state]]);
  };
  for (const row of rows) put(row.source, row.day, sumsOfRow(row));
  for (const run of stored.runs) {
    for (const [day, state] of daysOfUniformRange(run)) if (isOutside(day)) putUniform(run.source, day, state);
  }
  for (const [source, computed] of usage) {
    for (const [day, state] of computed) {
      const row = toDayRow(account.key, source, day, state);
      if (row) {
        rows.push(row);
        put(source, day, state);
      } else putUniform(source, day, state);
    }
  }
  const computed: UsageRows = {
    days: rows,
    runs: [...uniform].flatMap(([source, days]) => toUniformRanges(account.key, source, days, monthOf)),
    months: byMonth(states).flatMap(([month, bySource]) => monthSums(account.key, month, bySource)),
  };
  return changeOf(stored, computed);
}

/** Splits ranges into windows of at most {@link MONTHS_AT_ONCE}. */
function* windows(ranges: readonly DayRange[]): Generator<DayRange> {
  for (const { from, to } of joinRanges(ranges)) {
    for (let start = from; start < to;) {
      const end = Math.min(to, monthStart(monthOf(start) + MONTHS_AT_ONCE));
      yield { from: start, to: end };
      start = end;
    }
  }
}

/** Returns the range of days with records or stored usage. */
async function allDays(trx: Knex.Transaction, account: UsageAccount): Promise<readonly DayRange[]> {
  const recorded = await recordedDays(trx, account);
  const { rows }: { readonly rows: readonly { readonly from: number | null; readonly to: number | null }[] } =
    await trx.raw('select min(month) as "from", max(month) as "to" from usage_months where account_key = ?', [
      account.key,
    ]);
  const [computed] = rows;
  const stored =
    typeof computed?.from !== 'number' || typeof computed.to !== 'number'
      ? []
      : [{ from: monthStart(computed.from), to: monthStart(computed.to + 1) }];
  const all = [...(recorded ? [recorded] : []), ...stored];
  return all.length === 0
    ? []
    : [{ from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) }];
}
