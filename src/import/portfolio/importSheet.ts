import type { Database } from '../../db/database.js';
import { inOneTransaction } from '../oneTransaction.js';
import type { ImportName } from '../importNames.js';
import { importRecords } from '../importRecords.js';
import type { ImportOptions } from '../options.js';
import type { RowError } from '../sourceRow.js';
import { MAX_ERRORS, NO_ROWS, type ImportSummary } from '../summary.js';
import type { PortfolioRecord } from './columns.js';
import { addContradictions, portfolioParts, type PortfolioPart } from './records.js';
import { resolveSheet, type ResolvedRow } from './resolve.js';
import type { BadRow, PortfolioSheet } from './sheet.js';

/** The outcome for one resource of a sheet. */
export interface PartSummary extends ImportSummary {
  readonly resource: ImportName;
}

/** The outcome of importing a portfolio sheet. */
export interface SheetOutcome {
  /** The counts and errors of the rows of the sheet. */
  readonly sheet: ImportSummary;
  /** The number of records that the valid rows describe. */
  readonly counts: Readonly<Record<'companies' | 'entities' | 'sites' | 'meters', number>>;
  /**
   * The outcomes by resource. Empty if rows are bad: then the import applies nothing. If the caller collects no
   * rejected rows, the list ends at the first resource that has any.
   */
  readonly parts: readonly PartSummary[];
}

/** The options of the import of a sheet. */
export interface SheetOptions {
  /** The name of the file, for messages. */
  readonly name: string;
  /** The company of rows without one: an identifier or a name; null: none. */
  readonly company: string | null;
  /** Whether the file is one of a folder. The company option then applies to other files too. */
  readonly isFolder: boolean;
  /** Whether the caller rolls the database back afterwards. */
  readonly isTrial: boolean;
  readonly options: ImportOptions;
  /** Returns the options for one resource. */
  readonly optionsOf?: (resource: ImportName) => ImportOptions;
}

/**
 * Imports a portfolio sheet as companies, entities, assets and accounts, in one transaction: all of them or none.
 * @throws errors that concern the complete sheet, which begin with "the", and errors of the database
 */
export async function importSheet(
  database: Database,
  sheet: PortfolioSheet,
  sheetOptions: SheetOptions,
): Promise<SheetOutcome> {
  const started = performance.now();
  const { name, options, isTrial } = sheetOptions;
  const resolved = await resolveSheet(database.knex, sheet, sheetOptions.company, sheetOptions.isFolder);
  addContradictions(resolved, sheet);
  const bad: readonly BadRow[] = [
    ...sheet.bad,
    ...sheet.rows.flatMap(({ line, text }) => {
      const problems = resolved.problems.of(line);
      return problems.length > 0 ? [{ line, text, problems }] : [];
    }),
  ].toSorted((a, b) => a.line - b.line);
  const badLines = new Set(bad.map(({ line }) => line));
  const good = resolved.rows.filter(({ row }) => !badLines.has(row.line));
  const seconds = (performance.now() - started) / 1000;
  const summary = sheetSummary(name, sheet, bad, { notices: [...sheet.notices, ...resolved.notices], seconds });
  const counts = countsOf(good);
  for (const { line, text, problems } of bad) await options.onReject?.({ line, errors: problems, row: {}, text });
  if (good.length === 0 || (bad.length > 0 && !options.onReject)) return { sheet: summary, counts, parts: [] };
  const parts = portfolioParts(good, bad.length === 0);
  const run = (target: Database): Promise<readonly PartSummary[]> =>
    importParts(target, sheet, name, parts, sheetOptions.optionsOf ?? (() => options));
  const isRefused = ({ rejected }: PartSummary): boolean => rejected > 0 && !options.onReject;
  const done = isTrial
    ? await run(database)
    : await inOneTransaction(database, options.onWait, run, (all) => !all.some(isRefused));
  const refused = isTrial ? [] : done.filter(isRefused);
  return { sheet: summary, counts, parts: refused.length > 0 ? refused : done };
}

/** Imports the resources in order. Stops at the first one with bad rows, unless the caller collects rejected rows. */
async function importParts(
  database: Database,
  sheet: PortfolioSheet,
  name: string,
  parts: readonly PortfolioPart[],
  optionsOf: (resource: ImportName) => ImportOptions,
): Promise<readonly PartSummary[]> {
  const summaries: PartSummary[] = [];
  for (const { resource, rows } of parts) {
    if (rows.length === 0) continue;
    const options = optionsOf(resource);
    const summary = await importRecords(database, resource, { name, rows: batches(rows) }, options);
    summaries.push({ resource, ...summary, errors: summary.errors.map((error) => asInSheet(error, resource, sheet)) });
    if (summary.rejected > 0 && !options.onReject) break;
  }
  return summaries;
}

const RECORDS: Partial<Readonly<Record<ImportName, PortfolioRecord>>> = {
  companies: 'company',
  entities: 'entity',
  assets: 'site',
  accounts: 'meter',
};

/** Gives an error the title of the column instead of the name of the field. */
function asInSheet(error: RowError, resource: ImportName, sheet: PortfolioSheet): RowError {
  const record = RECORDS[resource];
  if (error.field === null || record === undefined) return error;
  return { ...error, field: sheet.labelOf(record, error.field) };
}

async function* batches<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield await Promise.resolve(rows.slice(at, at + BATCH));
}

const BATCH = 1_000;

function sheetSummary(
  file: string,
  sheet: PortfolioSheet,
  bad: readonly BadRow[],
  { notices, seconds }: Pick<ImportSummary, 'notices' | 'seconds'>,
): ImportSummary {
  const errors = bad.flatMap(({ line, problems }) => problems.map((problem) => ({ file, line, ...problem })));
  const examples = { name: 'example row of the template', rows: sheet.examples };
  return {
    ...NO_ROWS,
    read: sheet.rows.length + sheet.bad.length + sheet.examples,
    rejected: bad.length,
    skipped: sheet.examples,
    seconds,
    errors: errors.slice(0, MAX_ERRORS),
    errorCount: errors.length,
    skippedFor: sheet.examples > 0 ? [examples] : [],
    notices,
    noticed: notices.length,
  };
}

function countsOf(rows: readonly ResolvedRow[]): SheetOutcome['counts'] {
  const count = (idOf: (row: ResolvedRow) => string | null): number =>
    new Set(rows.flatMap((row) => idOf(row) ?? [])).size;
  return {
    companies: count(({ company }) => company),
    entities: count(({ entity }) => entity),
    sites: count(({ site }) => site),
    meters: count(({ meter }) => meter),
  };
}
