import { readDays } from './days.js';
import { ALL_DAYS, storedOf, type FindingContext, type ChangedAccount, type FindingReplacement } from './context.js';
import type { FindingAccount, Observation } from './finding.js';
import {
  affectedDays,
  DAY_KINDS,
  findHabits,
  findInDays,
  HABIT_KINDS,
  isUsed,
  daysToRead,
  requestFor,
  type DaysOfAccount,
} from './findInDays.js';
import { readMonths } from './months.js';
import { daysOf, grown, hull } from './range.js';
import { costByBills } from './rules/unitPrice.js';
import { type DayRange, DAY_MS } from '../usage/grid.js';
import { MS } from '../usage/records.js';

/** An account with changed interval data. */
interface ChangedIntervals {
  readonly days: DayRange;
  /**
   * The days whose findings may have changed. If the account's bills changed too, these are all days, because bills set
   * the cost of nights and weekends.
   */
  readonly judged: DayRange;
  readonly repeated: boolean;
  readonly accountData: DaysOfAccount;
}

/** Applies the rules to changed interval data. One statement reads the days of all accounts. */
export async function findInIntervals(
  context: FindingContext,
  changed: readonly ChangedAccount[],
): Promise<readonly FindingReplacement[]> {
  const { trx, thresholds, accounts, bills } = context;
  const affected = changed.filter((one) => one.intervals ?? mayChangeCosts(context, one));
  if (affected.length === 0) return [];
  const months = await readMonths(
    trx,
    affected.map(({ account }) => account),
  );
  const ofAccount = (account: FindingAccount): DaysOfAccount => ({
    ...{ account, months: months.get(account.key) ?? [], stored: storedOf(context, account.key, DAY_KINDS) },
    costOn: isUsed(account) ? costByBills(bills.get(account.key) ?? []) : null,
  });
  const changedDays: readonly ChangedIntervals[] = affected.flatMap(
    ({ account: key, intervals, repeated, bills: billsChanged }) => {
      const account = accounts.get(key);
      if (!account || !intervals) return [];
      return [
        { days: intervals, judged: billsChanged ? ALL_DAYS : intervals, repeated, accountData: ofAccount(account) },
      ];
    },
  );
  const requests = changedDays.flatMap(({ judged, accountData }) => {
    const range = affectedDays(judged, accountData);
    return range ? [{ range, ...requestFor(accountData.account, daysToRead(range)) }] : [];
  });
  const ranges = new Map(requests.map(({ account, range }) => [account, range]));
  const read = await readDays(trx, requests);
  const replacements: FindingReplacement[] = [];
  for (const { days, judged, repeated, accountData } of changedDays) {
    const { account } = accountData;
    const [range, first] = [ranges.get(account.key), read.get(account.key)];
    const alreadyRead = range && first ? { range, days: first } : null;
    replacements.push({
      account,
      kinds: DAY_KINDS,
      ...(await findInDays(trx, accountData, judged, thresholds, alreadyRead)),
    });
    replacements.push(await duplicatesOf(context, { days, judged, repeated, accountData }));
  }
  for (const { account: key, intervals } of affected) {
    const account = accounts.get(key);
    if (!account || intervals) continue;
    const observations = await findHabits(trx, ofAccount(account), thresholds);
    replacements.push({ account, kinds: HABIT_KINDS, range: ALL_DAYS, observations });
  }
  return replacements;
}

/** Returns whether changed bills may change the findings of nights or weekends of an account, or their costs. */
function mayChangeCosts(context: FindingContext, { account: key, bills }: ChangedAccount): boolean {
  const account = context.accounts.get(key);
  if (!bills || !account || !isUsed(account)) return false;
  const decides = HABIT_KINDS.some((kind) => context.thresholds(`finding-${kind}-cost`) > 0);
  return decides || storedOf(context, key, HABIT_KINDS).length > 0;
}

async function duplicatesOf(
  context: FindingContext,
  { days, repeated, accountData: { account } }: ChangedIntervals,
): Promise<FindingReplacement> {
  const kinds = ['duplicate-records'] as const;
  const stored = storedOf(context, account.key, kinds);
  // The computation of usage already read the records. It found no duplicates.
  if (!repeated && stored.length === 0) return { account, kinds, range: days, observations: new Map() };
  let range = grown(days, stored);
  for (;;) {
    const observations = await duplicateRecords(context, account, range);
    const next = grown(observations.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to)
      return { account, kinds, range, observations: new Map([[kinds[0], observations]]) };
    range = next;
  }
}

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
async function duplicateRecords(
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
