import { readBills, type Bill } from './bills.js';

/** A service that is billed. */
export interface Service {
  /** Also the type of its invoices. */
  readonly key: string;
  /** As the bills call it. */
  readonly name: string;
  /** The utility type of its account. */
  readonly type: string;
  /** The unit of its account. */
  readonly units: string;
  /**
   * Whether its invoices say how much was used. Sewer bills repeat the water meter's gallons, which would count twice:
   * theirs stay in the rate lines.
   */
  readonly metered: boolean;
}

/** The services: an account each, since every one has a single account number, and a single meter where one is named. */
export const SERVICES: readonly Service[] = [
  { key: 'electricity', name: 'Electricity', type: 'electricity', units: 'kwh', metered: true },
  { key: 'gas', name: 'Natural Gas', type: 'gas', units: 'ccf', metered: true },
  { key: 'water', name: 'Water', type: 'water', units: 'gal', metered: true },
  { key: 'sewer', name: 'Sewer', type: 'water', units: 'gal', metered: false },
];

/** The services with their bills in the order of time. */
export function billsByService(): readonly (readonly [Service, readonly Bill[]])[] {
  const bills = readBills();
  return SERVICES.map((service) => [service, bills.filter(({ serviceName }) => serviceName === service.name)]);
}

/** The contract's word for a unit of the bills: `ccf`, `gal`, `kwh` or `kw`. */
export function unitWord(unit: string): string {
  return unit === 'Gallons' ? 'gal' : unit.toLowerCase();
}
