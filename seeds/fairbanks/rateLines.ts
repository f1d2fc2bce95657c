import { addDays, startOf } from '../generate/days.js';
import { stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import type { Bill, BillLine } from './bills.js';
import { unitWord } from './services.js';

/** Returns the rate lines of a bill in order. It omits fields that a line does not state. */
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

/** Returns the cost of a bill's units. Demand charges, in kW, are not part of it. */
export function unitCost({ units, lines }: Bill): number {
  const billed = lines.filter((line) => line.consumption !== null && line.units === units);
  // Costs are in cents, and sums of such fractions are not exact.
  return round(
    billed.reduce((sum, { cost }) => sum + cost, 0),
    2,
  );
}

function usage({ consumption, cost, units }: BillLine): Values {
  if (consumption === null) return {};
  return {
    consumption,
    // Demand without a cost has no price.
    ...(consumption === 0 || cost === 0 ? {} : { unitRate: round(cost / consumption, 6) }),
    ...(units === null ? {} : { units: unitWord(units) }),
  };
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}
