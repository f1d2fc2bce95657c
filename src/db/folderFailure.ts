import { statfsSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;
/** The size of a file of PostgreSQL's write-ahead log. With less space PostgreSQL may not start. */
const TO_OPEN = 16 * MEGABYTE;
/** The size of a new database, with a margin. */
const TO_CREATE = 64 * MEGABYTE;

/** Error codes of a folder that cannot be created or written. */
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EEXIST']);

/** The folder of the embedded database cannot be used. The message has the reason. */
export class FolderError extends Error {}

/**
 * Returns an error about an embedded database that cannot be opened. The message has its folder, the reason and the
 * next step. PGlite's errors say almost nothing, so the function examines the folder.
 * @param dataDir `DATA_DIR`, the parent of the database's folder
 * @param existed whether the database existed before
 */
export function folderFailure(error: unknown, dataDir: string, folder: string, existed: boolean): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : 'that it ended';
  const failed = (sentence: string): Error => new FolderError(sentence, { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT' || (existed && /no space left on device/i.test(message))) {
    return failed(`The disk of ${dataDir} is full. Free some space and start again. The stored data is unchanged.`);
  }
  if (NOT_WRITABLE.has(code)) {
    return failed(
      `The embedded database in ${dataDir} cannot be written: ${message}. ` +
        'Set DATA_DIR to a folder that this user may write to, or use PostgreSQL (DATABASE_URL).',
    );
  }
  if (/^E[A-Z]+$/.test(code) && error instanceof Error) return error;
  const freeBytes = availableBytes(dataDir);
  if (freeBytes < (existed ? TO_OPEN : TO_CREATE)) {
    return failed(
      `The embedded database in ${folder} cannot be ${existed ? 'opened' : 'created'}: ` +
        `its disk has ${Math.floor(freeBytes / MEGABYTE)} MB left. Free some space and start again. The stored data is unchanged.`,
    );
  }
  if (!existed) return failed(`The embedded database in ${folder} cannot be created. PGlite says: ${message}`);
  return failed(
    `The embedded database in ${folder} cannot be opened: it is damaged, or its disk is full. ` +
      `Restore a backup of the folder, or rename it and start with a new database. PGlite says: ${message}`,
  );
}

/** Returns the number of bytes that this user may still write. */
function availableBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
