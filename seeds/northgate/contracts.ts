import { startOf } from '../generate/days.js';
import { stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import { FAULTS } from './faults.js';
import { NORTHGATE_CREATED_AT, northgateAccountId, northgateSupplierId, UTILITIES, type Utility } from './ids.js';
import { SITES, type Site } from './sites.js';

/** Amounts in pounds. */
export interface Rates {
  /** The price of a unit: kWh, or m³ of water. With a night rate it is the price of the day. */
  readonly unit: number;
  readonly night: number;
  /** The price of a m³ of wastewater. */
  readonly waste: number;
  /** The price per day, by the size of the supply. */
  readonly standing: { readonly large: number; readonly small: number };
}

/** A contract with an invented supplier. */
export interface Contract {
  readonly supplier: string;
  readonly from: string;
  /** The last day, included; null: open. */
  readonly to: string | null;
  readonly rates: Rates;
}

/** The consecutive contracts of a utility. */
const CONTRACTS: Readonly<Record<Utility, readonly [Contract, ...Contract[]]>> = {
  electricity: [
    {
      ...{ supplier: 'Pennine Power', from: '2023-10-01', to: '2024-09-30' },
      rates: { unit: 0.2395, night: 0.178, waste: 0, standing: { large: 8.6, small: 1.15 } },
    },
    {
      ...{ supplier: 'Calder Energy Supply', from: '2024-10-01', to: '2026-09-30' },
      rates: { unit: 0.2262, night: 0.1694, waste: 0, standing: { large: 9.1, small: 1.22 } },
    },
  ],
  gas: [
    {
      ...{ supplier: 'Trentside Gas', from: '2023-04-01', to: '2025-03-31' },
      rates: { unit: 0.0486, night: 0, waste: 0, standing: { large: 4.2, small: 1.05 } },
    },
    {
      ...{ supplier: 'Trentside Gas', from: '2025-04-01', to: '2027-03-31' },
      rates: { unit: 0.0519, night: 0, waste: 0, standing: { large: 4.4, small: 1.1 } },
    },
  ],
  water: [
    {
      ...{ supplier: 'Ridgeway Water Retail', from: '2023-04-01', to: null },
      rates: { unit: 1.985, night: 0, waste: 2.17, standing: { large: 0.86, small: 0.31 } },
    },
  ],
};

/** Returns the contracts of a supply, in order. One of them ends early ({@link FAULTS}). */
export function contractsOfSupply(site: Site, utility: Utility): readonly [Contract, ...Contract[]] {
  const { contractEnds } = FAULTS;
  const [first, ...others] = CONTRACTS[utility];
  if (site.key !== contractEnds.site || utility !== contractEnds.utility) return [first, ...others];
  return [first, ...others.map((contract) => ({ ...contract, to: contractEnds.lastDay }))];
}

/** Returns the suppliers of the contracts. */
export function suppliers(): readonly Values[] {
  const stamps = { createdAt: NORTHGATE_CREATED_AT, updatedAt: NORTHGATE_CREATED_AT };
  const names = new Set(UTILITIES.flatMap((utility) => CONTRACTS[utility].map(({ supplier }) => supplier)));
  return [...names].map((name) => ({ _id: northgateSupplierId(name), name, ...stamps }));
}

/** Returns the contracts of all supplies. */
export function contracts(): readonly Values[] {
  return SITES.flatMap((site) =>
    UTILITIES.flatMap((utility) =>
      contractsOfSupply(site, utility).map(({ supplier, from, to }) => ({
        _id: stableId(`contract:northgate:${site.key}:${utility}:${from}`),
        accountId: northgateAccountId(site.key, utility),
        supplierId: northgateSupplierId(supplier),
        startDate: startOf(from),
        endDate: to === null ? null : startOf(to),
        createdAt: NORTHGATE_CREATED_AT,
        updatedAt: NORTHGATE_CREATED_AT,
      })),
    ),
  );
}
