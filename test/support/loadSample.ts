import { northgateAccountId } from '../../seeds/northgate/ids.js';
import { NORTHGATE_STEPS } from '../../seeds/northgate/steps.js';
import type { SeedStep, Values } from '../../seeds/rows.js';
import { PUBLISHED, SAMPLE } from '../../seeds/steps.js';
import type { Database } from '../../src/db/database.js';
import { importRecords } from '../../src/import/importRecords.js';
import { recordRows } from '../../src/import/sourceRow.js';
import type { Contents } from './templates.js';

/**
 * Loads the sample portfolio without most of its intervals and readings, which take long to compute.
 * @param accounts the accounts whose intervals and readings (without the half-hourly ones) are loaded
 * @param steps those of the companies with published data unless given
 */
export async function loadSample(
  database: Database,
  accounts: readonly string[],
  steps: readonly SeedStep[] = PUBLISHED,
): Promise<void> {
  for (const step of steps) await loadRows(database, step, rowsOf(step, accounts));
}

/** Returns the rows of a step to load. */
export function* rowsOf({ into, rows }: SeedStep, accounts: readonly string[]): Iterable<Values> {
  const isMany = into === 'non-cumulative' || into === 'readings';
  for (const row of rows()) {
    const isLeftOut = into === 'readings' && row.isHalfHourly === true;
    if (!isMany || (accounts.includes(String(row.accountId)) && !isLeftOut)) yield row;
  }
}

async function loadRows(database: Database, { name, into }: SeedStep, rows: Iterable<Values>): Promise<void> {
  const { rejected, errors } = await importRecords(database, into, { name, rows: recordRows(rows) });
  if (rejected > 0) throw new Error(`${rejected} rows of ${name} were refused: ${JSON.stringify(errors[0])}`);
}

/** The accounts whose intervals and readings the tests of the pages show. */
export const SHOWN = ['7f922057c784810ba2f401b0', '797b6a59f1101449a3b8ca6f', '4533758c725f9ab43ba33a82'] as const;

const SOURCES = [import.meta.filename];

export const SHOWN_SAMPLE: Contents = {
  name: 'sample',
  load: (database) => loadSample(database, SHOWN),
  sources: SOURCES,
};

/** The accounts whose intervals and readings the examples of the OpenAPI document and of the documents use. */
export const EXAMPLES = [
  '7f922057c784810ba2f401b0',
  'b0143f1a8e5255d249306ea2',
  '1786941cff0172bc5eea16a4',
  '1524b4e507597f69a7816df0',
] as const;

export const EXAMPLES_SAMPLE: Contents = {
  name: 'examples',
  load: (database) => loadSample(database, EXAMPLES),
  sources: SOURCES,
};

/** The accounts whose intervals and readings the documents use. */
export const DOCUMENTED = [...EXAMPLES, northgateAccountId('office', 'electricity')] as const;

/** The sample for the documents: all companies. */
export const DOCUMENTS_SAMPLE: Contents = {
  name: 'documents',
  load: (database) => loadSample(database, DOCUMENTED, SAMPLE),
  sources: SOURCES,
};

/** The invented company with all of its records. */
export const NORTHGATE_SAMPLE: Contents = {
  name: 'northgate',
  load: async (database) => {
    for (const step of NORTHGATE_STEPS) await loadRows(database, step, step.rows());
  },
  sources: SOURCES,
};
