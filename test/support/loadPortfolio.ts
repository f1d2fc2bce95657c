import type { Database } from '../../src/data/database.js';
import { IMPORT_NAMES, importRecords } from '../../src/import/importRecords.js';
import { PORTFOLIO, type PlainRecord, type ResourceName } from './portfolio.js';

const ORDER = IMPORT_NAMES.filter((name): name is ResourceName => name in PORTFOLIO);

/** Loads the whole portfolio through the import that users have. */
export async function loadPortfolio(database: Database): Promise<void> {
  for (const name of ORDER) {
    const result = await importRecords(database, name, { name, rows: lines(PORTFOLIO[name]) });
    if (result.rejected > 0) throw new Error(`${name}: ${JSON.stringify(result.errors.slice(0, 3))}`);
  }
}

async function* lines(
  records: readonly PlainRecord[],
): AsyncGenerator<{ readonly line: number; readonly values: Record<string, unknown> }> {
  await Promise.resolve();
  for (const [index, record] of records.entries()) yield { line: index + 1, values: flat(record, '') };
}

/** Nested objects by dotted path. */
function flat(record: PlainRecord, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as PlainRecord, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value] as const],
    ),
  );
}
