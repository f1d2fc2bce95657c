import { operatorKeys } from '../data/access.js';
import type { DayRange } from '../usage/grid.js';
import { EVER, storedOf, type Around, type ChangedAccount, type Replaced } from './around.js';
import { readContracts, readMetered, type Bill } from './bills.js';
import type { FindingAccount } from './finding.js';
import { daysOf, grown, hull } from './range.js';
import { rowsIn } from '../db/rowsIn.js';
import { quantitiesDiffer } from './rules/billUnits.js';
import { BILL_RULE_KINDS, billMarks } from './rules/bills.js';
import { withoutCredits } from './rules/credits.js';

/**
 * Applies the bill rules to changed accounts. If bills changed, it checks all bills of the account. If meter data
 * changed, it compares the bills of these days with the meter.
 */
export async function findInBills(around: Around, changed: readonly ChangedAccount[]): Promise<readonly Replaced[]> {
  const { trx, accounts, thresholds, bills } = around;
  const billed = operatorKeys(changed.flatMap((one) => (one.bills ? [one.account] : [])));
  const contracts = billed.length === 0 ? null : await readContracts(rowsIn(trx), billed);
  const replaced: Replaced[] = [];
  for (const { account: key, intervals, readings, bills: billsChanged } of changed) {
    const account = accounts.get(key);
    if (!account) continue;
    const accountBills = bills.get(key) ?? [];
    if (billsChanged) {
      const marks = billMarks(accountBills, contracts?.get(key) ?? [], thresholds);
      replaced.push({ account, kinds: BILL_RULE_KINDS, range: EVER, marks });
    }
    const days = [intervals, readings].flatMap((range) => range ?? []);
    const range = billsChanged ? EVER : days.length === 0 ? null : days.reduce(hull);
    if (range) replaced.push(await compareWithMeter(around, account, withoutCredits(accountBills), range));
  }
  return replaced;
}

/** Compares the bills that overlap the changed days with the meter. */
async function compareWithMeter(
  { trx, thresholds, ...around }: Around,
  account: FindingAccount,
  bills: readonly Bill[],
  changed: DayRange,
): Promise<Replaced> {
  const kinds = ['bill-units-differ'] as const;
  const stored = storedOf({ trx, thresholds, ...around }, account.key, kinds);
  let range = changed;
  for (;;) {
    const overlapping = bills.filter(({ from, to }) => from < range.to && to > range.from);
    const days = overlapping.length === 0 ? null : overlapping.map(({ from, to }) => ({ from, to })).reduce(hull);
    const { over } = await readMetered(rowsIn(trx), account.key, days);
    const marks = quantitiesDiffer(overlapping, bills, over, thresholds('finding-bill-units-differ-percent'));
    const next = grown(marks.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to) {
      return { account, kinds, range, marks: new Map([[kinds[0], marks]]) };
    }
    range = next;
  }
}
