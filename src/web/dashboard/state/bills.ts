import { addDays } from '../format/days.js';
import type { Period } from '../format/periods.js';
import type { InvoiceFilter } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import { texts } from '../texts/texts.js';
import { oneOf, pageOf } from './oneOf.js';

/** The choices of the payment filter. */
export const PAYMENTS = ['all', 'paid', 'unpaid'] as const;
const COLUMNS = ['number', 'supplier', 'date', 'from', 'to', 'units', 'cost'] as const;
export type BillColumn = (typeof COLUMNS)[number];
/** Columns that the service can sort by, by the name of the column in the URL. */
export const BILL_COLUMNS = {
  number: 'values.invoiceNumber',
  supplier: 'values.supplierName',
  date: 'values.invoiceDate',
  from: 'values.startDate',
  to: 'values.endDate',
  units: 'values.totalUnits',
  cost: 'values.totalCost',
} as const satisfies Record<BillColumn, string>;

/** Parameters of the list of bills, parsed from the URL. */
export interface BillsParams {
  readonly filter: InvoiceFilter;
  /** The same filter for bills without an invoice date. */
  readonly undated: InvoiceFilter;
  readonly by: BillColumn;
  readonly descending: boolean;
  readonly page: number;
}

/**
 * Parses the parameters of the list of bills; null for another view.
 * @param period bills with an invoice date within these days are listed
 * @throws Error with a sentence for the user if a value is not valid
 */
export function billsOf(address: Address, { from, to }: Period): BillsParams | null {
  if (address.bills === null) return null;
  const { company, entity, supplier } = address;
  const { what } = texts().wrong;
  const payment = oneOf(what.bills, PAYMENTS, address.bills);
  const [by = '', direction = ''] = (address.sort ?? 'date:desc').split(':');
  const conditions = {
    ...(payment === 'all' ? {} : { isPaid: { eq: payment === 'paid' } }),
    ...(company === null ? {} : { companyId: { eq: company } }),
    ...(entity === null ? {} : { entityId: { eq: entity } }),
    ...(supplier === null ? {} : { supplierId: { eq: supplier } }),
  };
  const within = { gte: `${from}T00:00:00.000Z`, lt: `${addDays(to, 1)}T00:00:00.000Z` };
  return {
    filter: { ...conditions, values: { invoiceDate: within } },
    undated: { ...conditions, values: { invoiceDate: { eq: null } } },
    by: oneOf(what.order, COLUMNS, by),
    descending: oneOf(what.direction, ['asc', 'desc'], direction) === 'desc',
    page: pageOf(address.page),
  };
}
