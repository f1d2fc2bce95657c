import type { Database } from '../data/database.js';
import { openFile, type FileOptions } from '../import/importFile.js';
import { importRecords, type ImportName, type ImportOptions, type ImportSummary } from '../import/importRecords.js';
import { readPreview, type Preview } from '../import/preview.js';
import { fileProblem, type FileBytes } from './fileBytes.js';
import type { DataFile } from './importFiles.js';
import { importOptions, showProgress } from './importProgress.js';

/** What a file came to; it has no resource when it holds nothing, and nothing tells which. */
export interface ImportedFile extends ImportSummary {
  readonly resource: ImportName | null;
}

/** What a preview knows of a file. */
export interface PreviewedFile extends ImportedFile {
  readonly recognised: Readonly<Record<string, string>>;
  /** Null: the file holds nothing. */
  readonly preview: Preview | null;
}

/** What is said about a file, or a workbook. */
export interface SaidOfFile extends FileOptions {
  /** The sheet to read; null: the first that is shown. */
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
 * Looks at a file, of which the bad rows are skipped.
 * @param isFollowed whether files come after it that are to see what it would store
 */
export async function previewOne(
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

/** Imports a file; what it holds, its content or its name tells. */
export async function importOne(
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
      throw new Error('the file is no workbook, so --sheet is not for it');
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
