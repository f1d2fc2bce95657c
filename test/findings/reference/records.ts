import type { Invoice, InvoiceValues, Records } from '../../consumption/reference/records.js';

type Maybe<T> = T | null | undefined;

/** The fields of an invoice that rules read and figures do not. */
export interface BillRecord extends Invoice {
  readonly supplierId?: Maybe<string>;
  readonly values?: Maybe<
    InvoiceValues & {
      readonly invoiceNumber?: Maybe<string>;
      readonly netTotalCost?: Maybe<number>;
      readonly totalTax?: Maybe<number>;
    }
  >;
}

/** The raw records in the form of an import: the only input of the reference of findings. */
export type FindingRecords = Omit<Records, 'invoices'> & { readonly invoices?: readonly BillRecord[] };

/** The thresholds and their defaults, as in docs/findings.md. */
export const DEFAULTS = {
  'finding-gap-hours': 3,
  'finding-late-days': 3,
  'finding-flat-line-days': 1,
  'finding-zero-run-days': 3,
  'finding-spike-times': 2.5,
  'finding-register-jump-times': 20,
  'finding-register-jump-kwh': 100,
  'finding-register-jump-m3': 10,
  'finding-estimated-run-days': 14,
  'finding-unit-suspect-gas-kwh': 12,
  'finding-baseload-rise-percent': 30,
  'finding-night-use-percent': 50,
  'finding-night-use-kwh': 10,
  'finding-night-use-m3': 1,
  'finding-night-use-cost': 0,
  'finding-weekend-use-percent': 50,
  'finding-weekend-use-kwh': 20,
  'finding-weekend-use-m3': 2,
  'finding-weekend-use-cost': 0,
  'finding-bill-overlap-days': 2,
  'finding-bill-gap-days': 4,
  'finding-bill-too-long-days': 65,
  'finding-bill-estimated-bills': 2,
  'finding-bill-units-differ-percent': 10,
  'finding-bill-sum-differs-percent': 0,
  'finding-bill-line-differs-percent': 0.5,
  'finding-bill-rate-changed-percent': 10,
  'finding-bill-price-changed-percent': 20,
  'finding-bill-after-contract-days': 1,
} as const;

export type Thresholds = Readonly<Record<keyof typeof DEFAULTS, number>>;
