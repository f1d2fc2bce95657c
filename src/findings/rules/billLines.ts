import { DAY_MS } from '../../usage/grid.js';
import { inMoney, minorOf, type Bill, type BillLine } from '../bills.js';
import type { Evidence, Observation } from '../finding.js';
import { observationOf } from './billObservation.js';

/** The fault of a rate line. */
export type LineFault =
  /** Its cost is not its quantity times its rate. */
  | 'cost'
  /** A standing charge is negative. */
  | 'negative'
  /** A standing charge covers a different number of days than the bill. */
  | 'days';

/** A rate line with its expected cost. */
export interface LineComparison {
  readonly line: BillLine;
  /** Quantity times rate. For a standing charge with wrong days: its rate times the billed days. Null: unknown. */
  readonly expected: number | null;
  /** Cost minus expected cost; null: unknown. */
  readonly difference: number | null;
  /** Null: the line agrees, or lacks the data for a check. */
  readonly fault: LineFault | null;
  /** The number of days that a standing charge should cover; null: the line is not a charge by the day. */
  readonly days: number | null;
}

const DAYS = /^(p(er)?[ /]?)?(days?|d|jours?|tage?|d[ií]as?|giorn[oi]|dag(en)?)$/i;
const STANDING = /standing|daily|per day|abonnement|grundpreis|término fijo/i;
/** Capacity is charged per kVA and day. */
const CAPACITY = /^k(w|va|var)(\W.*)?$/i;
/** The tolerated difference of a standing charge in days: bills end on the day of the reading or on the day before. */
const MAX_DAYS_OFF = 3;

/**
 * Compares the cost of each rate line of a bill with its quantity and rate.
 * @param percent the threshold
 */
export function compareLines(bill: Bill, percent: number): readonly LineComparison[] {
  return bill.lines.map((line) => compareLine(line, bill, percent));
}

function compareLine(line: BillLine, bill: Bill, percent: number): LineComparison {
  const { consumption, unitRate, cost } = line;
  const days = standingDays(line, bill);
  const isStanding = days !== null || STANDING.test(line.rateName ?? '');
  if (isStanding && [consumption, unitRate, cost].some((value) => value !== null && value < 0)) {
    const expected = unitRate === null || days === null ? null : inMoney(Math.abs(unitRate) * days, bill);
    return { line, expected, difference: differenceOf(cost, expected, bill), fault: 'negative', days };
  }
  if (consumption !== null && unitRate !== null && cost !== null) {
    const exact = expectedCost(line, bill, percent);
    const expected = inMoney(exact, bill);
    if (isOff(cost, exact, bill, percent)) {
      return { line, expected, difference: differenceOf(cost, expected, bill), fault: 'cost', days };
    }
  }
  if (days !== null && consumption !== null && Math.abs(consumption - days) > MAX_DAYS_OFF) {
    const expected = cost === null || consumption === 0 ? null : inMoney((cost / consumption) * days, bill);
    return { line, expected, difference: differenceOf(cost, expected, bill), fault: 'days', days };
  }
  const isKnown = consumption !== null && unitRate !== null && cost !== null;
  const expected = isKnown ? inMoney(expectedCost(line, bill, percent), bill) : null;
  return { line, expected, difference: isKnown ? 0 : null, fault: null, days };
}

function differenceOf(cost: number | null, expected: number | null, bill: Bill): number | null {
  return cost === null || expected === null ? null : inMoney(cost - expected, bill);
}

/** Returns whether a cost differs from the expected one by more than the threshold and by more than rounding. */
function isOff(cost: number, expected: number, bill: Bill, percent: number): boolean {
  return Math.abs(cost - expected) > Math.max(1.01 * minorOf(bill), (Math.abs(expected) * percent) / 100);
}

/**
 * Returns quantity times rate in the interpretation that fits the line's cost. It tries the plain product, the rate in
 * pence of a bill in pounds, and for capacity each of these times the billed days. If the lines of the bill add up to
 * its total, it also tries each of these with tax.
 */
function expectedCost({ consumption, unitRate, cost, units }: BillLine, bill: Bill, percent: number): number {
  const product = (consumption ?? 0) * (unitRate ?? 0);
  const length = bill.to - bill.from;
  const ways = [1, 1 / 100, ...(CAPACITY.test(units ?? '') ? [length, length / 100] : [])];
  const withTax = taxTimes(bill);
  const all = withTax === null ? ways : [...ways, ...ways.map((times) => times * withTax)];
  return product * (all.find((times) => !isOff(cost ?? 0, product * times, bill, percent)) ?? 1);
}

/** Returns the factor from net to gross if the lines include tax; null: they do not, or it is unknown. */
function taxTimes({ net, tax, total, lines, ...bill }: Bill): number | null {
  const before = net ?? (total === null || tax === null ? null : total - tax);
  if (total === null || before === null || before <= 0) return null;
  const sum = lines.reduce((all, { cost }) => all + (cost ?? 0), 0);
  return Math.abs(sum - total) <= minorOf(bill) * lines.length ? total / before : null;
}

/**
 * Returns the number of days of a standing charge: the days of the line if they lie within the bill, else those of the
 * bill. Null: the line is not a charge by the day.
 */
function standingDays({ rateName, units, consumption, startDate, endDate }: BillLine, bill: Bill): number | null {
  const billed = bill.to - bill.from;
  const isByDay =
    units === null ? STANDING.test(rateName ?? '') && (consumption ?? 0) > billed : DAYS.test(units.trim());
  if (!isByDay) return null;
  const [from, last] = [startDate, endDate].map((date) => Math.floor(Date.parse(date ?? '') / DAY_MS));
  if (from === undefined || last === undefined) return billed;
  return from >= bill.from && last < bill.to && last >= from ? last + 1 - from : billed;
}

/** Finds bills with a rate line whose cost does not fit its quantity and rate. */
export function linesDiffer(bills: readonly Bill[], percent: number): readonly Observation[] {
  return bills.flatMap((bill) => {
    const wrong = compareLines(bill, percent).filter(({ fault }) => fault !== null);
    if (wrong.length === 0) return [];
    const differences = wrong.flatMap(({ difference }) => difference ?? []);
    const cost = differences.length === 0 ? {} : { cost: differences.reduce((sum, one) => sum + one, 0) };
    const evidence = [{ name: 'wrongLines', value: wrong.length }, ...wrong.flatMap(evidenceOf)];
    return [observationOf(bill, [bill], { ...cost, evidence })];
  });
}

/** Returns the facts of a line. The sentence of the finding shows those of the first line. */
function evidenceOf({ line, fault, expected, days }: LineComparison): readonly Evidence[] {
  const fact = (name: string, value: number | null): readonly Evidence[] => (value === null ? [] : [{ name, value }]);
  return [
    { name: 'line', text: line.rateName ?? 'A line without a name' },
    { name: 'fault', text: fault ?? '' },
    ...(line.units === null ? [] : [{ name: 'lineUnits', text: line.units }]),
    ...fact('quantity', line.consumption),
    ...fact('unitRate', line.unitRate),
    ...fact('billed', line.cost),
    ...fact('expected', expected),
    ...fact('days', days),
  ];
}
