import type { Database } from '../../src/data/database.js';
import type { ImportName } from '../../src/import/importRecords.js';
import { importPlain } from '../support/importPlain.js';
import type { Records } from './reference/records.js';

const NAMES: readonly (readonly [keyof Records, ImportName])[] = [
  ['entities', 'entities'],
  ['assets', 'assets'],
  ['accounts', 'accounts'],
  ['assetGroups', 'asset-groups'],
  ['contracts', 'contracts'],
  ['invoices', 'invoices'],
  ['readings', 'readings'],
  ['intervals', 'non-cumulative'],
  ['emissionFactors', 'emission-factors'],
];

/** Imports the records of the reference, kind after kind. */
export async function importReference(database: Database, records: Records): Promise<void> {
  for (const [kind, name] of NAMES) await importPlain(database, name, records[kind] ?? []);
}

/** The companies of records: what a key has to be granted to see them. */
export function companiesOf(records: Records): readonly string[] {
  const all = [...(records.assets ?? []), ...(records.accounts ?? [])];
  return [...new Set(all.map(({ companyId }) => companyId))];
}
