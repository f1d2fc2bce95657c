import { stableId } from '../generate/hash.js';

/** The Fairbanks North Star Borough. */
export const FAIRBANKS_COMPANY_ID = stableId('company:fairbanks');

/** The borough's only entity in the sample. */
export const FAIRBANKS_ENTITY_ID = stableId('entity:fairbanks:general');

/** The Animal Control building. */
export const FAIRBANKS_ASSET_ID = stableId('asset:fairbanks:ANSBG1');

/** The group of the building. */
export const FAIRBANKS_ASSET_GROUP_ID = stableId('asset-group:fairbanks:public-safety');

/** The creation time of the borough's records, except the invoices. It is fixed, so that seeding again changes nothing. */
export const FAIRBANKS_CREATED_AT = '2010-08-02T09:00:00.000Z';

/** Returns the account of a service's key. */
export function fairbanksAccountId(service: string): string {
  return stableId(`account:fairbanks:${service}`);
}

/** Returns the invoice of a service's key for the bill that starts on a day. */
export function fairbanksInvoiceId(service: string, from: string): string {
  return stableId(`invoice:fairbanks:${service}:${from}`);
}

/** Returns the supplier with a code that the bills print. */
export function fairbanksSupplierId(code: string): string {
  return stableId(`supplier:fairbanks:${code}`);
}
