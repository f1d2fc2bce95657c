import type { Knex } from 'knex';
import type { Zone } from '../values/zone.js';
import type { ImportFields } from './fields.js';
import type { JournalEntry } from './journal.js';
import type { Rejected } from './rejects.js';

/** Options and callbacks of an import. */
export interface ImportOptions {
  /** The time zone of timestamps without an offset. Without it, the import rejects them. */
  readonly zone?: Zone;
  /**
   * The exact unit of rows whose unit has two meanings (`gallons` or `tons`). By default the country of their asset
   * decides.
   */
  readonly unit?: string;
  /** Whether a row replaces a stored record with a later update date, and an estimate replaces an actual value. */
  readonly replace?: boolean;
  /** Receives each bad row. Without this callback, a bad row keeps the import from applying anything. */
  readonly onReject?: (rejected: Rejected) => Promise<void>;
  /** Inspects the checked rows in their staging tables. Returns whether to apply them. */
  readonly onStaged?: (trx: Knex.Transaction, fields: ImportFields) => Promise<boolean>;
  /** Is called after all checks, before the import applies anything; not if it will apply nothing. */
  readonly onChecked?: () => Promise<void>;
  /**
   * Receives the companies of the rows, before the import applies anything. It is not called for rows of the resource
   * companies, or of too many companies.
   */
  readonly onCompanies?: (companies: readonly string[]) => void;
  /** Receives the number of rows read so far. */
  readonly onProgress?: (rowsRead: number) => void;
  /** Receives the number of applied parts and of all parts. */
  readonly onApplied?: (done: number, total: number) => void;
  /** Is called before the import waits for another one, with the entry of that import, if known. */
  readonly onWait?: (running: JournalEntry | undefined) => void;
  /** Receives the imports that were killed before they had applied all parts. */
  readonly onStopped?: (stopped: readonly JournalEntry[]) => void;
}
