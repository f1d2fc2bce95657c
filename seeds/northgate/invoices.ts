import { addDays, startOf } from '../generate/days.js';
import { pickDigits, stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import { allBills, isFault, statesReadings, pence, type Bill } from './bills.js';
import { daysOfMonth, MONTHS } from './calendar.js';
import { FAULTS } from './faults.js';
import { NORTHGATE, serialOf, supplyPoint } from './structure.js';
import { northgateAccountId, northgateInvoiceId, northgateSupplierId } from './ids.js';
import { readsOf } from './registers.js';

/**
 * The state of the last month's bills: neither checked nor paid. The bills of the month before are checked but not
 * paid.
 */
const NEW: Values = { status: 'captured', financialStatus: 'new', completed: false, isPaid: false };
const APPROVED: Values = { status: 'completed', financialStatus: 'approved', completed: true, isPaid: false };
const PAID: Values = { status: 'completed', financialStatus: 'paid', completed: true, isPaid: true };

/** Returns an invoice for each bill, and a second one for the bill that was sent twice. */
export function invoices(): readonly Values[] {
  return allBills().flatMap((bill) => {
    const { site, utility, month } = bill;
    const isTwice = isFault(FAULTS.billedTwice, site, utility, month);
    return isTwice ? [invoice(bill, ''), invoice(bill, ':copy')] : [invoice(bill, '')];
  });
}

function invoice(bill: Bill, copy: string): Values {
  const { site, utility, month, supplier, quantity, units, lines } = bill;
  const _id = northgateInvoiceId(site.key, utility, month, copy);
  const days = daysOfMonth(month);
  const lastDay = `${month}-${String(days.length).padStart(2, '0')}`;
  const invoiceDate = addDays(lastDay, copy === '' ? 6 : 20);
  const createdAt = `${invoiceDate}T09:00:00.000Z`;
  const net = pence(lines.reduce((sum, { cost }) => sum + cost, 0));
  const totalTax = pence((net * bill.vat) / 100);
  const number = `${supplier.slice(0, 2).toUpperCase()}${pickDigits(`invoice:${_id}`, 8)}`;
  return {
    _id,
    accountId: northgateAccountId(site.key, utility),
    supplierId: northgateSupplierId(supplier),
    fileName: `${site.key}-${utility}-${number}.pdf`,
    type: utility,
    tags: ['northgate', utility],
    ...stateOf(month),
    'values.invoiceNumber': number,
    'values.supplierRef': `NG-${pickDigits(`supplier:${site.key}:${utility}`, 7)}`,
    'values.supplierName': supplier,
    'values.recipient': NORTHGATE,
    'values.invoiceDate': startOf(invoiceDate),
    'values.invoiceDueDate': startOf(addDays(invoiceDate, 28)),
    'values.startDate': startOf(`${month}-01`),
    'values.endDate': startOf(lastDay),
    'values.meterPointNumber': supplyPoint(site, utility),
    'values.meterSerialNumber': serialOf(site, utility),
    'values.totalUnits': quantity,
    'values.units': units,
    ...amounts(bill),
    'values.netTotalCost': net,
    'values.totalTax': totalTax,
    'values.totalCost': pence(net + totalTax),
    ...readingsOf(bill),
    'values.supplyAddress': site.address.filter((part) => part !== '').join(', '),
    rates: lines.map((line, index) => ({
      id: stableId(`rate:${_id}:${index}`),
      ...line,
      startDate: startOf(`${month}-01`),
      endDate: startOf(lastDay),
    })),
    createdAt,
    updatedAt: createdAt,
  };
}

function stateOf(month: string): Values {
  return { [MONTHS.length - 1]: NEW, [MONTHS.length - 2]: APPROVED }[MONTHS.indexOf(month)] ?? PAID;
}

/** Returns the sums of the lines: units, standing charge, climate change levy. */
function amounts({ lines, utility }: Bill): Values {
  const sumOf = (matches: (name: string) => boolean): number =>
    pence(lines.filter(({ rateName }) => matches(rateName)).reduce((sum, { cost }) => sum + cost, 0));
  const isStanding = (name: string): boolean => name === 'Standing charge';
  const isLevy = (name: string): boolean => name.startsWith('Climate change levy');
  return {
    'values.totalUnitCost': sumOf((name) => !isStanding(name) && !isLevy(name)),
    'values.totalDaily': sumOf(isStanding),
    ...(utility === 'water' ? {} : { 'values.totalCCL': sumOf(isLevy) }),
  };
}

/** Returns the readings at both ends of the month, for a meter that is read. */
function readingsOf(bill: Bill): Values {
  if (!statesReadings(bill)) return {};
  const reads = readsOf(bill.site, bill.utility);
  const index = reads.findIndex(({ day }) => day === `${bill.month}-01`);
  const [start, end] = [reads[index], reads[index + 1]];
  if (start === undefined || end === undefined) return {};
  if (bill.isEstimated) return { 'values.startReadType': 'actual', 'values.endReadType': 'estimated' };
  return {
    ...{ 'values.startRead': String(start.value), 'values.endRead': String(end.value) },
    ...{ 'values.startReadType': 'actual', 'values.endReadType': 'actual' },
  };
}
