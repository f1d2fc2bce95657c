import { smallStep, type SeedStep } from '../rows.js';
import { accounts, contracts, suppliers } from './accounts.js';
import { invoices } from './invoices.js';
import { assetGroups, assets, companies, entities } from './site.js';

/** The steps that load the borough. Each step comes after the records it refers to. */
export const FAIRBANKS: readonly SeedStep[] = [
  smallStep('fairbanks/companies', 'companies', companies),
  smallStep('fairbanks/entities', 'entities', entities),
  smallStep('fairbanks/assets', 'assets', assets),
  smallStep('fairbanks/asset-groups', 'asset-groups', assetGroups),
  smallStep('fairbanks/accounts', 'accounts', accounts),
  smallStep('fairbanks/suppliers', 'suppliers', suppliers),
  smallStep('fairbanks/contracts', 'contracts', contracts),
  smallStep('fairbanks/invoices', 'invoices', invoices),
];
