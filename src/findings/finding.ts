import type { VisibleKey } from '../data/access.js';
import type { FindingSetting } from '../data/findingSettings.js';
import type { FindingKind } from './kinds.js';

/** A fact that supports a finding. Times are in milliseconds. */
export interface Evidence {
  readonly name: string;
  readonly value?: number;
  readonly units?: string;
  readonly text?: string;
  readonly from?: number;
  readonly to?: number;
}

/** An observation of a rule in a time range. Observations of a kind that are near each other become one finding. */
export interface Observation {
  /** Milliseconds. */
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly quantity?: number;
  readonly cost?: number;
  readonly share?: number;
  readonly evidence?: readonly Evidence[];
  /** The identifiers of the bills that it concerns. */
  readonly invoices?: readonly string[];
}

/** A finding as the rules detect it. The database also stores its account and its status. */
export interface DetectedFinding {
  readonly kind: FindingKind;
  readonly severity: 'high' | 'medium' | 'low';
  readonly from: number;
  readonly to: number;
  readonly quantity: number | null;
  readonly units: string | null;
  readonly cost: number | null;
  readonly share: number | null;
  readonly message: string;
  readonly evidence: readonly Evidence[];
  readonly invoices: readonly string[];
}

/** Data of an account for the rules. */
export interface FindingAccount {
  readonly key: VisibleKey;
  readonly id: string;
  readonly type: string;
  readonly meterUnits: string | null;
  /** Whether the account should have data (figures 5): it is in use and not virtual. */
  readonly isExpected: boolean;
  /** The floor area that it serves, in m²; null: unknown. */
  readonly area: number | null;
  /** The currency of its entity, else of its company: ISO 4217 in lower case; null: neither has one. */
  readonly currency: string | null;
  /** The country of its asset: ISO 3166-1 alpha-2 in lower case; null: unknown. */
  readonly country: string | null;
  /** IANA name: the time zone of its asset, else of the asset's country if that has only one, else UTC. */
  readonly timeZone: string;
}

/** Returns a number of `udg settings` by its name. */
export type Thresholds = (name: FindingSetting) => number;
