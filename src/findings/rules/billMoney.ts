import type { Bill, BillLine } from '../bills.js';
import type { Mark } from '../finding.js';
import { markOf } from './billMark.js';

/** What the parts of a bill come to. */
export interface BillSum {
  /** The costs of its rate lines; null: there is none, or one has no cost. */
  readonly lines: number | null;
  /** What the parts miss the total by, or the lines the net cost, whichever is more; null: not enough is given. */
  readonly difference: number | null;
  /** Whether that is more than the threshold. */
  readonly differs: boolean;
}

/** Adds up a bill. @param percent the threshold */
export function sumOf({ net, tax, total, lines }: Bill, percent: number): BillSum {
  const off = (sum: number, of: number): boolean => Math.abs(sum - of) > Math.max(0.05, (Math.abs(of) * percent) / 100);
  const costs = lines.flatMap(({ cost }) => cost ?? []);
  const sum = costs.length === 0 || costs.length < lines.length ? null : costs.reduce((all, cost) => all + cost, 0);
  let withTax: number | null = null;
  if (net !== null && tax !== null && total !== null) {
    withTax = total - net - tax;
    if (off(net + tax, total)) return { lines: sum, difference: withTax, differs: true };
  }
  const before = net ?? (total === null ? null : total - (tax ?? 0));
  if (before === null || sum === null) return { lines: sum, difference: withTax, differs: false };
  // Where the lines are with tax they are the total; where no tax is given it may be what they lack.
  const isTotal = total !== null && !off(sum, total);
  const mayLackTax = net === null && tax === null && total !== null && sum < total;
  const missed = isTotal ? total - sum : before - sum;
  const difference = Math.abs(withTax ?? 0) > Math.abs(missed) ? withTax : missed;
  const differs = !isTotal && !mayLackTax && off(sum, before);
  return { lines: sum, difference: differs ? missed : difference, differs };
}

/** Bills whose parts do not add up. */
export function sumsDiffer(bills: readonly Bill[], percent: number): readonly Mark[] {
  return bills.flatMap((bill) => {
    const { difference, differs } = sumOf(bill, percent);
    return differs && difference !== null ? [markOf(bill, [bill], { cost: difference })] : [];
  });
}

/** A line's unit rate beside that of the bill before. */
export interface RateChange {
  readonly rateName: string;
  readonly units: string | null;
  readonly before: number;
  readonly after: number;
}

/** A bill's rates beside those of the bill before. */
export interface RatesBeside {
  readonly before: Bill;
  readonly rates: readonly RateChange[];
}

/**
 * The unit rates of lines that a bill and the one before have, by name and unit; null: there is none before, or another supplier's.
 * @param bills of the account without credits, by their days
 */
export function ratesBeside(bills: readonly Bill[], index: number): RatesBeside | null {
  const [before, bill] = [bills[index - 1], bills[index]];
  if (!before || !bill || before.supplier !== bill.supplier) return null;
  const earlier = ratesOf(before);
  const rates = [...ratesOf(bill)].flatMap(([name, { rateName, units, unitRate }]) => {
    const other = earlier.get(name);
    return other ? [{ rateName, units, before: other.unitRate, after: unitRate }] : [];
  });
  return { before, rates };
}

/** Whether a rate changed by more than the threshold. */
export function isChanged({ before, after }: RateChange, percent: number): boolean {
  return Math.abs(after / before - 1) > percent / 100;
}

type RateLine = BillLine & { readonly rateName: string; readonly unitRate: number };

/** The lines that have a name and a rate, by name and unit, in their order; without those whose name and unit come twice. */
function ratesOf({ lines }: Bill): ReadonlyMap<string, RateLine> {
  const nameOf = ({ rateName, units }: BillLine): string => JSON.stringify([rateName, units]);
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(nameOf(line), (counts.get(nameOf(line)) ?? 0) + 1);
  return new Map(
    lines.flatMap(({ rateName, units, unitRate, cost }) => {
      const name = nameOf({ rateName, units, unitRate, cost });
      const isGiven = rateName !== null && rateName !== '' && unitRate !== null && unitRate > 0;
      return isGiven && counts.get(name) === 1 ? [[name, { rateName, units, unitRate, cost }] as const] : [];
    }),
  );
}

/** Bills whose unit rates are others than on the bill before. */
export function ratesChanged(bills: readonly Bill[], percent: number): readonly Mark[] {
  return bills.flatMap((bill, index) => {
    const beside = ratesBeside(bills, index);
    return (beside?.rates ?? [])
      .filter((rate) => isChanged(rate, percent))
      .map(({ rateName, units, before: from, after }) => {
        const evidence = [
          { name: 'rateName', text: rateName },
          { name: 'before', value: from, ...(units === null ? {} : { units }) },
          { name: 'after', value: after, ...(units === null ? {} : { units }) },
        ];
        return markOf(bill, [bill], { share: after / from - 1, evidence });
      });
  });
}
