import { describe, expect, it } from 'vitest';
import type { Bill } from '../../src/findings/bills.js';
import { sumOf } from '../../src/findings/rules/billMoney.js';
import { sumSides, type SumSides } from '../../src/web/dashboard/bill/sumSides.js';

type Amounts = Pick<Bill, 'net' | 'tax' | 'total'> & { readonly lines: readonly number[]; readonly digits?: number };

/** Each bill, and what the page compares. */
const BILLS: readonly (readonly [name: string, amounts: Amounts, compares: SumSides['compares']])[] = [
  ['lines that come to the net cost', of(65_664.82, 13_132.96, 78_797.78, [60_000, 5_664.82]), 'netWithLines'],
  ['lines that miss the net cost', of(100, 20, 120, [70, 10]), 'netWithLines'],
  ['lines with tax', of(100, 20, 120, [84, 36]), 'totalWithLines'],
  ['lines with tax that miss the total by their rounding', of(100, 20, 120, [84, 36.01]), 'totalWithLines'],
  ['lines and a total without net cost and tax', of(null, null, 120, [80, 20]), 'totalWithLines'],
  ['lines, tax and total without net cost', of(null, 20, 120, [80, 10]), 'netWithLines'],
  ['lines and net cost without total', of(100, null, null, [80, 10]), 'netWithLines'],
  ['a total that net cost and tax miss', of(100, 20, 137.5, []), 'totalWithNetAndTax'],
  ['a total that net cost and tax miss, with lines', of(100, 20, 137.5, [80, 20]), 'totalWithNetAndTax'],
  ['net cost and tax that come to the total', of(100, 20, 120, []), 'totalWithNetAndTax'],
  ['a currency without decimals', { ...of(100, 20, 121, [80, 20]), digits: 0 }, 'totalWithNetAndTax'],
  ['a currency without decimals, and lines', { ...of(100, 20, 120.3, [80, 10]), digits: 0 }, 'netWithLines'],
];

describe('the compared amounts of a bill check', () => {
  it.each(BILLS)('differ by the difference of the check: %s', (_, amounts, compares) => {
    const bill = billOf(amounts);
    const { lines, difference } = sumOf(bill, 0);
    const { net, tax, total } = bill;
    const sides = sumSides({ lines, net, tax, total, difference });
    expect(sides.compares).toBe(compares);
    expect((sides.billed ?? NaN) - (sides.parts ?? NaN)).toBeCloseTo(difference ?? NaN, 6);
  });

  it('are null if the bill has no parts', () => {
    expect(sumSides({ lines: null, net: null, tax: null, total: 120, difference: null })).toEqual({
      ...{ billed: 120, parts: null, compares: 'totalWithNetAndTax' },
    });
  });
});

function of(net: number | null, tax: number | null, total: number | null, lines: readonly number[]): Amounts {
  return { net, tax, total, lines };
}

function billOf({ lines, digits = 2, ...amounts }: Amounts): Bill {
  return {
    ...{ id: '1', number: null, supplier: null, quantity: null, isEstimated: false, country: null, from: 0, to: 1 },
    ...{ ...amounts, digits },
    lines: lines.map((cost) => ({
      ...{ rateName: null, consumption: null, units: null, unitRate: null, cost, startDate: null, endDate: null },
    })),
  };
}
