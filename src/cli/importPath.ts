import type { Database } from '../data/database.js';
import { openFile, type FileOptions } from '../import/importFile.js';
import { importRecords, type ImportName, type ImportOptions, type ImportSummary } from '../import/importRecords.js';
import { readPreview, type Preview } from '../import/preview.js';
import { context } from './commandContext.js';
import { sentenceOf } from './failures.js';
import { fileProblem, type FileBytes } from './fileBytes.js';
import { listDataFiles, type DataFile } from './importFiles.js';
import { importCommandLine, previewLines, type PreviewedFile } from './importPreview.js';
import { importOptions, showProgress } from './importProgress.js';
import { inWords, isAllSkipped, logProblems, type ImportedFile } from './importReport.js';
import { CommandError, print, logLine } from './output.js';
import { openRejects, type RejectsFile } from './rejectsFile.js';
import { withImports } from './withDatabase.js';

export interface PathOptions {
  readonly rejects?: string;
  readonly dryRun?: boolean;
  readonly replace?: boolean;
  /** Prints a preview of the files and imports nothing. */
  readonly preview?: boolean;
  readonly json?: boolean;
  readonly sheet?: string;
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
  if (skippedFiles.length > 0) logLine(`Skipped, not data: ${skippedFiles.join(', ')}.`);
  const rejects =
    options.rejects === undefined
      ? null
      : await openRejects(
          options.rejects,
          files.map((one) => one.onDisk),
        );
  const done: FileSummary[] = [];
  try {
    await withImports(options.dryRun === true || options.preview === true, async (database) => {
      for (const one of files) {
        const said = { ...file, isFolder, sheet: options.sheet ?? null };
        if (options.preview === true) {
          const looked = await previewOne(database, one, said, one !== files.at(-1));
          done.push({ file: one.path, ...looked });
          if (options.json !== true) print(false, null, [...previewLines(one.path, looked), '']);
          if (looked.rejected > 0 || isAllSkipped(looked)) context().setStatus(1);
          continue;
        }
        const { summary } = await importOne(database, one, said, {
          ...rejected(one, rejects),
          replace: options.replace ?? false,
        });
        done.push({ file: one.path, ...summary });
        logProblems(summary);
        if (options.json !== true) print(false, null, [inWords(one.path, summary, options)]);
        if (isAllSkipped(summary)) context().setStatus(1);
        if (summary.rejected === 0) continue;
        context().setStatus(1);
        if (!rejects) break;
      }
    });
    if (options.preview === true && options.json !== true) {
      const hasBadRows = done.some((one) => one.rejected > 0);
      const hasRows = done.some((one) => one.read > one.rejected + one.skipped);
      print(false, null, hasRows ? importCommandLine(context().args, hasBadRows) : ['Nothing was imported.']);
    }
    await rejects?.close();
    const rest = notImported(files.slice(done.length));
    if (rest !== '') logLine(rest);
  } catch (error) {
    // The first error explains more than an error from closing the file.
    await rejects?.close().catch(() => undefined);
    const rest = notImported(files.slice(done.length + 1));
    throw rest === '' ? error : new CommandError(sentenceOf(error), 1, rest);
  } finally {
    if (options.json === true && (isFolder || done.length > 0)) print(true, isFolder ? done : done[0], []);
  }
}

function notImported(files: readonly DataFile[]): string {
  return files.length === 0 ? '' : `Not imported: ${files.map((one) => one.path).join(', ')}.`;
}

/** Returns the options that write the bad rows of a file to the rejects file. */
function rejected({ path }: DataFile, rejects: RejectsFile | null): ImportOptions {
  if (!rejects) return {};
  return { onReject: (row) => rejects.write(path, row), onChecked: () => rejects.flush() };
}

/** The file options of the command line, with the sheet of a workbook. */
interface SaidOfFile extends FileOptions {
  /** The sheet to read; if null, the first visible one. */
  readonly sheet: string | null;
}

const NOTHING: ImportSummary = {
  ...{
    read: 0,
    inserted: 0,
    updated: 0,
    deleted: 0,
    unchanged: 0,
    rejected: 0,
    skipped: 0,
    recomputedDays: 0,
    newFindings: 0,
  },
  ...{
    resolvedFindings: 0,
    seconds: 0,
    errors: [],
    errorCount: 0,
    unmatched: [],
    skippedFor: [],
    notices: [],
    noticed: 0,
  },
};

/**
 * Previews a file and skips its bad rows.
 * @param isFollowed whether later files need the records that this file would store
 */
async function previewOne(
  database: Database,
  one: DataFile,
  file: SaidOfFile,
  isFollowed: boolean,
): Promise<PreviewedFile> {
  let preview: Preview | null = null;
  const { summary, recognised } = await importOne(database, one, file, {
    onReject: () => Promise.resolve(),
    onStaged: async (trx, fields) => {
      preview = await readPreview(trx, fields);
      return isFollowed;
    },
  });
  return { ...summary, recognised: Object.fromEntries(recognised), preview };
}

/** Imports a file. Its name or content decides the resource if the command line does not. */
async function importOne(
  database: Database,
  { path, resource, open }: DataFile,
  file: SaidOfFile,
  options: ImportOptions,
): Promise<{
  readonly summary: ImportedFile;
  readonly recognised: ReadonlyMap<string, string>;
}> {
  const progress = showProgress(path);
  let source: FileBytes | undefined;
  try {
    source = await open(progress.onBytes);
    if (file.sheet !== null && source.sheet === null && !file.isFolder) {
      throw new Error('the file is not a workbook, so --sheet does not apply');
    }
    const opened = await openFile(database, source.chunks, resource, file, source.sheet);
    if (opened === null) return { summary: { ...NOTHING, resource }, recognised: new Map() };
    const { rows } = opened;
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
    return { summary: { resource: opened.resource, ...summary }, recognised: opened.recognised };
  } catch (error) {
    throw fileProblem(path, error);
  } finally {
    progress.stop();
    source?.close();
  }
}
