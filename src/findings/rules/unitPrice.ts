import type { Bill } from '../bills.js';
import { withoutCredits } from './credits.js';

/** Returns the cost of a quantity on a day, in the account's currency. */
export type CostOn = (day: number, quantity: number) => number;

/**
 * Computes the price of a unit from an account's bills: cost ÷ quantity, before tax if the bill states the net cost. A
 * day has the price of the last bill that begins on it or before it. Days before the first bill have the price of that
 * bill.
 * @returns null if no bill has a cost and a quantity above zero, so that the price is unknown
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
