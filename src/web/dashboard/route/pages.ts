import type { Address } from './address.js';
import { NO_FINDINGS } from './findingsAddress.js';
import { NO_SITES } from './sitesAddress.js';

/** Returns the address of the page of a finding. */
export function findingPage(finding: string): Partial<Address> {
  return { ...NO_SITES, ...NO_FINDINGS, building: null, account: null, finding };
}

/** Returns the address of the open findings of a building. */
export function openFindingsPage(building: string): Partial<Address> {
  return { ...NO_SITES, ...NO_FINDINGS, findings: 'open', building, account: null };
}

/** Returns the address of the page of a bill. */
export function billPage(invoice: string): Partial<Address> {
  return { ...NO_SITES, ...NO_FINDINGS, building: null, account: null, invoice };
}
