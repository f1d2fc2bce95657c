import { invoices } from '../../seeds/fairbanks/invoices.js';
import type { Values } from '../../seeds/rows.js';
import type { Bill, BillLine } from '../../src/findings/bills.js';

const DAY = 86_400_000;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const day = (value: unknown): number => Math.floor(Date.parse(text(value) ?? '') / DAY);

/** The real bills of the sample, grouped by account, in the form of the rules. */
export function sampleBills(): readonly (readonly Bill[])[] {
  const accounts = new Map<unknown, Bill[]>();
  for (const invoice of invoices()) {
    const own = accounts.get(invoice.accountId) ?? [];
    accounts.set(invoice.accountId, [...own, billOf(invoice)]);
  }
  return [...accounts.values()].map((bills) => bills.toSorted((a, b) => a.from - b.from || a.to - b.to));
}

function billOf(invoice: Values): Bill {
  const lines = Array.isArray(invoice.rates) ? (invoice.rates as readonly Values[]) : [];
  return {
    id: text(invoice._id) ?? '',
    number: text(invoice['values.invoiceNumber']),
    supplier: text(invoice.supplierId),
    from: day(invoice['values.startDate']),
    to: day(invoice['values.endDate']) + 1,
    quantity: number(invoice['values.totalUnits']),
    net: null,
    tax: null,
    total: number(invoice['values.totalCost']),
    isEstimated: false,
    lines: lines.map(lineOf),
    ...{ digits: 2, country: 'us' },
  };
}

function lineOf(line: Values): BillLine {
  return {
    rateName: text(line.rateName),
    units: text(line.units),
    unitRate: number(line.unitRate),
    consumption: number(line.consumption),
    cost: number(line.cost),
    startDate: text(line.startDate),
    endDate: text(line.endDate),
  };
}
