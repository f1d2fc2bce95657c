import type { Database } from '../db/database.js';
import { openFile, type FileOptions } from '../import/importFile.js';
import { importRecords, type ImportName, type ImportOptions } from '../import/importRecords.js';
import { readPreview, type Preview } from '../import/preview.js';
import { NO_ROWS } from '../import/summary.js';
import { context } from './commandContext.js';
import { sentenceOf } from './failures.js';
import { fileProblem, type FileBytes } from './fileBytes.js';
import { listDataFiles, type DataFile } from './importFiles.js';
import { importCommandLine, previewLines, type PreviewedFile } from './importPreview.js';
import { importPortfolio, type SheetSummary } from './importPortfolio.js';
import { importOptions, showProgress } from './importProgress.js';
import { newMeterLines } from './newMeterLines.js';
import { planMeters, storeMeters, type CreateOptions } from './newMeters.js';
import { inWords, isAllSkipped, logProblems, type ImportedFile } from './importReport.js';
import { CommandError, print, logLine } from './output.js';
import { openRejects, type RejectsFile } from './rejectsFile.js';
import { logNextStep, nextStep, type NextStep } from './nextStep.js';
import { configuration, withImports } from './withDatabase.js';

export interface PathOptions {
  readonly rejects?: string;
  readonly dryRun?: boolean;
  readonly replace?: boolean;
  /** Prints a preview of the files and imports nothing. */
  readonly preview?: boolean;
  readonly json?: boolean;
  readonly sheet?: string;
  /** The site and type for new accounts of meters without one; null: the import creates none. */
  readonly create: CreateOptions | null;
}

/** The outcome of importing or previewing one file. */
type FileSummary = ImportedFile & { readonly file: string } & Partial<PreviewedFile>;

/** Imports a file, standard input or a folder, and prints the outcome. */
export async function importPath(
  resource: ImportName | null,
  path: string,
  file: FileOptions,
  options: PathOptions,
): Promise<void> {
  const { files, isFolder, skippedFiles } = await listDataFiles(path, resource, options.sheet ?? null);
  if (skippedFiles.length > 0) logLine(`Skipped, because they are not data files: ${skippedFiles.join(', ')}.`);
  const rejects =
    options.rejects === undefined
      ? null
      : await openRejects(
          options.rejects,
          files.map((one) => one.onDisk),
        );
  const done: FileSummary[] = [];
  const companies = new Set<string>();
  const onCompanies = (some: readonly string[]): void => {
    for (const company of some) companies.add(company);
  };
  const isTrial = options.dryRun === true || options.preview === true;
  const outcome: { next: NextStep | null } = { next: null };
  let [doneFiles, isList] = [0, isFolder];
  try {
    await withImports(isTrial, async (database) => {
      for (const one of files) {
        const { sheet = null, create } = options;
        const given = { ...file, isFolder, sheet, create, namedResource: resource, rejects: options.rejects ?? null };
        const summaries =
          options.preview === true
            ? await showPreview(database, one, given, { options, isFollowed: one !== files.at(-1) })
            : await importNext(database, one, given, { options, rejects, onCompanies });
        done.push(...summaries.map((summary) => summaryOf(one, summary)));
        doneFiles += 1;
        isList ||= summaries.some(({ inWords: sentence }) => sentence !== undefined);
        if (options.preview !== true && !rejects && summaries.some((summary) => summary.rejected > 0)) break;
      }
      const isStored = !isTrial && done.some(({ inserted, updated, unchanged }) => inserted + updated + unchanged > 0);
      if (isStored) outcome.next = await nextStep(database, configuration(), [...companies]);
    });
    if (options.preview === true && options.json !== true) printNextCommand(done);
    await rejects?.close();
    const rest = notImported(files.slice(doneFiles));
    if (rest !== '') logLine(rest);
    if (outcome.next !== null && options.json !== true) logNextStep(outcome.next, done);
  } catch (error) {
    // The first error explains more than an error from closing the file.
    await rejects?.close().catch(() => undefined);
    const rest = notImported(files.slice(doneFiles + 1));
    throw rest === '' ? error : new CommandError(sentenceOf(error), 1, rest);
  } finally {
    if (options.json === true && (isFolder || done.length > 0)) printJson(done, isList, outcome.next);
  }
}

/** Prints the summaries of the files, each with how to see the data. */
function printJson(done: readonly FileSummary[], isList: boolean, next: NextStep | null): void {
  const step = next === null ? {} : { companiesWithoutKey: next.companiesWithoutKey, next: next.next };
  const summaries = done.map((one) => ({ ...one, ...step }));
  print(true, isList ? summaries : summaries[0], []);
}

/** Prints the command that imports the previewed files. */
function printNextCommand(done: readonly FileSummary[]): void {
  const hasBadRows = done.some((one) => one.rejected > 0);
  const hasRows = done.some((one) => one.read > one.rejected + one.skipped);
  print(false, null, hasRows ? importCommandLine(context().args, hasBadRows) : ['Nothing was imported.']);
}

/** Returns the summary of a file as `--json` prints it. */
function summaryOf({ path }: DataFile, summary: SheetSummary): FileSummary {
  const printed: { inWords?: string } & FileSummary = { file: path, ...summary };
  delete printed.inWords;
  return printed;
}

/** Previews a file and prints the preview. */
async function showPreview(
  database: Database,
  one: DataFile,
  given: Omit<GivenOptions, 'isTrial'>,
  { options, isFollowed }: { readonly options: PathOptions; readonly isFollowed: boolean },
): Promise<readonly SheetSummary[]> {
  const previews = await previewOne(database, one, { ...given, isTrial: true }, isFollowed);
  for (const preview of previews) {
    if (options.json !== true) print(false, null, [...previewLines(one.path, preview), '']);
    if (preview.rejected > 0 || isAllSkipped(preview)) context().setStatus(1);
  }
  return previews;
}

/** Imports a file and prints the outcome. */
async function importNext(
  database: Database,
  one: DataFile,
  given: Omit<GivenOptions, 'isTrial'>,
  {
    options,
    rejects,
    onCompanies,
  }: Pick<ImportOptions, 'onCompanies'> & { readonly options: PathOptions; readonly rejects: RejectsFile | null },
): Promise<readonly SheetSummary[]> {
  const isTrial = options.dryRun === true;
  const rowOptions = {
    ...rejected(one, rejects),
    replace: options.replace ?? false,
    ...(onCompanies ? { onCompanies } : {}),
  };
  const { summary: only, parts = [only] } = await importOne(database, one, { ...given, isTrial }, rowOptions);
  for (const summary of parts) {
    if (summary.newMeters) newMeterLines(summary.newMeters, isTrial).forEach(logLine);
    logProblems(summary);
    if (options.json !== true) print(false, null, [summary.inWords ?? inWords(one.path, summary, options)]);
    if (isAllSkipped(summary) || summary.rejected > 0) context().setStatus(1);
  }
  return parts;
}

function notImported(files: readonly DataFile[]): string {
  return files.length === 0 ? '' : `Not imported: ${files.map((one) => one.path).join(', ')}.`;
}

/** Returns the callbacks that write the bad rows of a file to the rejects file. */
function rejected({ path }: DataFile, rejects: RejectsFile | null): ImportOptions {
  if (!rejects) return {};
  return { onReject: (row) => rejects.write(path, row), onChecked: () => rejects.flush() };
}

const HOLDS = 'companies, entities, assets and accounts';

/** The options of the command line for a file. */
interface GivenOptions extends FileOptions {
  /** The sheet to read; if null, the first visible one. */
  readonly sheet: string | null;
  readonly create: CreateOptions | null;
  /** The resource that the command line names; null: it names none. */
  readonly namedResource: ImportName | null;
  /** The path of the rejects file, for messages; null: there is none. */
  readonly rejects: string | null;
  /** Whether the command previews a portfolio sheet only. */
  readonly isPreview?: boolean;
  /** Whether the database rolls all changes back at the end. */
  readonly isTrial: boolean;
}

/**
 * Previews a file and skips its bad rows.
 * @param isFollowed whether later files need the records that this file would store
 * @returns a preview of each resource that the file holds
 */
async function previewOne(
  database: Database,
  one: DataFile,
  file: GivenOptions,
  isFollowed: boolean,
): Promise<readonly (PreviewedFile & SheetSummary)[]> {
  let preview: Preview | null = null;
  const options: ImportOptions = {
    onReject: () => Promise.resolve(),
    onStaged: async (trx, fields) => {
      preview = await readPreview(trx, fields);
      return isFollowed;
    },
  };
  const imported = await importOne(database, one, { ...file, isPreview: true }, options);
  const { summary: only, parts = [only], recognised } = imported;
  return parts.map((part) => ({
    recognised: Object.fromEntries(recognised),
    ...part,
    preview: part.preview ?? preview,
  }));
}

interface Imported {
  readonly summary: SheetSummary;
  /** For a portfolio sheet: the summary of the sheet, then of each resource. */
  readonly parts?: readonly SheetSummary[];
  readonly recognised: ReadonlyMap<string, string>;
}

/** Imports a file. With `--create-meters` it first creates accounts for the meters without one. */
async function importOne(
  database: Database,
  one: DataFile,
  file: GivenOptions,
  options: ImportOptions,
): Promise<Imported> {
  const { path } = one;
  try {
    const planned = file.create === null ? null : await planMeters(database, one, file, file.create);
    if (planned === null) return await importRows(database, one, file, options);
    const check = async (trial: Database): Promise<ImportedFile> =>
      (await importRows(trial, one, file, { ...options, onStaged: () => Promise.resolve(false) })).summary;
    const mayBeRefused = !file.isTrial && options.onReject === undefined;
    const refused = await storeMeters(database, planned, path, mayBeRefused ? check : null);
    if (refused !== null) return { summary: refused, recognised: new Map() };
    const imported = await importRows(database, one, file, options);
    const isApplied = imported.summary.rejected === 0 || options.onReject !== undefined;
    const { site, meters } = planned;
    return isApplied ? { ...imported, summary: { ...imported.summary, newMeters: { site, meters } } } : imported;
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** Imports the rows of a file. Its name or content decides the resource if the command line does not. */
async function importRows(
  database: Database,
  { path, resource, open }: DataFile,
  file: GivenOptions,
  options: ImportOptions,
): Promise<Imported> {
  const progress = showProgress(path);
  let source: FileBytes | undefined;
  try {
    source = await open(progress.onBytes);
    if (file.sheet !== null && source.sheet === null && !file.isFolder) {
      throw new Error('the file is not a workbook, so --sheet does not apply');
    }
    const opened = await openFile(database, source.chunks, resource, file, source.sheet);
    if (opened === null) return { summary: { ...NO_ROWS, resource }, recognised: new Map() };
    const { rows, recognised } = opened;
    if (rows === null) {
      if (file.namedResource !== null) {
        throw new Error(
          `the file is a portfolio sheet, which holds ${HOLDS}: omit ${file.namedResource} from the command`,
        );
      }
      const { isTrial, isPreview = false, rejects } = file;
      const sheetOptions = { ...importOptions(progress), ...options };
      const run = { path, file, options: sheetOptions, isTrial, isPreview, rejects, recognised };
      const parts = await importPortfolio(database, opened.portfolio, run);
      return { summary: parts[0] ?? { ...NO_ROWS, resource }, parts, recognised };
    }
    const summary = await importRecords(
      database,
      opened.resource,
      { name: path, rows },
      {
        ...importOptions(progress),
        ...(file.zone ? { zone: file.zone } : {}),
        ...(file.unit === null ? {} : { unit: file.unit }),
        ...options,
      },
    );
    return { summary: { resource: opened.resource, format: opened.format, ...summary }, recognised };
  } finally {
    progress.stop();
    source?.close();
  }
}
