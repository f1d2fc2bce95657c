import { readBills, type Bill } from './bills.js';

/** A billed service. */
export interface Service {
  /** The key is also the type of its invoices. */
  readonly key: string;
  /** Its name on the bills. */
  readonly name: string;
  /** The utility type of its account. */
  readonly type: string;
  /** The unit of its account. */
  readonly units: string;
  /**
   * Whether its invoices state how much was used. Sewer bills repeat the water meter's gallons, which would count
   * twice. Their quantities stay in the rate lines.
   */
  readonly metered: boolean;
}

/** The services. Each has one account number, and at most one meter, so each becomes one account. */
export const SERVICES: readonly Service[] = [
  { key: 'electricity', name: 'Electricity', type: 'electricity', units: 'kwh', metered: true },
  { key: 'gas', name: 'Natural Gas', type: 'gas', units: 'ccf', metered: true },
  { key: 'water', name: 'Water', type: 'water', units: 'gal', metered: true },
  { key: 'sewer', name: 'Sewer', type: 'water', units: 'gal', metered: false },
];

/** Returns the services with their bills in the order of time. */
export function billsByService(): readonly (readonly [Service, readonly Bill[]])[] {
  const bills = readBills();
  return SERVICES.map((service) => [service, bills.filter(({ serviceName }) => serviceName === service.name)]);
}

/** Returns the contract's name of a unit on the bills: `ccf`, `gal`, `kwh` or `kw`. */
export function unitWord(unit: string): string {
  return unit === 'Gallons' ? 'gal' : unit.toLowerCase();
}
