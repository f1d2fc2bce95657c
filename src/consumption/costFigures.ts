import type { Cost } from './costs.js';
import type { Wants } from './question.js';
import type { Rates } from './rates.js';

/** What decides whether a cost can be told. */
export interface CostFacts {
  readonly source: string;
  /** Whether the figures are means, of temperatures. */
  readonly isMean: boolean;
  /** Of the invoices that are added up, each once; null: not known. */
  readonly currencies: readonly (string | null)[];
}

/** Why there is no cost, a sentence; null: there is one (figures 5, cost). */
export function noCost({ source, isMean, currencies }: CostFacts): string | null {
  if (source !== 'invoice') return `Cost is told of the source invoice only, got ${source}.`;
  if (isMean) return 'Temperatures have no cost.';
  if (currencies.length < 2) return null;
  const known = currencies.filter((currency) => currency !== null).toSorted();
  const unknown = known.length < currencies.length ? ' and one that is not known' : '';
  return `The invoices are in different currencies: ${known.join(', ')}${unknown}.`;
}

/**
 * Why there is no cost per unit though there may be a cost; null: there is one.
 * @param unpriced invoices that bill units and say no cost
 */
function noUnitCost(consumption: number | null, unpriced: number): string | null {
  if (unpriced > 0) return `Invoices of this time without a cost: ${unpriced}.`;
  return consumption === null || consumption <= 0 ? 'No consumption is billed.' : null;
}

/** What is told of the cost of a time. */
interface CostFigures {
  cost?: number | null;
  currency?: string | null;
  costReasons?: readonly string[];
  unitCost?: number | null;
  unitCostReasons?: readonly string[];
  rates?: Rates;
}

/**
 * Adds to the figures of a time what is told of its cost.
 * @param cost of the time; undefined: of a source without invoices, or not wanted
 * @param currency of all invoices of the level
 * @param reason why there is no cost
 */
export function addCost(
  into: CostFigures & { readonly consumption: number | null },
  cost: Cost | undefined,
  { currency, reason }: { readonly currency: string | null; readonly reason: string | null },
  wants: Pick<Wants, 'cost' | 'costReasons'>,
): void {
  const unitReason = reason ?? (cost ? noUnitCost(into.consumption, cost.unpriced) : null);
  if (cost && wants.cost) {
    into.cost = reason === null ? cost.cost : null;
    into.currency = reason === null ? currency : null;
    into.unitCost = unitReason === null ? cost.cost / (into.consumption ?? 0) : null;
  }
  if (wants.costReasons) {
    into.costReasons = reason === null ? [] : [reason];
    into.unitCostReasons = unitReason === null ? [] : [unitReason];
  }
  if (cost?.rates) into.rates = cost.rates;
}
