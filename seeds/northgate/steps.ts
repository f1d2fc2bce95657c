import { few, type SeedStep } from '../rows.js';
import { contracts, suppliers } from './contracts.js';
import { countHalfHours, countTemperatures, halfHours, temperatures } from './intervals.js';
import { invoices } from './invoices.js';
import { readings } from './registers.js';
import { accounts, assetGroups, assets, companies, entities } from './structure.js';

/** The steps that load the invented company. Each step comes after the records it refers to. */
export const NORTHGATE_STEPS: readonly SeedStep[] = [
  few('northgate/companies', 'companies', companies),
  few('northgate/entities', 'entities', entities),
  few('northgate/assets', 'assets', assets),
  few('northgate/asset-groups', 'asset-groups', assetGroups),
  few('northgate/accounts', 'accounts', accounts),
  few('northgate/suppliers', 'suppliers', suppliers),
  few('northgate/contracts', 'contracts', contracts),
  { name: 'northgate/intervals', into: 'non-cumulative', rows: halfHours, count: countHalfHours },
  { name: 'northgate/temperatures', into: 'non-cumulative', rows: temperatures, count: countTemperatures },
  few('northgate/readings', 'readings', readings),
  few('northgate/invoices', 'invoices', invoices),
];
