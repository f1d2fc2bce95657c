import { readDays } from './days.js';
import { duplicateRecords } from './duplicateRecords.js';
import { EVER, storedOf, type Around, type ChangedAccount, type Replaced } from './around.js';
import type { FindingAccount } from './finding.js';
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
import type { DayRange } from '../usage/grid.js';

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
  around: Around,
  changed: readonly ChangedAccount[],
): Promise<readonly Replaced[]> {
  const { trx, thresholds, accounts, bills } = around;
  const affected = changed.filter((one) => one.intervals ?? mayChangeCosts(around, one));
  if (affected.length === 0) return [];
  const months = await readMonths(
    trx,
    affected.map(({ account }) => account),
  );
  const ofAccount = (account: FindingAccount): DaysOfAccount => ({
    ...{ account, months: months.get(account.key) ?? [], stored: storedOf(around, account.key, DAY_KINDS) },
    costOn: isUsed(account) ? costByBills(bills.get(account.key) ?? []) : null,
  });
  const changedDays: readonly ChangedIntervals[] = affected.flatMap(
    ({ account: key, intervals, repeated, bills: billsChanged }) => {
      const account = accounts.get(key);
      if (!account || !intervals) return [];
      return [{ days: intervals, judged: billsChanged ? EVER : intervals, repeated, accountData: ofAccount(account) }];
    },
  );
  const requests = changedDays.flatMap(({ judged, accountData }) => {
    const range = affectedDays(judged, accountData);
    return range ? [{ range, ...requestFor(accountData.account, daysToRead(range)) }] : [];
  });
  const ranges = new Map(requests.map(({ account, range }) => [account, range]));
  const read = await readDays(trx, requests);
  const replaced: Replaced[] = [];
  for (const { days, judged, repeated, accountData } of changedDays) {
    const { account } = accountData;
    const [range, first] = [ranges.get(account.key), read.get(account.key)];
    const alreadyRead = range && first ? { range, days: first } : null;
    replaced.push({
      account,
      kinds: DAY_KINDS,
      ...(await findInDays(trx, accountData, judged, thresholds, alreadyRead)),
    });
    replaced.push(await duplicatesOf(around, { days, judged, repeated, accountData }));
  }
  for (const { account: key, intervals } of affected) {
    const account = accounts.get(key);
    if (!account || intervals) continue;
    const marks = await findHabits(trx, ofAccount(account), thresholds);
    replaced.push({ account, kinds: HABIT_KINDS, range: EVER, marks });
  }
  return replaced;
}

/** Returns whether changed bills may change the findings of nights or weekends of an account, or their costs. */
function mayChangeCosts(around: Around, { account: key, bills }: ChangedAccount): boolean {
  const account = around.accounts.get(key);
  if (!bills || !account || !isUsed(account)) return false;
  const decides = HABIT_KINDS.some((kind) => around.thresholds(`finding-${kind}-cost`) > 0);
  return decides || storedOf(around, key, HABIT_KINDS).length > 0;
}

async function duplicatesOf(
  around: Around,
  { days, repeated, accountData: { account } }: ChangedIntervals,
): Promise<Replaced> {
  const kinds = ['duplicate-records'] as const;
  const stored = storedOf(around, account.key, kinds);
  // The computation of usage already read the records. It found no duplicates.
  if (!repeated && stored.length === 0) return { account, kinds, range: days, marks: new Map() };
  let range = grown(days, stored);
  for (;;) {
    const marks = await duplicateRecords(around, account, range);
    const next = grown(marks.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to)
      return { account, kinds, range, marks: new Map([[kinds[0], marks]]) };
    range = next;
  }
}
