import type { SeedStep, Values } from '../../seeds/rows.js';
import { SAMPLE } from '../../seeds/steps.js';
import type { Database } from '../../src/data/database.js';
import { importRecords } from '../../src/import/importRecords.js';
import { recordRows } from '../../src/import/sourceRow.js';

/**
 * Loads the sample portfolio but for most of its intervals and readings, which take long to paint.
 * @param accounts whose intervals and readings (without the half-hourly ones) are loaded
 */
export async function loadSample(database: Database, accounts: readonly string[]): Promise<void> {
  function* asked({ into, rows }: SeedStep): Iterable<Values> {
    const isMany = into === 'non-cumulative' || into === 'readings';
    for (const row of rows()) {
      if (!isMany || (accounts.includes(String(row.accountId)) && row.isHalfHourly !== true)) yield row;
    }
  }
  for (const step of SAMPLE) {
    const rows = { name: step.name, rows: recordRows(asked(step)) };
    const { rejected, errors } = await importRecords(database, step.into, rows);
    if (rejected > 0) throw new Error(`${rejected} rows of ${step.name} were refused: ${JSON.stringify(errors[0])}`);
  }
}
