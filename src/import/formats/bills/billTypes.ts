import type { MeterName } from '../meters.js';

/** The fields of an account that readers of bills need. */
export interface BillAccount {
  /** 24 hexadecimal digits. */
  readonly id: string;
  /** The name of the account in messages: `Head office – electricity`. */
  readonly label: string;
  /** The customer number at the supplier; null: none is stored. */
  readonly supplierRef: string | null;
  /** The numbers of its meter. */
  readonly numbers: readonly string[];
  /** ISO 4217 in lower case; null: neither its entity nor its company has one. */
  readonly currency: string | null;
}

/** A stored invoice of an account. */
export interface StoredBill {
  readonly id: string;
  readonly accountId: string;
  readonly number: string;
  readonly isCredit: boolean;
}

/** The records that a reader of bills looks up in addition to meters. */
export interface BillLookups {
  readonly accounts: readonly BillAccount[];
  /** Identifiers of suppliers by name in lower case. Omits a name that several suppliers have. */
  readonly suppliers: ReadonlyMap<string, string>;
  /** Returns the stored invoices of accounts that have one of the numbers. */
  readonly stored: (accountIds: readonly string[], numbers: readonly string[]) => Promise<readonly StoredBill[]>;
}

/** A line of charges of a bill. */
export interface ChargeLine {
  readonly rateName: string;
  readonly consumption: number | null;
  readonly unitRate: number | null;
  readonly cost: number | null;
  readonly units: string | null;
  /** Days as the file writes them, ISO 8601; null: the bill's. */
  readonly start: string | null;
  readonly end: string | null;
}

/** The amounts of a bill; null: the file has no such amount. */
export interface Amounts {
  readonly value: number | null;
  readonly unitCost: number | null;
  readonly standing: number | null;
  readonly ccl: number | null;
  readonly net: number | null;
  readonly vat: number | null;
  readonly total: number | null;
}

/** A problem with a cell: its column, and a clause. */
export interface CellProblem {
  readonly field: string;
  readonly problem: string;
}

/** A row of the file: a bill, or one charge line of a bill. */
export interface BillRow {
  readonly line: number;
  readonly text: string;
  readonly number: string | null;
  readonly meter: MeterName;
  readonly reference: string | null;
  /** First and last date, ISO 8601, as written. `end` may be inclusive or exclusive. */
  readonly start: string | null;
  readonly end: string | null;
  /** Other texts and dates, by path of the invoice. */
  readonly texts: Readonly<Record<string, string | null>>;
  readonly amounts: Amounts;
  readonly unit: string | null;
  readonly lines: readonly ChargeLine[];
  /** Whether a column marks the bill as a credit note. */
  readonly isCreditNote: boolean;
  /** Whether a column marks the bill as a replacement of another bill. */
  readonly isRebill: boolean;
  /** The currency in its cells, in lower case; `$`: a dollar of an unknown country. */
  readonly currency: string | null;
  /** The fields that the status column implies, by path. */
  readonly status: Readonly<Record<string, unknown>>;
  readonly problems: readonly CellProblem[];
}
