import type { FileOptions } from '../import/importFile.js';
import type { ImportName, ImportOptions } from '../import/importRecords.js';
import { context } from './commandContext.js';
import { sentenceOf } from './failures.js';
import { listDataFiles, type DataFile } from './importFiles.js';
import { importOne, previewOne, type ImportedFile, type PreviewedFile } from './importOne.js';
import { importCommandLine, previewLines } from './importPreview.js';
import { inWords, isAllSkipped, tellProblems } from './importReport.js';
import { CommandError, print, tell } from './output.js';
import { openRejects, type RejectsFile } from './rejectsFile.js';
import { withImports } from './withDatabase.js';

export interface PathOptions {
  readonly rejects?: string;
  readonly dryRun?: boolean;
  readonly replace?: boolean;
  /** Says what the files hold, and imports nothing. */
  readonly preview?: boolean;
  readonly json?: boolean;
  readonly sheet?: string;
}

/** What one file of an import came to; of a preview also what was looked at. */
type FileSummary = ImportedFile & { readonly file: string } & Partial<PreviewedFile>;

/** Imports a file, standard input or a folder, and prints what came of it. */
export async function importPath(
  resource: ImportName | null,
  path: string,
  file: FileOptions,
  options: PathOptions,
): Promise<void> {
  const { files, isFolder, skippedFiles } = await listDataFiles(path, resource, options.sheet ?? null);
  if (skippedFiles.length > 0) tell(`Skipped, as they are no data: ${skippedFiles.join(', ')}.`);
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
        tellProblems(summary);
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

/** Where the bad rows of a file go. */
function rejected({ path }: DataFile, rejects: RejectsFile | null): ImportOptions {
  if (!rejects) return {};
  return { onReject: (row) => rejects.write(path, row), onChecked: () => rejects.flush() };
}
