import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import type { Zone } from '../values/zone.js';
import { analyzeAfter } from './analyze.js';
import { applyPart, type AppliedPart } from './apply.js';
import { dropRefused, findRepeated, stagedProblems } from './checks.js';
import { importFields, type ImportFields, type ImportName } from './fields.js';
import { applyAsOwner, asOwner, beginEntry, DRY_RUN, endEntry, noteParts, readRunning } from './journal.js';
import type { JournalEntry } from './journal.js';
import { divide, type Part } from './parts.js';
import { createReader, type Reader } from './readSource.js';
import { rejectStaged, type Rejected } from './rejects.js';
import { resolveChanges, resolveKinds } from './resolve.js';
import type { ImportSource } from './sourceRow.js';
import { copyStaged, createStaging } from './staging.js';
import { MAX_ERRORS, type ImportSummary } from './summary.js';

export { IMPORT_NAMES, type ImportName } from './fields.js';
export type { ImportSource, RowError, SourceRow } from './sourceRow.js';
export { MAX_ERRORS, type ImportSummary } from './summary.js';

export interface ImportOptions {
  /** Of stamps that carry none; without it they are refused. */
  readonly zone?: Zone;
  /** Do everything, and keep nothing of it. */
  readonly dryRun?: boolean;
  /** Takes the bad rows, so that the good ones are applied. */
  readonly onReject?: (rejected: Rejected) => Promise<void>;
  /** Told when all rows are checked, before anything is applied; not when nothing will be. */
  readonly onChecked?: () => Promise<void>;
  /** Told how many rows were read so far. */
  readonly onProgress?: (rowsRead: number) => void;
  /** Told what is done after reading, and how much of it. */
  readonly onApplied?: (done: number, total: number) => void;
  /** Told what it waits for. */
  readonly onWait?: (running: JournalEntry | undefined) => void;
  /** Told of imports that were killed before they had applied all. */
  readonly onStopped?: (stopped: readonly JournalEntry[]) => void;
}

/** The lock of everything that imports or deletes: any number that nothing else uses. */
const ONE_AT_A_TIME = 7_251_003;
/** While the database writes the rows of one part, this process paints those of the other. */
const AT_ONCE = 2;
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
  const onWait = async (): Promise<void> => {
    options.onWait?.(await readRunning(database));
  };
  return database.alone(ONE_AT_A_TIME, onWait, async () => {
    const label = options.dryRun === true ? `${file}${DRY_RUN}` : file;
    const { id, stopped } = await beginEntry(database, fields.name, label);
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

/** Checks the staged rows and applies what they change. */
async function applyStaged(
  database: Database,
  fields: ImportFields,
  id: number,
  reader: Reader,
  options: ImportOptions,
): Promise<Omit<ImportSummary, 'seconds'>> {
  const withMemory = <T>(run: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    asOwner(database, id, async (trx) => {
      await trx.raw(`set local work_mem = '64MB'`);
      return run(trx);
    });
  // Neither needs what the other finds, and each keeps one processor of the database busy.
  await together([
    withMemory(async (trx) => {
      await resolveKinds(trx, fields);
      await resolveChanges(trx, fields);
    }),
    withMemory((trx) => findRepeated(trx, fields)),
  ]);
  const refused = await withMemory(async (trx) => {
    const { problems, rows } = await stagedProblems(trx, fields, MAX_ERRORS);
    reader.report(problems, rows);
    if (rows > 0 && options.onReject) await rejectStaged(trx, fields, options.onReject);
    if (reader.summary().rejected > 0 && !options.onReject) return true;
    await dropRefused(trx);
    return false;
  });
  const none = { inserted: 0, updated: 0, deleted: 0, repaintedDays: 0 };
  if (refused) return { ...reader.summary(), ...none, unchanged: 0 };
  await options.onChecked?.();
  const parts = await asOwner(database, id, async (trx) => {
    const divided = await divide(trx, fields.name);
    await noteParts(trx, id, divided.length);
    return divided;
  });
  const applied = { ...none };
  let done = 0;
  await eachPart(parts, database.engine === 'postgres' ? AT_ONCE : 1, async (part) => {
    const apply = (trx: Knex.Transaction): Promise<AppliedPart> => applyPart(database, trx, fields, part);
    const { inserted, updated, deleted, days } = await applyAsOwner(database, id, apply, options.dryRun ?? false);
    applied.inserted += inserted;
    applied.updated += updated;
    applied.deleted += deleted;
    applied.repaintedDays += days;
    options.onApplied?.((done += 1), parts.length);
  });
  const { inserted, updated, deleted } = applied;
  const tables = applied.repaintedDays > 0 ? `${fields.table}, usage_days, usage_runs, usage_months` : fields.table;
  await database.knex.transaction((trx) => analyzeAfter(database, trx, tables, inserted + updated + deleted));
  const { read, rejected, leftOut, ...lists } = reader.summary();
  const unchanged = read - rejected - leftOut - inserted - updated - deleted;
  return { read, rejected, leftOut, ...lists, ...applied, unchanged };
}

/** Applies parts, some at a time; after a failure the others end what they are at and begin no more. */
async function eachPart(parts: readonly Part[], atOnce: number, apply: (part: Part) => Promise<void>): Promise<void> {
  const rest = parts.values();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const part of rest) {
      if (failed) return;
      await apply(part).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await together(Array.from({ length: atOnce }, work));
}

/** Waits for all, also when one fails, so that nothing goes on behind what follows. */
async function together(work: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason;
}
