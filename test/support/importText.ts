import { Readable } from 'node:stream';
import type { Database } from '../../src/db/database.js';
import { openFile, NO_FILE_OPTIONS, type FileOptions } from '../../src/import/importFile.js';
import {
  importRecords,
  type ImportName,
  type ImportOptions,
  type ImportSummary,
} from '../../src/import/importRecords.js';

/** Imports a text as a file named `file`, as `udg import` does. */
export async function importText(
  database: Database,
  name: ImportName | null,
  content: string | Uint8Array,
  file: Partial<FileOptions> = {},
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const opened = await openFile(database, Readable.from([Buffer.from(content)]), name, { ...NO_FILE_OPTIONS, ...file });
  const said = { ...(file.zone ? { zone: file.zone } : {}), ...(file.unit ? { unit: file.unit } : {}) };
  const rows = opened?.rows ?? Readable.from([]);
  return importRecords(
    database,
    opened?.resource ?? name ?? 'companies',
    { name: 'file', rows },
    { ...said, ...options },
  );
}
