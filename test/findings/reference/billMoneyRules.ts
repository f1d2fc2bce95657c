import type { Bill } from './bills.js';
import type { Seen } from './found.js';

/** In pennies: currencies of the reference have two decimals. */
const pennies = (amount: number): number => Math.round(amount * 100);

/**
 * Net cost and tax miss the total by a penny, or the rate lines the net cost by more than a penny for two lines and the
 * threshold. Lines that add up to the total include tax. Without net cost and tax, lines below the total may lack the
 * tax.
 */
export function sumsDiffer(bills: readonly Bill[], percent: number): readonly Seen[] {
  const missedBy = ({ net, tax, total, lines }: Bill): number | null => {
    if (net !== null && tax !== null && total !== null) {
      const missed = pennies(total - net - tax);
      if (missed !== 0) return missed / 100;
    }
    const costs = lines.map(({ cost }) => cost);
    if (costs.length === 0 || costs.some((cost) => typeof cost !== 'number')) return null;
    const sum = costs.reduce<number>((all, cost) => all + (cost ?? 0), 0);
    const misses = (of: number): boolean => {
      const off = Math.abs(pennies(sum) - of * 100);
      return off > Math.max(1, lines.length / 2) * 1.01 && off > Math.abs(of) * percent;
    };
    if (total !== null && !misses(total)) return null;
    const before = net ?? (total === null ? null : total - (tax ?? 0));
    if (before === null || !misses(before)) return null;
    if (net === null && tax === null && sum < before) return null;
    return pennies(before - sum) / 100;
  };
  return bills.flatMap((bill) => {
    const cost = missedBy(bill);
    return cost === null ? [] : [{ from: bill.from, to: bill.to, cost, invoices: [bill.id] }];
  });
}

/**
 * The unit rate of a line, once on each bill with the same name and unit, differs from that on the supplier's bill just
 * before.
 */
export function ratesChanged(bills: readonly Bill[], percent: number): readonly Seen[] {
  const rateOf = ({ lines }: Bill, name: string, unit: string | null | undefined): number | null => {
    const own = lines.filter(({ rateName, units }) => rateName === name && (units ?? null) === (unit ?? null));
    const rate = own.length === 1 ? own[0]?.unitRate : null;
    return typeof rate === 'number' && rate > 0 ? rate : null;
  };
  return bills.flatMap((bill, index) => {
    const before = bills[index - 1];
    if (before?.supplier !== bill.supplier) return [];
    const isOther = bill.lines.some(({ rateName, units }) => {
      if (!rateName) return false;
      const [old, now] = [rateOf(before, rateName, units), rateOf(bill, rateName, units)];
      return old !== null && now !== null && Math.abs(now / old - 1) > percent / 100;
    });
    return isOther ? [{ from: bill.from, to: bill.to, invoices: [bill.id] }] : [];
  });
}
