import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns on a file system such as `/proc`, which
 * accepts no folders and reports that none exists.
 * @throws Error with the code of the system if a folder cannot be created, or a file has its name
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
