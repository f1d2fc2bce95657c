import type { DayRange } from '../../usage/grid.js';
import { MIN_COVERAGE, type Bill, type Metered } from '../bills.js';
import type { Observation } from '../finding.js';
import { observationOf } from './billObservation.js';

/** The reason why billed and metered quantities are not compared. docs/findings.md explains each. */
export type NotCompared = 'no-quantity' | 'shared-days' | 'not-metered' | 'partly-metered';

/** The billed quantity compared with the metered quantity of the same days. */
export interface QuantityComparison {
  /** Null: the quantities are compared. */
  readonly why: NotCompared | null;
  readonly metered: Metered | null;
  /** Billed minus metered; null: not compared. */
  readonly difference: number | null;
  /** Whether the difference exceeds the threshold. */
  readonly differs: boolean;
}

/**
 * Returns the bills that share more than one day with another bill.
 * @param bills of an account, in the order of their first day
 */
export function sharingDays(bills: readonly Bill[]): ReadonlySet<Bill> {
  const sharing = new Set<Bill>();
  let latest = -Infinity;
  for (const bill of bills) {
    if (Math.min(latest, bill.to) - bill.from > 1) sharing.add(bill);
    latest = Math.max(latest, bill.to);
  }
  // Among the later bills, the nearest one for more than one day starts earliest.
  let next = Infinity;
  for (const bill of bills.toReversed()) {
    if (bill.to - next > 1) sharing.add(bill);
    if (bill.to - bill.from > 1) next = bill.from;
  }
  return sharing;
}

/**
 * Compares the quantity of a bill with the metered quantity.
 * @param sharesDays whether another bill covers some of its days; then they are not compared
 * @param percent the threshold
 */
export function compareQuantity(
  bill: Bill,
  sharesDays: boolean,
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): QuantityComparison {
  const metered = meteredOver(bill);
  const not = (why: NotCompared): QuantityComparison => ({ why, metered, difference: null, differs: false });
  if (bill.quantity === null) return not('no-quantity');
  if (sharesDays) return not('shared-days');
  if (!metered) return not('not-metered');
  if (metered.coverage < MIN_COVERAGE) return not('partly-metered');
  const difference = bill.quantity - metered.quantity;
  const base = Math.max(Math.abs(metered.quantity), Math.abs(bill.quantity));
  return { why: null, metered, difference, differs: base > 0 && Math.abs(difference) > (base * percent) / 100 };
}

/**
 * Finds bills whose quantity differs from the metered quantity of the same days. It skips bills that share days with
 * another bill.
 * @param all the bills of the account without credits, in the order of their first day
 */
export function quantitiesDiffer(
  bills: readonly Bill[],
  all: readonly Bill[],
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): readonly Observation[] {
  const sharing = sharingDays(all);
  return bills.flatMap((bill) => {
    const { metered, difference, differs } = compareQuantity(bill, sharing.has(bill), meteredOver, percent);
    if (!differs || !metered || difference === null || bill.quantity === null) return [];
    const evidence = [
      { name: 'billed', value: bill.quantity },
      { name: 'metered', value: metered.quantity, text: metered.source },
    ];
    const share = metered.quantity === 0 ? {} : { share: difference / Math.abs(metered.quantity) };
    return [observationOf(bill, [bill], { quantity: difference, ...share, evidence })];
  });
}
