import { stableId } from '../generate/hash.js';

/** The types of a site's meters. A thermometer is not among them. */
export const UTILITIES = ['electricity', 'gas', 'water'] as const;
export type Utility = (typeof UTILITIES)[number];

/** Northgate Foods, an invented company. */
export const NORTHGATE_COMPANY_ID = stableId('company:northgate');

/** The company's entities. */
export const NORTHGATE_ENTITY_IDS = {
  production: stableId('entity:northgate:production'),
  offices: stableId('entity:northgate:offices'),
  shops: stableId('entity:northgate:shops'),
} as const;
export type NorthgateEntity = keyof typeof NORTHGATE_ENTITY_IDS;

/** The creation time of the company's records, except the invoices. It is fixed, so that seeding again changes nothing. */
export const NORTHGATE_CREATED_AT = '2026-01-09T09:00:00.000Z';

/** Returns the identifier of a site's asset. */
export function northgateAssetId(site: string): string {
  return stableId(`asset:northgate:${site}`);
}

/** Returns the identifier of a site's account. */
export function northgateAccountId(site: string, utility: Utility | 'temperature'): string {
  return stableId(`account:northgate:${site}:${utility}`);
}

/** Returns the identifier of the invoice of an account for a month such as `2024-01`; copies of one differ by `copy`. */
export function northgateInvoiceId(site: string, utility: Utility, month: string, copy = ''): string {
  return stableId(`invoice:northgate:${site}:${utility}:${month}${copy}`);
}

/** Returns the identifier of a supplier by its name. */
export function northgateSupplierId(name: string): string {
  return stableId(`supplier:northgate:${name}`);
}
