import type { DayRange } from '../../usage/grid.js';
import type { Bill, BillLine, Metered } from '../bills.js';
import type { Mark } from '../finding.js';
import { markOf } from './billMark.js';

/** Bills whose quantity is off what was metered over the same days, which no other one of all bills is for. */
export function unitsDiffer(
  bills: readonly Bill[],
  all: readonly Bill[],
  meteredOver: (days: DayRange) => Metered | null,
  percent: number,
): readonly Mark[] {
  return bills.flatMap((bill) => {
    const isOnlyOne = !all.some(
      (other) => other !== bill && Math.min(other.to, bill.to) - Math.max(other.from, bill.from) > 1,
    );
    if (bill.quantity === null || !isOnlyOne) return [];
    const metered = meteredOver(bill);
    if (!metered) return [];
    const quantity = bill.quantity - metered.quantity;
    const base = Math.max(Math.abs(metered.quantity), Math.abs(bill.quantity));
    if (base === 0 || Math.abs(quantity) <= (base * percent) / 100) return [];
    const evidence = [
      { name: 'billed', value: bill.quantity },
      { name: 'metered', value: metered.quantity, text: metered.source },
    ];
    const share = metered.quantity === 0 ? {} : { share: quantity / Math.abs(metered.quantity) };
    return [markOf(bill, [bill], { quantity, ...share, evidence })];
  });
}

/** What the parts of a bill miss its total by; null: they add up, or are not all given. */
export function missOf({ net, tax, total, lines }: Bill, percent: number): number | null {
  const off = (sum: number, of: number): boolean => Math.abs(sum - of) > Math.max(0.05, (Math.abs(of) * percent) / 100);
  if (net !== null && total !== null && tax !== null && off(net + tax, total)) return total - net - tax;
  const before = net ?? (total === null ? null : total - (tax ?? 0));
  const costs = lines.map(({ cost }) => cost);
  if (before === null || costs.length === 0 || costs.some((cost) => cost === null)) return null;
  const sum = costs.reduce<number>((all, cost) => all + (cost ?? 0), 0);
  // Where the lines are with tax they are the total; where no tax is given it may be what they lack.
  const isTotal = total !== null && (!off(sum, total) || (net === null && tax === null && sum < total));
  return off(sum, before) && !isTotal ? before - sum : null;
}

/** Bills whose parts do not add up. */
export function sumsDiffer(bills: readonly Bill[], percent: number): readonly Mark[] {
  return bills.flatMap((bill) => {
    const miss = missOf(bill, percent);
    return miss === null ? [] : [markOf(bill, [bill], { cost: miss })];
  });
}

/** A line's unit rate beside that of the bill before. */
export interface RateChange {
  readonly rateName: string;
  readonly units: string | null;
  readonly before: number;
  readonly after: number;
}

/** The unit rates of lines that both bills have, by name and unit. */
export function rateChanges(before: Bill, bill: Bill): readonly RateChange[] {
  return ratesOf(bill).flatMap(({ rateName, units, unitRate }) => {
    const other = ratesOf(before).find((line) => line.rateName === rateName && line.units === units);
    return other ? [{ rateName, units, before: other.unitRate, after: unitRate }] : [];
  });
}

/** The lines that have a name and a rate, those whose name comes once. */
function ratesOf({ lines }: Bill): readonly (BillLine & { readonly rateName: string; readonly unitRate: number })[] {
  return lines.flatMap(({ rateName, units, unitRate, cost }) => {
    const isOnce = lines.filter((line) => line.rateName === rateName && line.units === units).length === 1;
    const isGiven = rateName !== null && rateName !== '' && unitRate !== null && unitRate > 0;
    return isGiven && isOnce ? [{ rateName, units, unitRate, cost }] : [];
  });
}

/** Bills whose unit rates are others than on the bill before. */
export function ratesChanged(bills: readonly Bill[], percent: number): readonly Mark[] {
  return bills.flatMap((bill, index) => {
    const before = bills[index - 1];
    if (before?.supplier !== bill.supplier) return [];
    return rateChanges(before, bill)
      .filter((rate) => Math.abs(rate.after / rate.before - 1) > percent / 100)
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
