import { formatMoney, type Currency } from '../format/money.js';
import { formatList } from '../format/words.js';
import { currencyOf } from './facts.js';

type FindingWithCost = Parameters<typeof currencyOf>[0] & { readonly cost: number | null };

/** Returns the sum of the costs of findings, for each currency: £2,897.27 and US$12.00. Null if none has a cost. */
export function formatCosts(findings: readonly FindingWithCost[]): string | null {
  const sums = new Map<Currency, number>();
  for (const finding of findings) {
    if (finding.cost === null) continue;
    const currency = currencyOf(finding);
    sums.set(currency, (sums.get(currency) ?? 0) + finding.cost);
  }
  return sums.size === 0 ? null : formatList([...sums].map(([currency, cost]) => formatMoney(cost, currency)));
}
