import { SETTINGS, type Account, type RateLine } from '../../consumption/reference/records.js';
import { bills as countingBills, canonical } from '../../consumption/reference/spans.js';
import { instant } from '../../consumption/reference/time.js';
import type { FindingRecords } from './records.js';

/** A bill that counts, over whole days in milliseconds; null: not stated. */
export interface Bill {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly number: string;
  readonly supplier: string;
  readonly quantity: number | null;
  readonly net: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  readonly isEstimated: boolean;
  readonly lines: readonly RateLine[];
}

/** The bills of an account by their days, without simulated ones, credit notes and the bills that these cancel. */
export function billsOf(records: FindingRecords, account: Account): readonly Bill[] {
  const all = countingBills(records, account, false).map(({ from, to, invoice: { _id } }): Bill => {
    const invoice = (records.invoices ?? []).find((one) => one._id === _id);
    const { values, supplierId, rates } = invoice ?? {};
    const { totalUnits, units, netTotalCost, totalTax, totalCost, invoiceNumber, endReadType } = values ?? {};
    return {
      ...{ id: _id, from, to, number: invoiceNumber ?? '', supplier: supplierId ?? '', lines: rates ?? [] },
      ...{ net: netTotalCost ?? null, tax: totalTax ?? null, total: totalCost ?? null },
      quantity: typeof totalUnits === 'number' ? canonical(totalUnits, units, account, SETTINGS) : null,
      isEstimated: endReadType?.toLowerCase().startsWith('e') === true,
    };
  });
  const startOf = ({ id }: Bill): number =>
    instant((records.invoices ?? []).find(({ _id }) => _id === id)?.values?.startDate ?? '');
  const endOf = ({ id }: Bill): number =>
    instant((records.invoices ?? []).find(({ _id }) => _id === id)?.values?.endDate ?? '');
  const sorted = [...all].sort((a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b) || (a.id < b.id ? -1 : 1));
  const gone = new Set<string>();
  const isCredit = ({ total, quantity }: Bill): boolean => (total ?? 0) < 0 || (quantity ?? 0) < 0;
  for (const credit of sorted) {
    if (!isCredit(credit)) continue;
    gone.add(credit.id);
    for (const bill of sorted) {
      if (gone.has(bill.id) || isCredit(bill) || bill.from !== credit.from || bill.to !== credit.to) continue;
      if (bill.total === null || credit.total === null || Math.abs(bill.total + credit.total) >= 0.01) continue;
      gone.add(bill.id);
      break;
    }
  }
  return sorted.filter(({ id }) => !gone.has(id));
}
