import { readDays } from './days.js';
import { duplicateRecords } from './duplicateRecords.js';
import { ALL_DAYS, storedOf, type FindingContext, type ChangedAccount, type FindingReplacement } from './context.js';
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
