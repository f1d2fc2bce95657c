import type { Database } from '../../src/db/database.js';
import { recordRows } from '../../src/import/sourceRow.js';
import { importRecords, type ImportName, type ImportSummary } from '../../src/import/importRecords.js';

/**
 * Imports records in the contract's shape, with nested objects, and replaces the stored ones.
 * @throws Error if the import refuses a record
 */
export async function importPlain(
  database: Database,
  name: ImportName,
  records: readonly object[],
): Promise<ImportSummary> {
  const rows = recordRows(records.map((record) => flat(record, '')));
  const result = await importRecords(database, name, { name, rows }, { replace: true });
  if (result.rejected > 0) throw new Error(`${name}: ${JSON.stringify(result.errors.slice(0, 3))}`);
  return result;
}

/** Flattens nested objects to dotted paths. */
function flat(record: object, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value] as const],
    ),
  );
}
