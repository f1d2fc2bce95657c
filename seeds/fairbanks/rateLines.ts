import { addDays, startOf } from '../generate/days.js';
import { stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import type { Bill, BillLine } from './bills.js';
import { unitWord } from './services.js';

/** The rate lines of a bill, in its order; what a line doesn't say is left out. */
export function rateLines(invoiceId: string, { from, thru, lines }: Bill): readonly Values[] {
  return lines.map((line, index) => ({
    id: stableId(`rate:${invoiceId}:${index}`),
    rateName: line.rateName,
    ...usage(line),
    cost: line.cost,
    startDate: startOf(from),
    endDate: startOf(addDays(thru, -1)),
  }));
}

/** What was billed for the units of a bill: a demand charge, in kW, isn't among them. */
export function unitCost({ units, lines }: Bill): number {
  const billed = lines.filter((line) => line.consumption !== null && line.units === units);
  // Costs are cents; sums of such fractions aren't exact.
  return round(
    billed.reduce((sum, { cost }) => sum + cost, 0),
    2,
  );
}

/**
 * The tax within a bill, and its cost before tax, where they follow from the lines. Alaska has no state sales tax, and no line of the
 * published bills is one: the regulatory cost charge is the commission's fee within the tariff (AS 42.05.254). So where the
 * lines add up to the whole bill, it has none.
 */
export function taxOf({ lines, totalCost }: Bill): Values {
  const billed = round(
    lines.reduce((sum, { cost }) => sum + cost, 0),
    2,
  );
  if (billed !== totalCost) return {};
  return { 'values.netTotalCost': totalCost, 'values.totalTax': 0 };
}

function usage({ consumption, cost, units }: BillLine): Values {
  if (consumption === null) return {};
  return {
    consumption,
    // A demand that costs nothing has no price.
    ...(consumption === 0 || cost === 0 ? {} : { unitRate: round(cost / consumption, 6) }),
    ...(units === null ? {} : { units: unitWord(units) }),
  };
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}
