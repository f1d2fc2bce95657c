import { closeSync, openSync, readdirSync, readSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { detectFormat, namesItself } from './formats/detect.js';
import { HEAD } from './formats/tableHead.js';
import { IMPORT_NAMES, type ImportName } from './importNames.js';

/** A file of a folder. The resource is null if only the content can decide it. */
export interface FolderFile {
  readonly path: string;
  readonly resource: ImportName | null;
}

/** Names of data files, compressed or not. The import skips other files of a folder, such as a licence. */
const DATA = /\.(?:(?:csv|tsv|ndjson|jsonl|json|xml|txt|nem12|nem13|usr|uff)(?:\.gz)?|zip|xlsx|xlsm)$/i;
const LONGEST_FIRST = IMPORT_NAMES.toSorted((a, b) => b.length - a.length);

/**
 * Lists the files of a folder and its subfolders. A file has the resource of its name, as in `assets.csv` or
 * `non-cumulative-2024.ndjson.gz`, or of its folder's name. A file without a known extension counts as data if its
 * first bytes look like data. The function follows links, and reads each folder once. It skips anything that is not a
 * regular file, because reading a named pipe could block forever.
 * @returns the files by name, and the skipped paths, with the reason unless it is the name
 * @throws Error of the operating system, with the path, if it cannot read a folder
 */
export function listFolder(folder: string): {
  readonly files: readonly FolderFile[];
  readonly skippedFiles: readonly string[];
} {
  const skippedFiles: string[] = [];
  const files: FolderFile[] = [];
  const visited = new Set<string>();
  const visit = (path: string, within: ImportName | null, stats: Stats): void => {
    visited.add(`${stats.dev}:${stats.ino}`);
    for (const name of readdirSync(path).toSorted((a, b) => (a < b ? -1 : 1))) {
      if (name.startsWith('.')) continue;
      const [fullPath, resource] = [join(path, name), within ?? resourceOf(name)];
      const entry = statsOf(fullPath);
      if (entry?.isDirectory() === true && !visited.has(`${entry.dev}:${entry.ino}`)) visit(fullPath, resource, entry);
      else if (entry?.isFile() === true && (isData(name) || beginsAsData(name, headOf(fullPath))))
        files.push({ path: fullPath, resource });
      else if (entry?.isFile() === true) skippedFiles.push(fullPath);
      else skippedFiles.push(`${fullPath} (${skipReason(entry)})`);
    }
  };
  visit(folder, null, statSync(folder));
  return { files, skippedFiles };
}

/** Returns the file status behind a path; undefined for a link without a target. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return undefined;
    throw error;
  }
}

function skipReason(stats: Stats | undefined): string {
  if (stats === undefined) return 'a broken link';
  if (stats.isDirectory()) return 'a folder that the import has already read';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** Whether the name of a file has the extension of a data file. */
export function isData(name: string): boolean {
  return DATA.test(name);
}

/**
 * Whether the first bytes of a file show that it is data. They do if the first line names the format. A file without an
 * extension, or with `.dat`, is also data if it is a table of meter data, Green Button, or rows of the resource in its
 * name.
 */
export function beginsAsData(name: string, head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, HEAD)).toString();
  if (namesItself(text)) return true;
  const last = (name.split('/').at(-1) ?? '').replace(/\.dat$/i, '');
  if (last.includes('.') || text.trim() === '') return false;
  try {
    const format = detectFormat(text);
    if (format === 'espi') return text.includes('espi');
    return (format !== 'csv' && format !== 'ndjson') || resourceOf(last) !== null;
  } catch {
    return false;
  }
}

/** Returns the first bytes of a file, or none if it cannot be read. */
function headOf(path: string): Uint8Array {
  const head = new Uint8Array(HEAD);
  try {
    const file = openSync(path, 'r');
    try {
      return head.subarray(0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch {
    return head.subarray(0, 0);
  }
}

/** Matches the name of a portfolio sheet. Its import creates the meters that other files name. */
const PORTFOLIO = /(?:^|\/)portfolio(?:[-_. ][^/]*)?$/i;

/**
 * Sorts files into import order: portfolio sheets first, then the resources by dependency, and last the files whose
 * content decides the resource.
 */
export function inOrder<File extends FolderFile>(files: readonly File[]): readonly File[] {
  const rank = ({ path, resource }: FolderFile): number => {
    if (resource !== null) return IMPORT_NAMES.indexOf(resource);
    return PORTFOLIO.test(path) ? -1 : IMPORT_NAMES.length;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the resource that a file is named after: `assets`, `assets.csv`, `assets-2024.csv`, `assets_1.csv`. */
export function resourceOf(name: string): ImportName | null {
  return LONGEST_FIRST.find((resource) => name === resource || /^[-_. ]/.test(suffixOf(name, resource))) ?? null;
}

function suffixOf(name: string, resource: string): string {
  return name.startsWith(resource) ? name.slice(resource.length) : '';
}
