import type { RateLine } from '../../consumption/reference/records.js';
import { DAY, dayOf, instant } from '../../consumption/reference/time.js';
import type { Bill } from './bills.js';
import type { Seen } from './found.js';

const pennies = (amount: number): number => Number(amount.toFixed(2));

const given = (value: number | null | undefined): value is number => typeof value === 'number';

/** The excess cost of a line, in pounds; null: it agrees. NaN: the excess is unknown. */
function tooMuch(line: RateLine, bill: Bill, percent: number): number | null {
  const { consumption, unitRate, cost, units, rateName } = line;
  const standing = /standing/i.test(rateName ?? '');
  const isDaily = units ? /^days?$/i.test(units) : standing && (consumption ?? 0) > (bill.to - bill.from) / DAY;
  const days = daysOf(line, bill);
  if ((isDaily || standing) && [consumption, unitRate, cost].some((value) => given(value) && value < 0)) {
    return isDaily && given(unitRate) && given(cost) ? cost - Math.abs(unitRate) * days : NaN;
  }
  if (given(consumption) && given(unitRate) && given(cost)) {
    const isNear = (right: number): boolean =>
      Math.abs(cost - right) <= 0.0101 || Math.abs(cost - right) <= (Math.abs(right) * percent) / 100;
    const product = consumption * unitRate;
    const length = (bill.to - bill.from) / DAY;
    const rights = /^k(w|va|var)$/i.test(units ?? '') ? [product, product * length] : [product];
    const all = [...rights, ...rights.map((right) => right / 100)];
    if (!all.some((right) => isNear(right) || isNear(right * taxOf(bill)))) return cost - product;
  }
  if (!isDaily || !given(consumption) || Math.abs(consumption - days) <= 3) return null;
  return given(cost) && consumption !== 0 ? cost - (cost / consumption) * days : NaN;
}

/** The days of a line if it states any within the bill; else those of the bill. */
function daysOf({ startDate, endDate }: RateLine, { from, to }: Bill): number {
  if (startDate && endDate) {
    const [first, last] = [dayOf(instant(startDate)), dayOf(instant(endDate))];
    if (first >= from && last < to && last >= first) return (last - first) / DAY + 1;
  }
  return (to - from) / DAY;
}

/** The factor of tax for lines that add up to the total, and so include tax. */
function taxOf({ net, tax, total, lines }: Bill): number {
  const before = net ?? (total !== null && tax !== null ? total - tax : null);
  const sum = lines.reduce((all, { cost }) => all + (cost ?? 0), 0);
  const isWithTax = total !== null && Math.abs(sum - total) <= 0.01 * lines.length;
  return isWithTax && before !== null && before > 0 ? total / before : 1;
}

/** Bills with a line that costs other than quantity times rate, or a standing charge that is negative or for other days. */
export function linesDiffer(bills: readonly Bill[], percent: number): readonly Seen[] {
  return bills.flatMap((bill) => {
    const wrong = bill.lines.flatMap((line) => tooMuch(line, bill, percent) ?? []);
    if (wrong.length === 0) return [];
    const known = wrong.filter((one) => !Number.isNaN(one));
    const own = { from: bill.from, to: bill.to, invoices: [bill.id] };
    return [known.length === 0 ? own : { ...own, cost: known.reduce((sum, one) => sum + pennies(one), 0) }];
  });
}

/** Tax by net cost, in percent. */
const taxPercent = (bill: Bill | undefined, supplier: string): number | null =>
  bill?.supplier === supplier && bill.net !== null && bill.net > 0 && bill.tax !== null
    ? (100 * bill.tax) / bill.net
    : null;

/**
 * A different rate of tax than on the bill before, unless that one differs from the one before it; on a first bill, one
 * above the highest.
 */
export function taxesDiffer(bills: readonly Bill[], highest: number): readonly Seen[] {
  return bills.flatMap((bill, index) => {
    const [own, before, earlier] = [0, 1, 2].map((back) => taxPercent(bills[index - back], bill.supplier));
    if (typeof own !== 'number') return [];
    const slack = Math.max(0.25, 2 / (bill.net ?? 1));
    const mark = { from: bill.from, to: bill.to, invoices: [bill.id] };
    if (typeof before !== 'number') return own > highest + slack ? [mark] : [];
    if (Math.abs(own - before) <= slack) return [];
    if (typeof earlier === 'number' && Math.abs(before - earlier) > slack) return [];
    return [{ ...mark, cost: ((own - before) * (bill.net ?? 0)) / 100 }];
  });
}

/**
 * Cost by quantity changed, and cost by day in the same direction by as much; no other finding and no return to an
 * earlier price explains it.
 */
export function pricesChanged(bills: readonly Bill[], percent: number, explained: readonly Seen[]): readonly Seen[] {
  return bills.flatMap((bill, index) => {
    const [before, earlier] = [bills[index - 1], bills[index - 2]];
    if (before?.supplier !== bill.supplier) return [];
    const isNet = bill.net !== null && before.net !== null;
    const costOf = ({ net, total, quantity }: Bill): number => {
      const cost = (isNet ? net : total) ?? 0;
      return cost > 0 && (quantity ?? 0) > 0 ? cost : NaN;
    };
    const price = (one: Bill): number => costOf(one) / (one.quantity ?? NaN);
    const daily = (one: Bill): number => costOf(one) / (one.to - one.from);
    const isFar = (one: number, other: number): boolean => Math.abs(one / other - 1) > percent / 100;
    const [byPrice, byDay] = [price(bill) / price(before), daily(bill) / daily(before)];
    if (Number.isNaN(byPrice) || Number.isNaN(byDay)) return [];
    if (!isFar(byPrice, 1) || !isFar(byDay, 1) || byPrice > 1 !== byDay > 1) return [];
    if (earlier?.supplier === bill.supplier && Math.abs(price(bill) / price(earlier) - 1) <= percent / 100) return [];
    if (explained.some(({ invoices }) => invoices?.includes(bill.id))) return [];
    const cost = pennies((price(bill) - price(before)) * (bill.quantity ?? 0));
    return [{ from: bill.from, to: bill.to, cost, invoices: [bill.id] }];
  });
}
