import type { DayRange } from '../../usage/grid.js';
import { LEAST_COVERAGE, type Bill, type Metered } from '../bills.js';
import type { Mark } from '../finding.js';
import { markOf } from './billMark.js';

/** Why billed and metered are not compared; docs/findings.md has the words. */
export type NotCompared = 'no-quantity' | 'shared-days' | 'not-metered' | 'partly-metered';

/** What is billed beside what was metered over the same days. */
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
 * Compares the quantity of a bill with what was metered.
 * @param all the bills of the account without credits; a day that another one is for as well is not compared
 * @param percent the threshold
 */
export function unitsBeside(
  bill: Bill,
  all: readonly Bill[],
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): UnitsBeside {
  const metered = meteredOver(bill);
  const not = (why: NotCompared): UnitsBeside => ({ why, metered, difference: null, differs: false });
  if (bill.quantity === null) return not('no-quantity');
  const isOnlyOne = !all.some(
    (other) => other !== bill && Math.min(other.to, bill.to) - Math.max(other.from, bill.from) > 1,
  );
  if (!isOnlyOne) return not('shared-days');
  if (!metered) return not('not-metered');
  if (metered.coverage < LEAST_COVERAGE) return not('partly-metered');
  const difference = bill.quantity - metered.quantity;
  const base = Math.max(Math.abs(metered.quantity), Math.abs(bill.quantity));
  return { why: null, metered, difference, differs: base > 0 && Math.abs(difference) > (base * percent) / 100 };
}

/** Bills whose quantity is off what was metered over the same days, which no other one of all bills is for. */
export function unitsDiffer(
  bills: readonly Bill[],
  all: readonly Bill[],
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): readonly Mark[] {
  return bills.flatMap((bill) => {
    const { metered, difference, differs } = unitsBeside(bill, all, meteredOver, percent);
    if (!differs || !metered || difference === null || bill.quantity === null) return [];
    const evidence = [
      { name: 'billed', value: bill.quantity },
      { name: 'metered', value: metered.quantity, text: metered.source },
    ];
    const share = metered.quantity === 0 ? {} : { share: difference / Math.abs(metered.quantity) };
    return [markOf(bill, [bill], { quantity: difference, ...share, evidence })];
  });
}
