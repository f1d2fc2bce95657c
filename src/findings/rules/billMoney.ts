import { inMoney, minorOf, type Bill, type BillLine } from '../bills.js';
import type { Observation } from '../finding.js';
import { observationOf } from './billObservation.js';

/** The sum of the parts of a bill. */
export interface BillSum {
  /** The sum of its rate lines; null: the bill has no line, or a line has no cost. */
  readonly lines: number | null;
  /** The total minus net cost and tax, or the net cost (or total) minus the lines; null: too few amounts are given. */
  readonly difference: number | null;
  /** The parts that do not add up: net cost and tax to the total, or the lines to the net cost; null: all add up. */
  readonly wrong: 'total' | 'lines' | null;
}

/**
 * Adds up a bill. Net cost and tax must equal the total exactly. Lines may differ from the net cost by their rounding.
 * @param percent the tolerated difference of the lines in percent of net cost, if it exceeds the rounding
 */
export function sumOf(bill: Bill, percent: number): BillSum {
  const { net, tax, total, lines } = bill;
  const costs = lines.flatMap(({ cost }) => cost ?? []);
  const hasAllCosts = costs.length > 0 && costs.length === lines.length;
  const sum = hasAllCosts
    ? inMoney(
        costs.reduce((all, cost) => all + cost, 0),
        bill,
      )
    : null;
  const withTax = net === null || tax === null || total === null ? null : inMoney(total - net - tax, bill);
  if (withTax !== null && withTax !== 0) return { lines: sum, difference: withTax, wrong: 'total' };
  const before = net ?? (total === null ? null : total - (tax ?? 0));
  if (before === null || sum === null) return { lines: sum, difference: withTax, wrong: null };
  const rounding = Math.max(1, lines.length / 2) * minorOf(bill) * 1.01;
  const isOff = (of: number): boolean => Math.abs(sum - of) > Math.max(rounding, (Math.abs(of) * percent) / 100);
  // Lines that include tax add up to the total. Without a stated tax, the difference may be the tax.
  const isTotal = total !== null && !isOff(total);
  const mayLackTax = net === null && tax === null && total !== null && sum < total;
  const missed = inMoney(isTotal ? total - sum : before - sum, bill);
  const isWrong = !isTotal && !mayLackTax && isOff(before);
  return { lines: sum, difference: missed, wrong: isWrong ? 'lines' : null };
}

/** Finds bills whose parts do not add up. */
export function sumsDiffer(bills: readonly Bill[], percent: number): readonly Observation[] {
  return bills.flatMap((bill) => {
    const { difference, lines, wrong } = sumOf(bill, percent);
    if (wrong === null || difference === null) return [];
    const { net, tax, total } = bill;
    const parts = wrong === 'total' ? { net, tax, total } : { lines, net, total };
    const facts = Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
    return [
      observationOf(bill, [bill], {
        cost: difference,
        evidence: [{ name: 'difference', value: difference }, ...facts],
      }),
    ];
  });
}

/** A unit rate of a line, compared with the bill before. */
export interface RateChange {
  readonly rateName: string;
  readonly units: string | null;
  readonly before: number;
  readonly after: number;
}

/** The rates of a bill, compared with the bill before. */
export interface RatesComparison {
  readonly before: Bill;
  readonly rates: readonly RateChange[];
}

/**
 * Returns the unit rates of lines that both a bill and the one before have, by name and unit. Null: there is no bill
 * before, or it is from another supplier.
 * @param bills of the account without credits, in the order of their days
 */
export function compareRates(bills: readonly Bill[], index: number): RatesComparison | null {
  const [before, bill] = [bills[index - 1], bills[index]];
  if (!before || !bill || before.supplier !== bill.supplier) return null;
  const earlier = ratesOf(before);
  const rates = [...ratesOf(bill)].flatMap(([name, { rateName, units, unitRate }]) => {
    const other = earlier.get(name);
    return other ? [{ rateName, units, before: other.unitRate, after: unitRate }] : [];
  });
  return { before, rates };
}

/** Returns whether a rate changed by more than the threshold. */
export function isChanged({ before, after }: RateChange, percent: number): boolean {
  return Math.abs(after / before - 1) > percent / 100;
}

type RateLine = Pick<BillLine, 'units'> & { readonly rateName: string; readonly unitRate: number };

/** Returns the lines with a name and a rate, by name and unit, in order. It skips names and units that occur twice. */
function ratesOf({ lines }: Bill): ReadonlyMap<string, RateLine> {
  const nameOf = ({ rateName, units }: BillLine): string => JSON.stringify([rateName, units]);
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(nameOf(line), (counts.get(nameOf(line)) ?? 0) + 1);
  return new Map(
    lines.flatMap((line) => {
      const { rateName, units, unitRate } = line;
      const isGiven = rateName !== null && rateName !== '' && unitRate !== null && unitRate > 0;
      return isGiven && counts.get(nameOf(line)) === 1 ? [[nameOf(line), { rateName, units, unitRate }] as const] : [];
    }),
  );
}

/** Finds unit rates that differ from the bill before. */
export function ratesChanged(bills: readonly Bill[], percent: number): readonly Observation[] {
  return bills.flatMap((bill, index) => {
    const comparison = compareRates(bills, index);
    return (comparison?.rates ?? [])
      .filter((rate) => isChanged(rate, percent))
      .map(({ rateName, units, before: from, after }) => {
        const evidence = [
          { name: 'rateName', text: rateName },
          { name: 'before', value: from, ...(units === null ? {} : { units }) },
          { name: 'after', value: after, ...(units === null ? {} : { units }) },
        ];
        return observationOf(bill, [bill], { share: after / from - 1, evidence });
      });
  });
}
