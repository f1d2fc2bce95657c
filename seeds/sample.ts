import type { Knex } from 'knex';
import type { Database } from '../src/db/database.js';
import { importRecords } from '../src/import/importRecords.js';
import { recordRows } from '../src/import/sourceRow.js';
import { AMPDS2_COMPANY_ID } from './ampds2/ids.js';
import { SAMPLE_COMPANY_ID } from './cambridge/ids.js';
import { FAIRBANKS_COMPANY_ID } from './fairbanks/ids.js';
import { NORTHGATE_COMPANY_ID } from './northgate/ids.js';
import type { SeedStep } from './rows.js';
import { SAMPLE } from './steps.js';

export { SAMPLE_COMPANY_ID, SAMPLE_ENTITY_IDS } from './cambridge/ids.js';
export { NORTHGATE_COMPANY_ID } from './northgate/ids.js';

/** The companies of the sample, the invented one last. */
export const SAMPLE_COMPANY_IDS: readonly string[] = [
  ...[SAMPLE_COMPANY_ID, AMPDS2_COMPANY_ID, FAIRBANKS_COMPANY_ID],
  NORTHGATE_COMPANY_ID,
];

export interface SeedOptions {
  /** Called with the rows read so far, the number of all, and the name of the current step. */
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/**
 * Loads the sample portfolio with Knex's seeds. Each seed uses the same import as users do. A second run changes
 * nothing.
 * @throws Error if a record is rejected
 */
export async function seedSample(database: Database, options: SeedOptions = {}): Promise<void> {
  await database.knex.seed.run({ seedSource: sampleSource(database, options) });
}

/**
 * Returns the steps as a source of Knex seeds. The import needs COPY, so the seeds use the database rather than Knex's
 * handle.
 */
function sampleSource(database: Database, { onProgress }: SeedOptions): Knex.SeedSource<string> {
  const total = SAMPLE.reduce((sum, step) => sum + step.count(), 0);
  let done = 0;
  return {
    getSeeds: () => Promise.resolve(SAMPLE.map(({ name }) => name)),
    getSeed: (name) => {
      const step = SAMPLE.find((candidate) => candidate.name === name);
      if (step === undefined) throw new Error(`there is no seed ${name}`);
      const seed = async (): Promise<void> => {
        const before = done;
        done += await load(database, step, (rows) => onProgress?.(before + rows, total, step.into));
        onProgress?.(done, total, step.into);
      };
      return Promise.resolve({ seed });
    },
  };
}

/** @returns the number of rows read */
async function load(database: Database, step: SeedStep, onProgress: (rows: number) => void): Promise<number> {
  const source = { name: step.name, rows: recordRows(step.rows()) };
  const { read, rejected, errors } = await importRecords(database, step.into, source, { onProgress });
  if (rejected > 0)
    throw new Error(`${rejected} rows of ${step.name} were refused: ${JSON.stringify(errors.slice(0, 3))}`);
  return read;
}
