import type { DayRange } from '../../usage/grid.js';
import type { Bill } from '../bills.js';
import type { Observation, Thresholds } from '../finding.js';
import { afterContract, billGaps, duplicates, estimated, overlaps, tooLong } from './billDays.js';
import { linesDiffer } from './billLines.js';
import { ratesChanged, sumsDiffer } from './billMoney.js';
import { priceThresholds, pricesChanged } from './billPrices.js';
import { taxesDiffer } from './billTax.js';
import { withoutCredits } from './credits.js';

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
