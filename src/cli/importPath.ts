import type { Database } from '../data/database.js';
import { openFile, type FileOptions } from '../import/importFile.js';
import { importRecords, type ImportName, type ImportSummary } from '../import/importRecords.js';
import { sentenceOf } from './failures.js';
import { fileProblem, type FileBytes } from './fileBytes.js';
import { listDataFiles, type DataFile } from './importFiles.js';
import { importOptions, showProgress } from './importProgress.js';
import { inWords, tellProblems } from './importReport.js';
import { CommandError, print, tell } from './output.js';
import { openRejects, type RejectsFile } from './rejectsFile.js';
import { withImports } from './withDatabase.js';

export interface PathOptions {
  readonly rejects?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly sheet?: string;
}

/** What one file of an import came to. */
type FileSummary = ImportSummary & { readonly file: string; readonly resource: ImportName | null };

const NOTHING: ImportSummary = {
  ...{ read: 0, inserted: 0, updated: 0, deleted: 0, unchanged: 0, rejected: 0, leftOut: 0, repaintedDays: 0 },
  ...{ seconds: 0, errors: [], unmatched: [], leftOutOf: [], notices: [], noticed: 0 },
};

/** Imports a file, standard input or a folder, and prints what came of it. */
export async function importPath(
  resource: ImportName | null,
  path: string,
  file: FileOptions,
  options: PathOptions,
): Promise<void> {
  const { files, isFolder, leftAside } = await listDataFiles(path, resource, options.sheet ?? null);
  if (leftAside.length > 0) tell(`Left aside, as they are no data: ${leftAside.join(', ')}.`);
  const rejects =
    options.rejects === undefined
      ? null
      : await openRejects(
          options.rejects,
          files.map((one) => one.onDisk),
        );
  const done: FileSummary[] = [];
  try {
    await withImports(options.dryRun === true, async (database) => {
      for (const one of files) {
        const summary = await importOne(database, one, { ...file, isFolder }, options, rejects);
        done.push({ file: one.path, ...summary });
        tellProblems(summary);
        if (options.json !== true) print(false, null, [inWords(one.path, summary, options)]);
        if (summary.rejected === 0) continue;
        process.exitCode = 1;
        if (!rejects) break;
      }
    });
    await rejects?.close();
    const rest = notImported(files.slice(done.length));
    if (rest !== '') tell(rest);
  } catch (error) {
    // What failed says more than that this fails too.
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

async function importOne(
  database: Database,
  { path, resource, open }: DataFile,
  file: FileOptions,
  options: PathOptions,
  rejects: RejectsFile | null,
): Promise<ImportSummary & { readonly resource: ImportName | null }> {
  const progress = showProgress(path);
  let source: FileBytes | undefined;
  try {
    source = await open(progress.onBytes);
    if (options.sheet !== undefined && source.sheet === null && !file.isFolder) {
      throw new Error('the file is no workbook, so --sheet is not for it');
    }
    const opened = await openFile(database, source.chunks, resource, file, source.sheet);
    if (opened === null) return { ...NOTHING, resource };
    const { rows } = opened;
    const summary = await importRecords(
      database,
      opened.resource,
      { name: path, rows },
      {
        ...importOptions(progress),
        ...(file.zone ? { zone: file.zone } : {}),
        ...(file.unit === null ? {} : { unit: file.unit }),
        ...(rejects ? { onReject: (rejected) => rejects.write(path, rejected), onChecked: () => rejects.flush() } : {}),
      },
    );
    return { resource: opened.resource, ...summary };
  } catch (error) {
    throw fileProblem(path, error);
  } finally {
    progress.stop();
    source?.close();
  }
}
