import { few, type SeedStep } from '../rows.js';
import { accounts, contracts, suppliers } from './accounts.js';
import { invoices } from './invoices.js';
import { assetGroups, assets, companies, entities } from './site.js';

/** The steps that load the borough. Each step comes after the records it refers to. */
export const FAIRBANKS: readonly SeedStep[] = [
  few('fairbanks/companies', 'companies', companies),
  few('fairbanks/entities', 'entities', entities),
  few('fairbanks/assets', 'assets', assets),
  few('fairbanks/asset-groups', 'asset-groups', assetGroups),
  few('fairbanks/accounts', 'accounts', accounts),
  few('fairbanks/suppliers', 'suppliers', suppliers),
  few('fairbanks/contracts', 'contracts', contracts),
  few('fairbanks/invoices', 'invoices', invoices),
];
