import { contractsOf } from '../generate/contracts.js';
import { stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import { accounts } from './accounts.js';
import { SAMPLE_CREATED_AT } from './ids.js';

/** Invented names of suppliers, two for each fuel. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  electricity: ['Granta Power', 'Fenland Electric'],
  gas: ['Ouse Valley Gas', 'Wicken Gas'],
};

/** Returns the identifiers of a fuel's suppliers. */
function suppliersOf(fuel: string): readonly [string, string] {
  return [stableId(`supplier:cambridge:${fuel}:1`), stableId(`supplier:cambridge:${fuel}:2`)];
}

/** Returns the generated suppliers of the contracts. */
export function suppliers(): readonly Values[] {
  const stamps = { createdAt: SAMPLE_CREATED_AT, updatedAt: SAMPLE_CREATED_AT };
  return Object.entries(NAMES).flatMap(([fuel, names]) =>
    suppliersOf(fuel).map((_id, index) => ({ _id, name: names[index], ...stamps })),
  );
}

/** Returns generated contracts of most accounts around 2022. Virtual and inactive accounts have none. */
export function contracts(): readonly Values[] {
  return accounts().flatMap(({ _id, type, status, isVirtual }) => {
    const fuel = String(type);
    if (typeof _id !== 'string' || NAMES[fuel] === undefined || status !== 'active' || isVirtual === true) return [];
    return contractsOf({
      accountId: _id,
      suppliers: suppliersOf(fuel),
      firstYear: 2021,
      years: [1, 2, 3],
      createdAt: SAMPLE_CREATED_AT,
    });
  });
}
