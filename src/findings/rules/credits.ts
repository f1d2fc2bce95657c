import type { Bill } from '../bills.js';

/** The totals of a bill and its credit note differ by less than this amount in the currency. */
const TOLERANCE = 0.01;

/**
 * The width of a bucket of totals. Equal totals fall into the same bucket or into neighbouring ones, however they are
 * rounded.
 */
const BUCKET_WIDTH = 2 * TOLERANCE;

/** Returns the bills without credit notes and without the bills that these cancel: same days, opposite total. */
export function withoutCredits(bills: readonly Bill[]): readonly Bill[] {
  const credits = bills.filter(isCredit);
  if (credits.length === 0) return bills;
  const excluded = new Set<Bill>(credits);
  const candidates = byDaysAndTotal(bills);
  for (const { from, to, total } of credits) {
    if (total === null) continue;
    const cancelled = takeFirst(candidates, { from, to, total: -total });
    if (cancelled) excluded.add(cancelled);
  }
  return bills.filter((bill) => !excluded.has(bill));
}

function isCredit({ total, quantity }: Bill): boolean {
  return (total ?? 0) < 0 || (quantity ?? 0) < 0;
}

type Key = Pick<Bill, 'from' | 'to'> & { readonly total: number };

/** A bill with its index among all bills. A credit note cancels the first of several matching bills. */
interface Candidate {
  readonly bill: Bill;
  readonly total: number;
  readonly index: number;
}

/** The bills that a credit note may cancel, by their days and bucket, each list in order. */
type Candidates = Map<string, Candidate[]>;

const bucketOf = (total: number): number => Math.floor(total / BUCKET_WIDTH);
const nameOf = ({ from, to }: Pick<Bill, 'from' | 'to'>, bucket: number): string => `${from} ${to} ${bucket}`;

function byDaysAndTotal(bills: readonly Bill[]): Candidates {
  const candidates: Candidates = new Map();
  for (const [index, bill] of bills.entries()) {
    const { total } = bill;
    if (total === null || isCredit(bill)) continue;
    const name = nameOf(bill, bucketOf(total));
    const list = candidates.get(name);
    if (list) list.push({ bill, total, index });
    else candidates.set(name, [{ bill, total, index }]);
  }
  return candidates;
}

/**
 * Removes the first bill with these days and about this total.
 * @returns the bill; undefined: no bill matches
 */
function takeFirst(candidates: Candidates, { from, to, total }: Key): Bill | undefined {
  const bucket = bucketOf(total);
  let first: { readonly list: Candidate[]; readonly index: number; readonly place: number } | undefined;
  for (const near of new Set([bucket - 1, bucket, bucket + 1])) {
    const list = candidates.get(nameOf({ from, to }, near)) ?? [];
    const index = list.findIndex((one) => Math.abs(one.total - total) < TOLERANCE);
    const candidate = list[index];
    if (candidate && (!first || candidate.index < first.place)) first = { list, index, place: candidate.index };
  }
  return first?.list.splice(first.index, 1)[0]?.bill;
}
