import type { DayRange } from '../../usage/grid.js';
import type { Bill } from '../bills.js';
import type { Observation } from '../finding.js';
import { observationOf } from './billObservation.js';

/** The number of earlier bills that a bill is compared with. */
const MAX_COMPARED = 200;

/** Returns whether two bills of a supplier have the same days, total and quantity, or the same number and total. */
function isSame(a: Bill, b: Bill): boolean {
  if (a.total === null || a.total !== b.total || a.total === 0) return false;
  const sameDays = a.from === b.from && a.to === b.to && a.quantity === b.quantity && a.supplier === b.supplier;
  return sameDays || (a.number !== null && a.number !== '' && a.number === b.number && a.supplier === b.supplier);
}

/**
 * Finds bills that repeat an earlier bill.
 * @param bills in the order of their days
 */
export function duplicates(bills: readonly Bill[]): readonly Observation[] {
  return bills.flatMap((bill, index) => {
    const before = bills.slice(Math.max(0, index - MAX_COMPARED), index).find((other) => isSame(other, bill));
    if (!before) return [];
    const quantity = bill.quantity === null ? {} : { quantity: bill.quantity };
    return [observationOf(bill, [before, bill], { cost: bill.total ?? 0, ...quantity })];
  });
}

/** Finds days that two bills of a supplier share. */
export function overlaps(bills: readonly Bill[], least: number): readonly Observation[] {
  return bills.flatMap((bill, index) =>
    bills.slice(Math.max(0, index - MAX_COMPARED), index).flatMap((before) => {
      if (before.supplier !== bill.supplier || isSame(before, bill)) return [];
      const common = { from: bill.from, to: Math.min(before.to, bill.to) };
      return common.to - common.from < least ? [] : [observationOf(common, [before, bill])];
    }),
  );
}

/** Finds days between bills that no bill covers. */
export function billGaps(bills: readonly Bill[], least: number): readonly Observation[] {
  let last: Bill | null = null;
  return bills.flatMap((bill) => {
    const before = last;
    if (!last || bill.to > last.to) last = bill;
    if (!before || bill.from - before.to < least) return [];
    return [observationOf({ from: before.to, to: bill.from }, [before, bill])];
  });
}

/** Finds bills for more days than the threshold. */
export function tooLong(bills: readonly Bill[], most: number): readonly Observation[] {
  return bills.filter(({ from, to }) => to - from > most).map((bill) => observationOf(bill, [bill]));
}

/** Finds consecutive bills whose last reading is estimated. */
export function estimated(bills: readonly Bill[], least: number): readonly Observation[] {
  const observations: Observation[] = [];
  let consecutive: Bill[] = [];
  for (const bill of [...bills, null]) {
    if (bill?.isEstimated === true) {
      consecutive.push(bill);
      continue;
    }
    if (consecutive.length >= least) observations.push(...consecutive.map((one) => observationOf(one, [one])));
    consecutive = [];
  }
  return observations;
}

/** Finds bills with days outside any contract. Accounts without contracts have no such findings. */
export function afterContract(
  bills: readonly Bill[],
  contracts: readonly DayRange[],
  least: number,
): readonly Observation[] {
  if (contracts.length === 0) return [];
  return bills.flatMap((bill) => {
    const outside = without(bill, contracts);
    const [first] = outside;
    const last = outside.at(-1);
    const days = outside.reduce((sum, { from, to }) => sum + to - from, 0);
    if (!first || !last || days < least) return [];
    const share = days / (bill.to - bill.from);
    const cost = bill.total === null ? {} : { cost: bill.total * share };
    return [observationOf({ from: first.from, to: last.to }, [bill], cost)];
  });
}

/** Returns the days that remain after other days are removed, in order. */
function without(days: DayRange, removed: readonly DayRange[]): readonly DayRange[] {
  const remaining: DayRange[] = [];
  let from = days.from;
  for (const other of removed.toSorted((a, b) => a.from - b.from)) {
    if (other.from > from) remaining.push({ from, to: Math.min(other.from, days.to) });
    from = Math.max(from, other.to);
    if (from >= days.to) return remaining;
  }
  return [...remaining, { from, to: days.to }];
}
