import { inMoney, type Bill } from '../bills.js';
import type { Observation, Thresholds } from '../finding.js';
import { observationOf } from './billObservation.js';
import { isChanged, compareRates } from './billMoney.js';
import { compareLines } from './billLines.js';

/** The price of a unit on a bill and on the one before. */
export interface PriceComparison {
  readonly before: Bill;
  /** Cost per canonical unit, before tax if both bills state the net cost. */
  readonly price: number;
  readonly priceBefore: number;
  /**
   * Whether the price changed by more than the threshold, and neither the fixed part of the bill nor another finding
   * explains it.
   */
  readonly differs: boolean;
  /** The cost of the bill minus its cost at the price of the bill before. */
  readonly cost: number;
}

/** The thresholds of prices, lines and rates, in percent. */
export interface PriceThresholds {
  readonly price: number;
  readonly lines: number;
  readonly rates: number;
}

/** Returns the thresholds that the price rule needs. */
export function priceThresholds(thresholds: Thresholds): PriceThresholds {
  return {
    price: thresholds('finding-bill-price-changed-percent'),
    lines: thresholds('finding-bill-line-differs-percent'),
    rates: thresholds('finding-bill-rate-changed-percent'),
  };
}

/**
 * Compares cost ÷ quantity of a bill with the supplier's bill before. Null: there is no bill before, or one of the two
 * lacks an amount.
 *
 * Charges by the day raise the price of a unit when less is used, and lower the cost of a day. So the price differs
 * only if the cost of a day changed in the same direction by as much. A price that returns to that of two bills before
 * does not count.
 */
export function comparePrice(
  bills: readonly Bill[],
  index: number,
  thresholds: PriceThresholds,
): PriceComparison | null {
  const [before, bill] = [bills[index - 1], bills[index]];
  if (!before || !bill || before.supplier !== bill.supplier) return null;
  const isNet = before.net !== null && bill.net !== null;
  const [old, now] = [priceOf(before, isNet), priceOf(bill, isNet)];
  if (!old || !now) return null;
  const isFar = (one: number, other: number): boolean => Math.abs(one / other - 1) > thresholds.price / 100;
  const earlier = bills[index - 2];
  const earliest = earlier?.supplier === bill.supplier ? priceOf(earlier, isNet) : null;
  const returns = earliest !== null && !isFar(now.price, earliest.price);
  const isSameWay = now.price > old.price === now.daily > old.daily && isFar(now.daily, old.daily);
  const differs = isFar(now.price, old.price) && isSameWay && !returns && !isExplained(bills, index, thresholds);
  const cost = inMoney((now.price - old.price) * (bill.quantity ?? 0), bill);
  return { before, price: now.price, priceBefore: old.price, differs, cost };
}

/** Returns whether the bill has a finding for its lines or rates, which is a more exact explanation. */
function isExplained(bills: readonly Bill[], index: number, { lines, rates }: PriceThresholds): boolean {
  const bill = bills[index];
  const isRate = (compareRates(bills, index)?.rates ?? []).some((rate) => isChanged(rate, rates));
  return isRate || (bill !== undefined && compareLines(bill, lines).some(({ fault }) => fault !== null));
}

function priceOf(
  { net, total, quantity, from, to }: Bill,
  isNet: boolean,
): { readonly price: number; readonly daily: number } | null {
  const cost = isNet ? net : total;
  if (cost === null || quantity === null || cost <= 0 || quantity <= 0) return null;
  return { price: cost / quantity, daily: cost / (to - from) };
}

/** Finds bills on which a unit costs far more or less than on the bill before. */
export function pricesChanged(bills: readonly Bill[], thresholds: PriceThresholds): readonly Observation[] {
  return bills.flatMap((bill, index) => {
    const comparison = comparePrice(bills, index, thresholds);
    if (!comparison?.differs) return [];
    const { price, priceBefore, cost } = comparison;
    const evidence = [
      { name: 'before', value: priceBefore },
      { name: 'after', value: price },
    ];
    return [observationOf(bill, [bill], { cost, share: price / priceBefore - 1, evidence })];
  });
}
