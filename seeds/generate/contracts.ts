import type { Values } from '../rows.js';
import { addDays, addYears, startOf } from './days.js';
import { pick, pickInteger, stableId } from './hash.js';

/** The percentage of accounts with contracts. */
const CONTRACTED = 86;

/** The inputs of an account's contracts. */
export interface Supply {
  readonly accountId: string;
  /** Identifiers of suppliers. A second contract may have another one. */
  readonly suppliers: readonly [string, ...string[]];
  /** The first contract starts in this year or the year before. */
  readonly firstYear: number;
  /** The possible lengths of a contract in years. */
  readonly years: readonly [number, ...number[]];
  readonly createdAt: string;
}

/** Returns the invented contracts of an account: none, one, or two consecutive ones. The last one may be open. */
export function contractsOf({ accountId, suppliers, firstYear, years, createdAt }: Supply): readonly Values[] {
  if (pickInteger(`contracted:${accountId}`, 1, 100) > CONTRACTED) return [];
  const count = pick(`contracts:${accountId}`, [1, 1, 2]);
  const open = pick(`open:${accountId}`, [false, false, true]);
  const contracts: Values[] = [];
  let start = `${firstYear - pickInteger(`year:${accountId}`, 0, 1)}-${pick(`month:${accountId}`, ['01', '04', '10'])}-01`;
  for (let number = 1; number <= count; number += 1) {
    const key = `contract:${accountId}:${number}`;
    const next = addYears(start, pick(`years:${key}`, years));
    contracts.push({
      _id: stableId(key),
      accountId,
      supplierId: pick(`supplier:${key}`, suppliers),
      startDate: startOf(start),
      // The last day of the contract.
      endDate: open && number === count ? null : startOf(addDays(next, -1)),
      createdAt,
      updatedAt: createdAt,
    });
    start = next;
  }
  return contracts;
}
