import { contractsOf } from '../generate/contracts.js';
import { stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import { accounts } from './accounts.js';
import { SAMPLE_CREATED_AT } from './ids.js';

/** Made-up suppliers, of each fuel two: an identifier is all there is to a supplier. */
const SUPPLIERS: Readonly<Record<string, readonly [string, string]>> = {
  electricity: [stableId('supplier:cambridge:electricity:1'), stableId('supplier:cambridge:electricity:2')],
  gas: [stableId('supplier:cambridge:gas:1'), stableId('supplier:cambridge:gas:2')],
};

/** Contracts of most accounts around 2022; virtual and inactive ones have none. All generated. */
export function contracts(): readonly Values[] {
  return accounts().flatMap(({ _id, type, status, isVirtual }) => {
    const suppliers = SUPPLIERS[String(type)];
    if (typeof _id !== 'string' || suppliers === undefined || status !== 'active' || isVirtual === true) return [];
    return contractsOf({ accountId: _id, suppliers, firstYear: 2021, years: [1, 2, 3], createdAt: SAMPLE_CREATED_AT });
  });
}
