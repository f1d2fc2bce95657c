import type { Account } from '../../consumption/reference/records.js';
import { DAY, dayOf, instant } from '../../consumption/reference/time.js';
import type { Bill } from './bills.js';
import type { Seen } from './found.js';
import type { FindingRecords } from './records.js';

/** The same days, supplier, total and quantity, or the same supplier, number and total. */
function areSame(a: Bill, b: Bill): boolean {
  if (a.supplier !== b.supplier || a.total === null || a.total === 0 || a.total !== b.total) return false;
  const sameDays = a.from === b.from && a.to === b.to && a.quantity === b.quantity;
  return sameDays || (a.number !== '' && a.number === b.number);
}

/** Each bill with one before it. */
function pairs(bills: readonly Bill[]): readonly (readonly [Bill, Bill])[] {
  return bills.flatMap((bill, index) => bills.slice(0, index).map((before) => [before, bill] as const));
}

export function duplicates(bills: readonly Bill[]): readonly Seen[] {
  return bills.flatMap((bill, index) => {
    const before = bills.slice(0, index).find((other) => areSame(other, bill));
    const { from, to, total } = bill;
    return before ? [{ from, to, cost: total ?? 0, invoices: [before.id, bill.id] }] : [];
  });
}

export function overlaps(bills: readonly Bill[], days: number): readonly Seen[] {
  return pairs(bills).flatMap(([before, bill]) => {
    const [from, to] = [Math.max(before.from, bill.from), Math.min(before.to, bill.to)];
    const isOne = before.supplier === bill.supplier && to - from >= days * DAY && !areSame(before, bill);
    return isOne ? [{ from, to, invoices: [before.id, bill.id] }] : [];
  });
}

export function billGaps(bills: readonly Bill[], days: number): readonly Seen[] {
  return bills.flatMap((bill, index) => {
    let last: Bill | undefined;
    for (const before of bills.slice(0, index)) if (!last || before.to > last.to) last = before;
    if (!last || bill.from - last.to < days * DAY) return [];
    return [{ from: last.to, to: bill.from, invoices: [last.id, bill.id] }];
  });
}

export const tooLong = (bills: readonly Bill[], days: number): readonly Seen[] =>
  bills.flatMap(({ id, from, to }) => (to - from > days * DAY ? [{ from, to, invoices: [id] }] : []));

/** The bills in a row whose last reading is estimated, from the threshold on. */
export function estimatedBills(bills: readonly Bill[], count: number): readonly Seen[] {
  return bills.flatMap(({ id, from, to, isEstimated }, index) => {
    let [first, after] = [index, index];
    while (bills[first - 1]?.isEstimated === true) first -= 1;
    while (bills[after]?.isEstimated === true) after += 1;
    return isEstimated && after - first >= count ? [{ from, to, invoices: [id] }] : [];
  });
}

/** Billed days without a contract, in an account that has contracts: from the first to the last of a bill. */
export function afterContract(
  { contracts = [] }: FindingRecords,
  account: Account,
  bills: readonly Bill[],
  days: number,
): readonly Seen[] {
  const own = contracts.filter(({ accountId }) => accountId === account._id);
  const isFor = (day: number): boolean =>
    own.some(
      ({ startDate, endDate }) => dayOf(instant(startDate)) <= day && (endDate ? dayOf(instant(endDate)) >= day : true),
    );
  if (own.length === 0) return [];
  return bills.flatMap(({ id, from, to, total }) => {
    const outside: number[] = [];
    for (let day = from; day < to; day += DAY) if (!isFor(day)) outside.push(day);
    const [first, last] = [outside.at(0), outside.at(-1)];
    if (first === undefined || last === undefined || outside.length < days) return [];
    const cost = total === null ? {} : { cost: (total * outside.length * DAY) / (to - from) };
    return [{ from: first, to: last + DAY, invoices: [id], ...cost }];
  });
}
