import type { Knex } from 'knex';
import type { Zone } from '../values/zone.js';
import type { ImportFields } from './fields.js';
import type { JournalEntry } from './journal.js';
import type { Rejected } from './rejects.js';

/** How an import goes about it, and whom it tells. */
export interface ImportOptions {
  /** Of stamps that carry none; without it they are refused. */
  readonly zone?: Zone;
  /** What rows have whose unit has two meanings, `gallons` or `tons`; without it the country of their asset decides. */
  readonly unit?: string;
  /** Whether rows replace records that their source changed later, and estimates replace actual values. */
  readonly replace?: boolean;
  /** Takes the bad rows, so that the good ones are applied. */
  readonly onReject?: (rejected: Rejected) => Promise<void>;
  /** Inspects the checked rows in their staging tables. Returns whether to apply them. */
  readonly onStaged?: (trx: Knex.Transaction, fields: ImportFields) => Promise<boolean>;
  /** Told when all rows are checked, before anything is applied; not when nothing will be. */
  readonly onChecked?: () => Promise<void>;
  /** Told the companies that the rows are of, before anything is applied; not of rows of companies, or of too many. */
  readonly onCompanies?: (companies: readonly string[]) => void;
  /** Told how many rows were read so far. */
  readonly onProgress?: (rowsRead: number) => void;
  /** Told what is done after reading, and how much of it. */
  readonly onApplied?: (done: number, total: number) => void;
  /** Told what it waits for. */
  readonly onWait?: (running: JournalEntry | undefined) => void;
  /** Told of imports that were killed before they had applied all. */
  readonly onStopped?: (stopped: readonly JournalEntry[]) => void;
}
