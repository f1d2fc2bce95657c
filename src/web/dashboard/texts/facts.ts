/** The facts of a finding, formatted for its sentence. A method returns null if the finding does not have the fact. */
export interface Facts {
  /** `15 Mar – 14 Apr 2016`, in the time zone of the site; for bills and whole UTC days in UTC. */
  readonly days: string;
  /** The first and the last of the days. */
  readonly first: string;
  readonly last: string;
  /** The number of days, rounded up. */
  readonly dayCount: number;
  readonly bills: number;
  /** Whether the finding may have more bills than `bills`. */
  readonly hasMoreBills: boolean;
  /** The quantity with its unit. */
  readonly quantity: string | null;
  /** The excess over the expected value: 0.25 for a quarter more. */
  readonly share: number | null;
  /** The share as a percentage without a sign. */
  readonly percent: string | null;
  readonly cost: string | null;
  /** `kWh`; null without a unit. */
  readonly unit: string | null;
  /** Whether the evidence is complete. */
  readonly isEvidenceComplete: boolean;
  /** Number of facts with a name. */
  readonly count: (name: string) => number;
  /** The first value with a name. */
  readonly value: (name: string) => number | null;
  /** The sum of all values with a name. */
  readonly sum: (name: string) => number | null;
  /** The first value with a name, formatted. */
  readonly number: (name: string) => string | null;
  /** The first value with a name, formatted with the unit of the account. */
  readonly amount: (name: string) => string | null;
  /** The first text with a name; null for an empty one. */
  readonly text: (name: string) => string | null;
  readonly money: (amount: number) => string;
  readonly rate: (amount: number) => string;
}
