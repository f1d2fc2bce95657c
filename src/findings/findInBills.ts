import { operatorKeys } from '../data/access.js';
import type { DayRange } from '../usage/grid.js';
import { ALL_DAYS, storedOf, type FindingContext, type ChangedAccount, type FindingReplacement } from './context.js';
import { readContracts, readMetered, type Bill } from './bills.js';
import type { FindingAccount, Observation, Thresholds } from './finding.js';
import { daysOf, grown, hull } from './range.js';
import { rowsIn } from '../db/rowsIn.js';
import { quantitiesDiffer } from './rules/billUnits.js';
import { withoutCredits } from './rules/credits.js';
import { afterContract, billGaps, duplicates, estimated, overlaps, tooLong } from './rules/billDays.js';
import { linesDiffer } from './rules/billLines.js';
import { ratesChanged, sumsDiffer } from './rules/billMoney.js';
import { priceThresholds, pricesChanged } from './rules/billPrices.js';
import { taxesDiffer } from './rules/billTax.js';

/**
 * Applies the bill rules to changed accounts. If bills changed, it checks all bills of the account. If meter data
 * changed, it compares the bills of these days with the meter.
 */
export async function findInBills(
  context: FindingContext,
  changed: readonly ChangedAccount[],
): Promise<readonly FindingReplacement[]> {
  const { trx, accounts, thresholds, bills } = context;
  const billed = operatorKeys(changed.flatMap((one) => (one.bills ? [one.account] : [])));
  const contracts = billed.length === 0 ? null : await readContracts(rowsIn(trx), billed);
  const replacements: FindingReplacement[] = [];
  for (const { account: key, intervals, readings, bills: billsChanged } of changed) {
    const account = accounts.get(key);
    if (!account) continue;
    const accountBills = bills.get(key) ?? [];
    if (billsChanged) {
      const observations = billObservations(accountBills, contracts?.get(key) ?? [], thresholds);
      replacements.push({ account, kinds: BILL_RULE_KINDS, range: ALL_DAYS, observations });
    }
    const days = [intervals, readings].flatMap((range) => range ?? []);
    const range = billsChanged ? ALL_DAYS : days.length === 0 ? null : days.reduce(hull);
    if (range) replacements.push(await compareWithMeter(context, account, withoutCredits(accountBills), range));
  }
  return replacements;
}

/** Compares the bills that overlap the changed days with the meter. */
async function compareWithMeter(
  { trx, thresholds, ...context }: FindingContext,
  account: FindingAccount,
  bills: readonly Bill[],
  changed: DayRange,
): Promise<FindingReplacement> {
  const kinds = ['bill-units-differ'] as const;
  const stored = storedOf({ trx, thresholds, ...context }, account.key, kinds);
  let range = changed;
  for (;;) {
    const overlapping = bills.filter(({ from, to }) => from < range.to && to > range.from);
    const days = overlapping.length === 0 ? null : overlapping.map(({ from, to }) => ({ from, to })).reduce(hull);
    const { over } = await readMetered(rowsIn(trx), account.key, days);
    const observations = quantitiesDiffer(overlapping, bills, over, thresholds('finding-bill-units-differ-percent'));
    const next = grown(observations.map(daysOf).reduce(hull, range), stored);
    if (next.from === range.from && next.to === range.to) {
      return { account, kinds, range, observations: new Map([[kinds[0], observations]]) };
    }
    range = next;
  }
}

/** Applies all rules to the bills of an account, except the comparison with the meter. */
export function billObservations(
  all: readonly Bill[],
  contracts: readonly DayRange[],
  thresholds: Thresholds,
): ReadonlyMap<BillKind, readonly Observation[]> {
  const bills = withoutCredits(all);
  return new Map<BillKind, readonly Observation[]>([
    ['bill-duplicate', duplicates(bills)],
    ['bill-overlap', overlaps(bills, thresholds('finding-bill-overlap-days'))],
    ['bill-gap', billGaps(bills, thresholds('finding-bill-gap-days'))],
    ['bill-too-long', tooLong(bills, thresholds('finding-bill-too-long-days'))],
    ['bill-estimated', estimated(bills, thresholds('finding-bill-estimated-bills'))],
    ['bill-sum-differs', sumsDiffer(bills, thresholds('finding-bill-sum-differs-percent'))],
    ['bill-line-differs', linesDiffer(bills, thresholds('finding-bill-line-differs-percent'))],
    ['bill-tax-differs', taxesDiffer(bills)],
    ['bill-price-changed', pricesChanged(bills, priceThresholds(thresholds))],
    ['bill-rate-changed', ratesChanged(bills, thresholds('finding-bill-rate-changed-percent'))],
    ['bill-after-contract', afterContract(bills, contracts, thresholds('finding-bill-after-contract-days'))],
  ]);
}

export const BILL_RULE_KINDS = [
  ...(['bill-duplicate', 'bill-overlap', 'bill-gap', 'bill-too-long', 'bill-estimated'] as const),
  ...(['bill-sum-differs', 'bill-line-differs', 'bill-rate-changed', 'bill-price-changed'] as const),
  ...(['bill-tax-differs', 'bill-after-contract'] as const),
];
type BillKind = (typeof BILL_RULE_KINDS)[number];
