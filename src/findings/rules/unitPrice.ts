import type { Bill } from '../bills.js';
import { withoutCredits } from './credits.js';

/** Returns the cost of a quantity on a day, in the account's currency. */
export type CostOn = (day: number, quantity: number) => number;

/**
 * Prices the use of an account by its bills: cost ÷ quantity, before tax where the bill says it. A day has the price of
 * the last bill that begins on it or before it; days before the first bill have the price of that one.
 * @returns null where no bill has a cost and a quantity above zero: the price of a unit is not known
 */
export function costByBills(all: readonly Bill[]): CostOn | null {
  const priced = withoutCredits(all).flatMap((bill) => {
    const cost = bill.net ?? bill.total;
    if (cost === null || bill.quantity === null || cost <= 0 || bill.quantity <= 0) return [];
    return [{ from: bill.from, price: cost / bill.quantity }];
  });
  const [first] = priced;
  if (!first) return null;
  return (day, quantity) => quantity * (priced.findLast(({ from }) => from <= day) ?? first).price;
}
