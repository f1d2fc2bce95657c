import type { ImportName } from './importNames.js';

/** Selects the records to delete: those that meet every given condition. */
export interface Condition {
  readonly ids?: readonly string[];
  readonly accounts?: readonly string[];
  /** ISO 8601. Selects records whose date ({@link DATES}) is earlier. */
  readonly before?: string;
}

/** The column that `before` compares, and its path, for each resource with dates. */
export const DATES: Partial<Readonly<Record<ImportName, readonly [column: string, path: string]>>> = {
  contracts: ['end_date', 'endDate'],
  invoices: ['values_invoice_date', 'values.invoiceDate'],
  readings: ['submitted_at', 'submittedAt'],
  'non-cumulative': ['start_timestamp', 'startTimestamp'],
};
