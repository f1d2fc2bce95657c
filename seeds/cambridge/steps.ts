import { few, type SeedStep } from '../rows.js';
import { accounts } from './accounts.js';
import { assetGroups } from './assetGroups.js';
import { assets } from './assets.js';
import { companies, entities } from './companies.js';
import { contracts, suppliers } from './contracts.js';
import { countIntervals, intervals } from './intervals.js';

/** The steps that load the Cambridge company. Each step comes after the records it refers to. */
export const CAMBRIDGE: readonly SeedStep[] = [
  few('cambridge/companies', 'companies', companies),
  few('cambridge/entities', 'entities', entities),
  few('cambridge/assets', 'assets', assets),
  few('cambridge/asset-groups', 'asset-groups', assetGroups),
  few('cambridge/accounts', 'accounts', accounts),
  few('cambridge/suppliers', 'suppliers', suppliers),
  few('cambridge/contracts', 'contracts', contracts),
  { name: 'cambridge/intervals', into: 'non-cumulative', rows: intervals, count: countIntervals },
];
