import type { Database } from '../db/database.js';
import type { UtilityType } from '../data/utilityTypes.js';
import { dryRun } from '../import/oneTransaction.js';
import { openFile, type FileOptions } from '../import/importFile.js';
import type { ImportSummary } from '../import/importRecords.js';
import { planNewMeters, storeNewMeters, type PlannedMeters } from '../import/newMeters/createNewMeters.js';
import { createMissingMeters } from '../import/newMeters/missingMeters.js';
import { isProblem } from '../values/scalars.js';
import { parseTimeZone } from '../values/timeZone.js';
import type { FileBytes } from './fileBytes.js';
import type { DataFile } from './importFiles.js';
import { importOptions, logWaiting, showProgress } from './importProgress.js';

/** The site and the type of meters that `--create-meters` creates. */
export interface CreateOptions {
  readonly site: string;
  readonly type: UtilityType | null;
}

/**
 * Reads a file for meters without an account, and plans their accounts.
 * @returns null if every meter has an account, or the file of a folder holds no meter data
 * @throws Error that begins with "the" if the file, or an option, does not say enough
 */
export async function planMeters(
  database: Database,
  { path, resource, open, isStream }: DataFile,
  file: FileOptions,
  { site, type }: CreateOptions,
): Promise<PlannedMeters | null> {
  if (isStream) {
    throw new Error(
      '--create-meters reads the input twice, but this input can be read only once: save it as a file first',
    );
  }
  const progress = showProgress(`${path}, meters`);
  let source: FileBytes | undefined;
  try {
    source = await open(progress.onBytes);
    const missing = createMissingMeters();
    const opened = await openFile(database, source.chunks, resource, { ...file, missing }, source.sheet);
    if (!opened?.rows) return null;
    const { unit, isFolder, zone } = file;
    const parsed = parseTimeZone(zone?.name ?? '');
    const timeZone = isProblem(parsed) ? null : parsed.value;
    return await planNewMeters(database, opened.rows, missing, { site, type, unit, isFolder, timeZone });
  } finally {
    progress.stop();
    source?.close();
  }
}

/**
 * Stores planned accounts, unless the file has bad rows.
 * @param check imports the file into a database without applying anything; null: bad rows do not stop the good ones
 * @returns the summary of a file with bad rows, for which nothing is stored; null: the accounts are stored
 */
export async function storeMeters<T extends ImportSummary>(
  database: Database,
  planned: PlannedMeters,
  path: string,
  check: ((trial: Database) => Promise<T>) | null,
): Promise<T | null> {
  const progress = showProgress(path);
  try {
    const options = importOptions(progress);
    if (check !== null) {
      const checked = await dryRun(database, logWaiting, async (trial) => {
        await storeNewMeters(trial, planned, path, options);
        return check(trial);
      });
      if (checked.rejected > 0) return checked;
    }
    await storeNewMeters(database, planned, path, options);
    return null;
  } finally {
    progress.stop();
  }
}
