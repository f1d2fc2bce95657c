import type { Values } from '../rows.js';
import { addDays, addYears, startOf } from './days.js';
import { pick, pickInteger, stableId } from './hash.js';

/** How many of a hundred accounts have contracts. */
const CONTRACTED = 86;

/** What the contracts of an account are made from. */
export interface Supply {
  readonly accountId: string;
  /** Identifiers; a second contract may be with another one. */
  readonly suppliers: readonly [string, ...string[]];
  /** The year of the first contract's start, or the one before it. */
  readonly firstYear: number;
  /** How many years a contract may run. */
  readonly years: readonly [number, ...number[]];
  readonly createdAt: string;
}

/** The made-up contracts of an account: none, one, or two one after the other; the last one may be open. */
export function contractsOf({ accountId, suppliers, firstYear, years, createdAt }: Supply): readonly Values[] {
  if (pickInteger(`contracted:${accountId}`, 1, 100) > CONTRACTED) return [];
  const count = pick(`contracts:${accountId}`, [1, 1, 2]);
  const open = pick(`open:${accountId}`, [false, false, true]);
  const contracts: Values[] = [];
  let start = `${firstYear - pickInteger(`year:${accountId}`, 0, 1)}-${pick(`month:${accountId}`, ['01', '04', '10'])}-01`;
  for (let place = 1; place <= count; place += 1) {
    const key = `contract:${accountId}:${place}`;
    const next = addYears(start, pick(`years:${key}`, years));
    contracts.push({
      _id: stableId(key),
      accountId,
      supplierId: pick(`supplier:${key}`, suppliers),
      startDate: startOf(start),
      // The last day that is included.
      endDate: open && place === count ? null : startOf(addDays(next, -1)),
      createdAt,
      updatedAt: createdAt,
    });
    start = next;
  }
  return contracts;
}
