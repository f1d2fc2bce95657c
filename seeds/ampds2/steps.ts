import { contractsOf } from '../generate/contracts.js';
import { smallStep, type SeedStep, type Values } from '../rows.js';
import type { Series } from './files.js';
import { AMPDS2_CREATED_AT, ampds2AccountId, ampds2SupplierId, UTILITIES } from './ids.js';
import { countReadings, readings } from './readings.js';
import { accounts, assets, companies, entities, suppliers } from './site.js';

/** The steps that load the household. Each step comes after the records it refers to. */
export const AMPDS2: readonly SeedStep[] = [
  smallStep('ampds2/companies', 'companies', companies),
  smallStep('ampds2/entities', 'entities', entities),
  smallStep('ampds2/assets', 'assets', assets),
  smallStep('ampds2/accounts', 'accounts', accounts),
  smallStep('ampds2/suppliers', 'suppliers', suppliers),
  smallStep('ampds2/contracts', 'contracts', contracts),
  registers('ampds2/readings-monthly', 'monthly'),
  registers('ampds2/readings-half-hourly', 'halfHourly'),
];

function registers(name: string, series: Series): SeedStep {
  return { name, into: 'readings', rows: () => readings(series), count: () => countReadings(series) };
}

/** Returns generated contracts. */
function contracts(): readonly Values[] {
  return UTILITIES.flatMap((utility) =>
    contractsOf({
      accountId: ampds2AccountId(utility),
      suppliers: [ampds2SupplierId(utility)],
      firstYear: 2012,
      years: [2, 3],
      createdAt: AMPDS2_CREATED_AT,
    }),
  );
}
