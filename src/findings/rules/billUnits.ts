import type { DayRange } from '../../usage/grid.js';
import { LEAST_COVERAGE, type Bill, type Metered } from '../bills.js';
import type { Mark } from '../finding.js';
import { markOf } from './billMark.js';

/** Why billed and metered are not compared; docs/findings.md has the words. */
export type NotCompared = 'no-quantity' | 'shared-days' | 'not-metered' | 'partly-metered';

/** The billed quantity compared with the metered quantity of the same days. */
export interface UnitsBeside {
  /** Null: they are compared. */
  readonly why: NotCompared | null;
  readonly metered: Metered | null;
  /** Billed less metered; null: they are not compared. */
  readonly difference: number | null;
  /** Whether that is more than the threshold. */
  readonly differs: boolean;
}

/**
 * The bills that have more than one day in common with another one.
 * @param bills of an account, by their first day
 */
export function sharingDays(bills: readonly Bill[]): ReadonlySet<Bill> {
  const sharing = new Set<Bill>();
  let latest = -Infinity;
  for (const bill of bills) {
    if (Math.min(latest, bill.to) - bill.from > 1) sharing.add(bill);
    latest = Math.max(latest, bill.to);
  }
  // Of the bills behind, the nearest that is for more than one day reaches furthest back.
  let next = Infinity;
  for (const bill of bills.toReversed()) {
    if (bill.to - next > 1) sharing.add(bill);
    if (bill.to - bill.from > 1) next = bill.from;
  }
  return sharing;
}

/**
 * Compares the quantity of a bill with the metered quantity.
 * @param sharesDays whether another bill covers some of its days; they are then not compared
 * @param percent the threshold
 */
export function unitsBeside(
  bill: Bill,
  sharesDays: boolean,
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): UnitsBeside {
  const metered = meteredOver(bill);
  const not = (why: NotCompared): UnitsBeside => ({ why, metered, difference: null, differs: false });
  if (bill.quantity === null) return not('no-quantity');
  if (sharesDays) return not('shared-days');
  if (!metered) return not('not-metered');
  if (metered.coverage < LEAST_COVERAGE) return not('partly-metered');
  const difference = bill.quantity - metered.quantity;
  const base = Math.max(Math.abs(metered.quantity), Math.abs(bill.quantity));
  return { why: null, metered, difference, differs: base > 0 && Math.abs(difference) > (base * percent) / 100 };
}

/**
 * Bills whose quantity is off what was metered over the same days, which no other one of all bills is for.
 * @param all the bills of the account without credits, by their first day
 */
export function unitsDiffer(
  bills: readonly Bill[],
  all: readonly Bill[],
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): readonly Mark[] {
  const sharing = sharingDays(all);
  return bills.flatMap((bill) => {
    const { metered, difference, differs } = unitsBeside(bill, sharing.has(bill), meteredOver, percent);
    if (!differs || !metered || difference === null || bill.quantity === null) return [];
    const evidence = [
      { name: 'billed', value: bill.quantity },
      { name: 'metered', value: metered.quantity, text: metered.source },
    ];
    const share = metered.quantity === 0 ? {} : { share: difference / Math.abs(metered.quantity) };
    return [markOf(bill, [bill], { quantity: difference, ...share, evidence })];
  });
}
