import { smallStep, type SeedStep } from '../rows.js';
import { contracts, suppliers } from './contracts.js';
import { countHalfHours, countTemperatures, halfHours, temperatures } from './intervals.js';
import { invoices } from './invoices.js';
import { readings } from './registers.js';
import { accounts, assetGroups, assets, companies, entities } from './structure.js';

/** The steps that load the invented company. Each step comes after the records it refers to. */
export const NORTHGATE_STEPS: readonly SeedStep[] = [
  smallStep('northgate/companies', 'companies', companies),
  smallStep('northgate/entities', 'entities', entities),
  smallStep('northgate/assets', 'assets', assets),
  smallStep('northgate/asset-groups', 'asset-groups', assetGroups),
  smallStep('northgate/accounts', 'accounts', accounts),
  smallStep('northgate/suppliers', 'suppliers', suppliers),
  smallStep('northgate/contracts', 'contracts', contracts),
  { name: 'northgate/intervals', into: 'non-cumulative', rows: halfHours, count: countHalfHours },
  { name: 'northgate/temperatures', into: 'non-cumulative', rows: temperatures, count: countTemperatures },
  smallStep('northgate/readings', 'readings', readings),
  smallStep('northgate/invoices', 'invoices', invoices),
];
