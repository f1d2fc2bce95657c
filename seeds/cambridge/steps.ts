import { smallStep, type SeedStep } from '../rows.js';
import { accounts } from './accounts.js';
import { assetGroups } from './assetGroups.js';
import { assets } from './assets.js';
import { companies, entities } from './companies.js';
import { contracts, suppliers } from './contracts.js';
import { countIntervals, intervals } from './intervals.js';

/** The steps that load the Cambridge company. Each step comes after the records it refers to. */
export const CAMBRIDGE: readonly SeedStep[] = [
  smallStep('cambridge/companies', 'companies', companies),
  smallStep('cambridge/entities', 'entities', entities),
  smallStep('cambridge/assets', 'assets', assets),
  smallStep('cambridge/asset-groups', 'asset-groups', assetGroups),
  smallStep('cambridge/accounts', 'accounts', accounts),
  smallStep('cambridge/suppliers', 'suppliers', suppliers),
  smallStep('cambridge/contracts', 'contracts', contracts),
  { name: 'cambridge/intervals', into: 'non-cumulative', rows: intervals, count: countIntervals },
];
