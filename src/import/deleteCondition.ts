import type { ImportName } from './importNames.js';

/** Which records go: those that meet every condition that is given. */
export interface Condition {
  readonly ids?: readonly string[];
  /** Identifiers of accounts. */
  readonly accounts?: readonly string[];
  /** ISO 8601; those whose {@link DATES} lies before it. */
  readonly before?: string;
}

/** Of each resource with dates, the column that `before` is about, and its path. */
export const DATES: Partial<Readonly<Record<ImportName, readonly [column: string, path: string]>>> = {
  contracts: ['end_date', 'endDate'],
  invoices: ['values_invoice_date', 'values.invoiceDate'],
  readings: ['submitted_at', 'submittedAt'],
  'non-cumulative': ['start_timestamp', 'startTimestamp'],
};
