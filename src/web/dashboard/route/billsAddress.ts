/** URL parameters of the list of bills. It shares `company`, `entity`, `search`, `sort` and `page` with other views. */
export interface BillsAddress {
  /** `all`, `paid` or `unpaid`; null for the other views. */
  readonly bills: string | null;
  /** Identifier of a supplier. */
  readonly supplier: string | null;
}

export const BILLS_NAMES = ['bills', 'supplier'] as const satisfies (keyof BillsAddress)[];

/**
 * Reads the parameters of the list of bills.
 * @param value returns a parameter by its name
 */
export function readBills(value: (name: keyof BillsAddress) => string | null): BillsAddress {
  return { bills: value('bills'), supplier: value('supplier') };
}

/** The parameters of every other view. */
export const NO_BILLS: BillsAddress = readBills(() => null);
