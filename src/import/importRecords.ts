import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { applyStaged } from './applyStaged.js';
import { importFields, type ImportFields } from './fields.js';
import type { ImportName } from './importNames.js';
import { asOwner, beginEntry, endEntry, importsAlone } from './journal.js';
import type { ImportOptions } from './options.js';
import { createReader, type Reader } from './readSource.js';
import type { ImportSource } from './sourceRow.js';
import { copyStaged, createStaging } from './staging.js';
import type { ImportSummary } from './summary.js';

export type { ImportName } from './importNames.js';
export type { ImportOptions } from './options.js';
export type { ImportSource, RowError, SourceRow } from './sourceRow.js';
export type { ImportSummary } from './summary.js';

/** Errors that the journal keeps. */
const ERRORS_KEPT = 10;

/**
 * Imports records: every row is checked and copied into a staging table, the rows are checked against each other and
 * what is stored, and only then applied, account by account: records and what they paint in one transaction. One import
 * runs at a time; one that is killed leaves whole accounts, and doing it again does the rest.
 * @param source rows of the contract's objects, plus `companyId`
 * @throws what the source or the database throws; a bad row is not thrown but counted
 */
export async function importRecords(
  database: Database,
  name: ImportName,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const fields = importFields(name);
  return runImport(database, fields, source.name, options, async (trx, reader) => {
    await createStaging(trx, fields);
    await copyStaged(database, trx, fields, reader.staged(source));
  });
}

/**
 * Runs an import, however its rows come to be staged.
 * @param file the name that the journal and messages give it
 * @param stage creates the staging table and fills it
 */
export async function runImport(
  database: Database,
  fields: ImportFields,
  file: string,
  options: ImportOptions,
  stage: (trx: Knex.Transaction, reader: Reader) => Promise<void>,
): Promise<ImportSummary> {
  const started = performance.now();
  return importsAlone(database, options.onWait, async () => {
    const { id, stopped } = await beginEntry(database, fields.name, file);
    if (stopped.length > 0) options.onStopped?.(stopped);
    try {
      const reader = createReader(fields, file, options);
      await asOwner(database, id, (trx) => stage(trx, reader));
      const done = await applyStaged(database, fields, id, reader, options);
      const summary = { ...done, seconds: (performance.now() - started) / 1000 };
      const state = summary.rejected > 0 && !options.onReject ? 'refused' : 'done';
      await endEntry(database, id, state, { ...summary, errors: summary.errors.slice(0, ERRORS_KEPT) });
      return summary;
    } catch (error) {
      // What failed says more than that the journal could not be written either.
      await endEntry(database, id, 'failed').catch(() => undefined);
      throw error;
    }
  });
}
