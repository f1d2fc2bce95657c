import type { BillCheckQuery } from '../generated/operations.js';

type Sum = NonNullable<NonNullable<BillCheckQuery['invoice']>['check']>['sum'];

/** The two amounts that the check of a sum compares: `billed` minus `parts` is its difference. */
export interface SumSides {
  readonly billed: number | null;
  readonly parts: number | null;
  /** The meaning of the two amounts. */
  readonly compares: 'totalWithNetAndTax' | 'totalWithLines' | 'netWithLines';
}

/**
 * Returns the amounts behind the difference of a sum. The service compares the total with net cost and tax. If these
 * agree, it compares the rate lines with the net cost, or with the total if the lines include tax.
 */
export function sumSides({ lines, net, tax, total, difference }: Omit<Sum, 'result' | 'reason'>): SumSides {
  const withTax = net === null || tax === null ? null : net + tax;
  const missed = withTax === null || total === null ? null : total - withTax;
  if (lines === null || difference === null || isOf(missed, difference)) {
    return { billed: total, parts: withTax, compares: 'totalWithNetAndTax' };
  }
  const billed = lines + difference;
  const beforeTax = net ?? (total === null ? null : total - (tax ?? 0));
  const isTotal = total !== null && beforeTax !== null && Math.abs(billed - total) <= Math.abs(billed - beforeTax);
  return { billed, parts: lines, compares: isTotal ? 'totalWithLines' : 'netWithLines' };
}

/**
 * Returns whether a rounded difference is what the total misses. It is if the exact amount is nearer to it than to
 * zero.
 */
function isOf(missed: number | null, difference: number): boolean {
  return missed !== null && Math.abs(missed - difference) < Math.abs(missed);
}
