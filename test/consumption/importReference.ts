import type { Database } from '../../src/db/database.js';
import { chooseFactorSet } from '../../src/data/factorSets.js';
import type { ImportName } from '../../src/import/importRecords.js';
import { importPlain } from '../support/importPlain.js';
import type { Records } from './reference/records.js';

const NAMES: readonly (readonly [keyof Records, ImportName])[] = [
  ['companies', 'companies'],
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

/** Imports records of the reference kind by kind, those of several portfolios together. */
export async function importReference(database: Database, ...portfolios: readonly Records[]): Promise<void> {
  for (const [kind, name] of NAMES) {
    const all = portfolios.flatMap((portfolio): readonly object[] => portfolio[kind] ?? []);
    // Records that several portfolios share are one object.
    const records = [...new Set(all)];
    if (records.length > 0) await importPlain(database, name, records);
  }
  for (const { set, companyId = null, country = null } of portfolios.flatMap(({ factorSets = [] }) => factorSets)) {
    await chooseFactorSet(database, { set, companyId, country });
  }
}

/** The companies of records, which a key needs as grants to see them. */
export function companiesOf(records: Records): readonly string[] {
  const all = [...(records.assets ?? []), ...(records.accounts ?? [])];
  return [...new Set(all.map(({ companyId }) => companyId))];
}
