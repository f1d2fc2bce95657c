import { stableId } from '../generate/hash.js';

/** The types of the house's registers. */
export const UTILITIES = ['water', 'gas'] as const;
export type Utility = (typeof UTILITIES)[number];

/** The company of the AMPds2 household. */
export const AMPDS2_COMPANY_ID = stableId('company:ampds2');

/** The only entity of the household. */
export const AMPDS2_ENTITY_ID = stableId('entity:ampds2:household');

/** The house. */
export const AMPDS2_ASSET_ID = stableId('asset:ampds2:house');

/** The creation time of the household's records. It is fixed, so that seeding again changes nothing. */
export const AMPDS2_CREATED_AT = '2014-04-02T09:00:00.000Z';

/** Returns the account of a utility. */
export function ampds2AccountId(utility: Utility): string {
  return stableId(`account:ampds2:${utility}`);
}

/** Returns the supplier of a utility. */
export function ampds2SupplierId(utility: Utility): string {
  return stableId(`supplier:ampds2:${utility}`);
}

/** Returns the register of a utility's meter. */
export function ampds2RegisterId(utility: Utility): string {
  return stableId(`register:ampds2:${utility}`);
}
