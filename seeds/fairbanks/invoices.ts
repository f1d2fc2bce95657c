import { addDays, startOf } from '../generate/days.js';
import { pickDigits } from '../generate/hash.js';
import type { Values } from '../rows.js';
import type { Bill } from './bills.js';
import { fairbanksAccountId, fairbanksInvoiceId, fairbanksSupplierId } from './ids.js';
import { rateLines, unitCost } from './rateLines.js';
import { billsByService, type Service } from './services.js';
import { BOROUGH, readBuilding } from './site.js';

/** The states of the newest bills of a service, the newest first. The others are paid. */
const NEWEST: readonly Values[] = [
  { status: 'captured', financialStatus: 'new', completed: false, isPaid: false },
  { status: 'completed', financialStatus: 'approved', completed: true, isPaid: false },
  { status: 'completed', financialStatus: 'sent-for-payment', completed: true, isPaid: false },
];
const PAID: Values = { status: 'completed', financialStatus: 'paid', completed: true, isPaid: true };

/**
 * Returns an invoice for each bill. Real: periods, units, costs, account numbers. Generated: numbers, files, states,
 * stamps.
 */
export function invoices(): readonly Values[] {
  const { street, city } = readBuilding();
  return billsByService().flatMap(([service, bills]) =>
    bills.map((bill, index) => ({
      ...invoice(service, bill),
      ...(NEWEST[bills.length - 1 - index] ?? PAID),
      'values.supplyAddress': `${street}, ${city}`,
      notes: note(bill, bills[index - 1]),
    })),
  );
}

function invoice(service: Service, bill: Bill): Values {
  const { key } = service;
  const _id = fairbanksInvoiceId(key, bill.from);
  const createdAt = `${bill.invoiceDate}T09:00:00.000Z`;
  const late = bill.lines.some(({ rateName, cost }) => rateName === 'Late charge' && cost > 0);
  return {
    _id,
    accountId: fairbanksAccountId(key),
    supplierId: fairbanksSupplierId(bill.supplierCode),
    fileName: `fnsb-${key}-${bill.invoiceDate}.pdf`,
    type: key,
    tags: ['fairbanks', key, ...(late ? ['late-charge'] : [])],
    'values.invoiceNumber': `${key.slice(0, 1).toUpperCase()}${pickDigits(`invoice:${_id}`, 9)}`,
    'values.supplierRef': bill.accountNumber,
    'values.supplierName': bill.supplierName,
    'values.recipient': BOROUGH,
    'values.invoiceDate': startOf(bill.invoiceDate),
    'values.invoiceDueDate': startOf(bill.invoiceDueDate),
    'values.startDate': startOf(bill.from),
    // This bill does not cover the day on which the next one starts.
    'values.endDate': startOf(addDays(bill.thru, -1)),
    'values.meterSerialNumber': bill.meterSerialNumber,
    ...units(service, bill),
    'values.totalUnitCost': unitCost(bill),
    'values.totalCost': bill.totalCost,
    rates: rateLines(_id, bill),
    createdAt,
    updatedAt: createdAt,
  };
}

/** Returns unit and total. The published data has neither if nothing was used: that is 0 of the account's unit. */
function units(service: Service, { totalUnits }: Bill): Values {
  if (!service.metered) return {};
  return { 'values.totalUnits': totalUnits ?? 0, 'values.units': service.units };
}

function note({ from, totalUnits }: Bill, before: Bill | undefined): string | null {
  if (before !== undefined && before.thru !== from) {
    return `There is no bill from ${before.thru} to ${addDays(from, -1)}.`;
  }
  return totalUnits === null ? 'Billed for no units.' : null;
}
