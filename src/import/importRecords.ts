import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { applyStaged } from './applyStaged.js';
import { importFields, type ImportFields } from './fields.js';
import type { ImportName } from './importNames.js';
import { endEntry } from './journal.js';
import { prepareInTransaction } from './importTransaction.js';
import type { ImportOptions } from './options.js';
import { createReader, type Reader } from './readSource.js';
import type { ImportSource } from './sourceRow.js';
import { copyStaged, createStaging, dropStaging, STORED } from './staging.js';
import type { ImportSummary } from './summary.js';
import { begin, companiesOf, waitForTurn } from './turn.js';

export type { ImportName } from './importNames.js';
export type { ImportOptions } from './options.js';
export type { ImportSource, RowError, SourceRow } from './sourceRow.js';
export type { ImportSummary } from './summary.js';

/** The most errors that the journal stores. */
const ERRORS_KEPT = 10;

/**
 * Imports records. It checks every row and copies it into a staging table, then checks the rows against each other and
 * against stored records. Only then does it apply them, account by account: one transaction writes records and the
 * values computed from them. Imports of different companies run in parallel. A killed import leaves whole accounts;
 * repeating it imports the rest.
 * @param source rows of the contract's objects, plus `companyId`
 * @throws errors of the source or the database; bad rows are counted and raise no error
 */
export async function importRecords(
  database: Database,
  name: ImportName,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const fields = importFields(name);
  return runImport(
    database,
    fields,
    { file: source.name, options },
    {
      isOfStored: false,
      async fill(trx, reader) {
        await createStaging(trx, fields);
        await copyStaged(database, trx, fields, reader.staged(source));
      },
    },
  );
}

/** How an import stages its rows. */
interface Staging {
  /** Whether the rows are selected from stored records. Earlier imports then have to end first. */
  readonly isOfStored: boolean;
  /** Creates the staging table and fills it. */
  readonly fill: (trx: Knex.Transaction, reader: Reader) => Promise<void>;
}

/**
 * Runs an import with any kind of staging.
 * @param kind the fields of its records
 * @param file the name of the import in the journal and in messages
 */
export async function runImport(
  database: Database,
  kind: ImportFields,
  { file, options }: { readonly file: string; readonly options: ImportOptions },
  { isOfStored, fill }: Staging,
): Promise<ImportSummary> {
  const started = performance.now();
  const fields = inDatabase(kind, database);
  return database.withLocks(async (locks) => {
    const entry = await begin(database, locks, { resource: fields.name, file }, options);
    const waitFor = (companies: readonly string[] | null): Promise<void> =>
      waitForTurn(database, locks, entry, companies, options);
    try {
      const reader = createReader(fields, file, options);
      if (isOfStored) await waitFor(null);
      const companies = await prepareInTransaction(database, entry, async (trx) => {
        await dropStaging(trx, entry.workspace);
        await fill(trx, reader);
        return isOfStored ? null : companiesOf(trx, fields);
      });
      if (companies !== null) options.onCompanies?.(companies);
      if (!isOfStored) await waitFor(companies);
      const done = await applyStaged(database, fields, { ...entry, companies }, reader, options);
      const summary = { ...done, seconds: (performance.now() - started) / 1000 };
      const state = summary.rejected > 0 && !options.onReject ? 'refused' : 'done';
      await endEntry(database, entry, state, { ...summary, errors: summary.errors.slice(0, ERRORS_KEPT) });
      return summary;
    } catch (error) {
      // The first error explains more than a failed write to the journal.
      await endEntry(database, entry, 'failed').catch(() => undefined);
      throw error;
    }
  });
}

/** Returns the fields with the tables of this database. */
function inDatabase(fields: ImportFields, database: Database): ImportFields {
  const topology = database.topology();
  return { ...fields, topology, stored: topology.isSpread(fields.table) ? STORED : fields.stored };
}
