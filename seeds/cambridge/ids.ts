import { stableId } from '../generate/hash.js';
import type { Fuel } from './files.js';

/** The sample company. */
export const SAMPLE_COMPANY_ID = stableId('company:cambridge');

/** The sample company's entities. */
export const SAMPLE_ENTITY_IDS = {
  research: stableId('entity:cambridge:research'),
  teaching: stableId('entity:cambridge:teaching'),
  services: stableId('entity:cambridge:services'),
} as const;

/** The creation time of the sample's records. It is fixed, so that seeding again changes nothing. */
export const SAMPLE_CREATED_AT = '2023-01-16T09:00:00.000Z';

/** Returns the asset of a building. */
export function assetId(building: string): string {
  return stableId(`asset:cambridge:${building}`);
}

/** Returns the account of a building and fuel. */
export function accountId(building: string, fuel: Fuel): string {
  return stableId(`account:cambridge:${building}:${fuel}`);
}
