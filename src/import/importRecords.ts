import type { Database } from '../data/database.js';
import { takeTurn } from '../usage/lock.js';
import { analyzeAfter } from './analyze.js';
import { applyStaged } from './apply.js';
import { checkRow, isBad } from './checkRow.js';
import { stagedProblems } from './checks.js';
import { importFields, type ImportName } from './fields.js';
import type { ImportSource, RowError } from './sourceRow.js';
import { copyStaged, createStaging, type StagedRow } from './staging.js';
import { createTouched, paintTouched } from './touched.js';

export { IMPORT_NAMES, type ImportName } from './fields.js';
export type { ImportSource, RowError, SourceRow } from './sourceRow.js';

/** What an import did; `read` is the sum of the other four counts unless a bad row kept all from being applied. */
export interface ImportSummary {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Bad rows; when there is any, nothing was applied. */
  readonly rejected: number;
  readonly seconds: number;
  /** One for each bad field, in the order of lines; at most {@link MAX_ERRORS}. */
  readonly errors: readonly RowError[];
}

export interface ImportOptions {
  /** Told how many rows were read so far, every few thousand. */
  readonly onProgress?: (rowsRead: number) => void;
  /** Told how many accounts are painted afresh, of how many. */
  readonly onPainted?: (done: number, total: number) => void;
}

export const MAX_ERRORS = 1_000;
const PROGRESS_ROWS = 5_000;

/** Ends the transaction when the file is bad, without being a failure. */
class Rejected extends Error {}

/**
 * Imports records: every row is checked, copied into a staging table, checked against the others and what is stored,
 * and only then applied, all in one transaction.
 * @param source rows of the contract's objects, plus `companyId`
 * @throws what the source or the database throws; a bad row is not thrown but counted
 */
export async function importRecords(
  database: Database,
  name: ImportName,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const started = performance.now();
  const fields = importFields(name);
  const errors: RowError[] = [];
  let read = 0;
  let rejected = 0;

  async function* checked(): AsyncGenerator<StagedRow> {
    for await (const row of source.rows) {
      read += 1;
      if (read % PROGRESS_ROWS === 0) options.onProgress?.(read);
      const cells = checkRow(fields, row);
      if (!isBad(cells)) {
        yield { line: row.line, cells };
        continue;
      }
      rejected += 1;
      for (const { field, reason } of cells) report(row.line, field, reason);
    }
    options.onProgress?.(read);
  }
  const report = (line: number, field: string | null, reason: string): void => {
    if (errors.length < MAX_ERRORS) errors.push({ file: source.name, line, field, reason });
  };

  let applied = { inserted: 0, updated: 0 };
  try {
    await database.knex.transaction(async (trx) => {
      await createStaging(trx, fields.columns);
      await copyStaged(database, trx, fields.columns, checked());
      // What is checked must still hold when it is applied, so imports take turns, from here: reading may be slow.
      await takeTurn(trx);
      const staged = await stagedProblems(trx, fields, MAX_ERRORS);
      rejected += staged.rows;
      for (const { line, field, reason } of staged.problems) report(line, field, reason);
      if (rejected > 0) throw new Rejected();
      await createTouched(trx);
      applied = await applyStaged(trx, fields);
      await paintTouched(database, trx, name, options.onPainted);
      await analyzeAfter(database, trx, fields.table, applied.inserted + applied.updated);
    });
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
  }
  errors.sort((a, b) => a.line - b.line);
  const unchanged = rejected > 0 ? 0 : read - applied.inserted - applied.updated;
  const seconds = (performance.now() - started) / 1000;
  return { read, ...applied, unchanged, rejected, seconds, errors };
}
