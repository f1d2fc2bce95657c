import { readDays } from './days.js';
import { duplicateRecords } from './duplicateRecords.js';
import { storedOf, type Around, type ChangedAccount, type Replaced } from './around.js';
import { concerned, DAY_KINDS, findInDays, readFor, wantedOf, type DaysOfAccount } from './findInDays.js';
import { readMonths } from './months.js';
import { daysOf, grown, hull } from './range.js';
import type { DayRange } from '../usage/grid.js';

/** An account whose interval data has changed. */
interface Changed {
  readonly days: DayRange;
  readonly repeated: boolean;
  readonly of: DaysOfAccount;
}

/** What rules find in interval data that has changed. The days of all accounts are read by one statement. */
export async function findInIntervals(
  around: Around,
  changed: readonly ChangedAccount[],
): Promise<readonly Replaced[]> {
  const { trx, thresholds, accounts } = around;
  const keys = changed.flatMap(({ account, intervals }) => (intervals ? [account] : []));
  if (keys.length === 0) return [];
  const months = await readMonths(trx, keys);
  const own: readonly Changed[] = changed.flatMap(({ account: key, intervals, repeated }) => {
    const account = accounts.get(key);
    if (!account || !intervals) return [];
    const stored = storedOf(around, key, DAY_KINDS);
    return [{ days: intervals, repeated, of: { account, months: months.get(key) ?? [], stored } }];
  });
  const wanted = own.flatMap(({ days, of }) => {
    const range = concerned(days, of);
    return range ? [{ range, ...wantedOf(of.account, readFor(range)) }] : [];
  });
  const ranges = new Map(wanted.map(({ account, range }) => [account, range]));
  const read = await readDays(trx, wanted);
  const replaced: Replaced[] = [];
  for (const { days, repeated, of } of own) {
    const { account } = of;
    const [range, first] = [ranges.get(account.key), read.get(account.key)];
    const known = range && first ? { range, days: first } : null;
    replaced.push({ account, kinds: DAY_KINDS, ...(await findInDays(trx, of, days, thresholds, known)) });
    replaced.push(await duplicatesOf(around, { days, repeated, of }));
  }
  return replaced;
}

async function duplicatesOf(around: Around, { days, repeated, of: { account } }: Changed): Promise<Replaced> {
  const kinds = ['duplicate-records'] as const;
  const stored = storedOf(around, account.key, kinds);
  // Painting has read the records, and seen whether there are any.
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
