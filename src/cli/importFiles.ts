import { closeSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { openArchive, type Archive } from '../import/archive/archive.js';
import { documentOf, listArchive, type ArchiveFile } from '../import/archive/archiveFiles.js';
import { inOrder, listFolder, resourceOf, type FolderFile } from '../import/folder.js';
import { peek } from '../import/formats/peek.js';
import type { ImportName } from '../import/importRecords.js';
import {
  ARCHIVE_HEAD,
  counted,
  fileProblem,
  isArchive,
  openBytes,
  openMember,
  openWorkbook,
  readAll,
  type FileBytes,
  type OnBytes,
} from './fileBytes.js';
import { CommandError } from './output.js';

/** A file to import, on disk or in an archive. The path of an archive member is `archive.zip/assets.csv`. */
export interface DataFile extends FolderFile {
  /** The path of the file, or of the archive that contains it. */
  readonly onDisk: string;
  readonly open: (onBytes: OnBytes) => Promise<FileBytes> | FileBytes;
  /** Whether the file can be opened only once, as standard input. */
  readonly isStream: boolean;
}

export interface DataFiles {
  readonly files: readonly DataFile[];
  /** Whether the path names a folder or an archive rather than one file. */
  readonly isFolder: boolean;
  /** The files of the folder or archive that hold no data. */
  readonly skippedFiles: readonly string[];
}

/** The most skipped files that the error for a path without data lists. */
const MAX_NAMED = 5;

/**
 * Lists the files to import for a path, in order of dependency. The path names a file, a folder, an archive, or
 * standard input (`-`). Archives in a folder are opened.
 * @param resource the resource of every file; if null, names or contents decide
 * @param sheet the sheet of a workbook; if null, the first visible one
 * @throws CommandError if there is nothing to import or a file cannot be read
 */
export async function listDataFiles(
  path: string,
  resource: ImportName | null,
  sheet: string | null,
): Promise<DataFiles> {
  const stats = path === '-' ? null : statsOf(path);
  const named = { path, resource: resourceOf(path.split('/').at(-1) ?? path) };
  const listed = stats?.isDirectory()
    ? await filesOf(path, sheet)
    : stats?.isFile()
      ? await fileOf(named, sheet)
      : await streamOf(named, sheet);
  if (listed.files.length === 0) {
    const aside = listed.skippedFiles.slice(0, MAX_NAMED).join(', ');
    const skipped =
      aside === '' ? '' : ` Skipped: ${aside}${listed.skippedFiles.length > MAX_NAMED ? ' and others' : ''}.`;
    throw new CommandError(
      `${path} has no data files (.csv, .ndjson or .xml, also with .gz; .xlsx or .zip).${skipped}`,
    );
  }
  const files = resource === null ? listed.files : listed.files.map((file) => ({ ...file, resource }));
  return { ...listed, files: inOrder(files) };
}

async function filesOf(folder: string, sheet: string | null): Promise<DataFiles> {
  const { files, skippedFiles } = listed(folder);
  const all = { files: [] as DataFile[], skippedFiles: [...skippedFiles] };
  for (const file of files) {
    const listing = await fileOf(file, sheet);
    all.files.push(...listing.files);
    all.skippedFiles.push(...listing.skippedFiles);
  }
  return { ...all, isFolder: true };
}

/** Lists a file on disk, or its members if it is an archive. */
async function fileOf(file: FolderFile, sheet: string | null): Promise<DataFiles> {
  try {
    if (isArchive(headOf(file.path))) return await packed(file, file.path, sheet);
  } catch (error) {
    throw fileProblem(file.path, error);
  }
  return one({ ...file, onDisk: file.path, isStream: false, open: (onBytes) => openBytes(file.path, onBytes) });
}

/** Lists a stream that can be read only once, such as standard input or a named pipe. */
async function streamOf(file: FolderFile, sheet: string | null): Promise<DataFiles> {
  const source = openBytes(file.path, () => undefined);
  try {
    const { head, bytes: allBytes } = await peek(source.chunks, ARCHIVE_HEAD);
    if (isArchive(head)) return await packed(file, await readAll(allBytes, 'save it as a file'), sheet);
    const open = (onBytes: OnBytes): FileBytes => ({ ...source, chunks: counted(allBytes, 0, onBytes) });
    return one({ ...file, onDisk: file.path, isStream: true, open });
  } catch (error) {
    source.close();
    throw fileProblem(file.path, error);
  }
}

/** Lists a workbook as one file, and an archive by its members. */
async function packed(
  { path, resource }: FolderFile,
  source: string | Buffer,
  sheet: string | null,
): Promise<DataFiles> {
  const archive = await openArchive(source);
  const document = documentOf(archive);
  if (document === 'workbook') {
    const open = (onBytes: OnBytes): Promise<FileBytes> => openWorkbook(archive, sheet, onBytes);
    return one({ path, resource, onDisk: path, isStream: false, open });
  }
  if (document !== null) throw new Error(`the file is ${document}`);
  const { files, skippedFiles } = await listArchive(path, archive);
  await checkMembers(files, await openArchive(source));
  const members = files.map(({ member, ...file }): DataFile => ({
    ...file,
    onDisk: path,
    isStream: false,
    open: (onBytes) => openMember(member, sheet, onBytes),
  }));
  return { files: members, isFolder: true, skippedFiles };
}

/**
 * Reads every data member to the end. This finds a damaged member before the import applies another one.
 * @param archive the archive, opened again: the limit on unpacked bytes counts for each opening
 */
async function checkMembers(files: readonly ArchiveFile[], archive: Archive): Promise<void> {
  const paths = new Map(files.map(({ path, member }) => [member.name, path]));
  for (const { name, read } of archive.members) {
    const path = paths.get(name);
    if (path === undefined) continue;
    const bytes = read();
    try {
      while ((await bytes.next()).done !== true);
    } catch (error) {
      const problem = fileProblem(path, error);
      throw problem instanceof CommandError ? new CommandError(problem.message, 1, 'Nothing was imported.') : problem;
    }
  }
}

function one(file: DataFile): DataFiles {
  return { files: [file], isFolder: false, skippedFiles: [] };
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(ARCHIVE_HEAD);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

function listed(folder: string): ReturnType<typeof listFolder> {
  try {
    return listFolder(folder);
  } catch (error) {
    throw fileProblem(error instanceof Error && 'path' in error ? String(error.path) : folder, error);
  }
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw fileProblem(path, error);
  }
}
