import type { VisibleKey } from '../data/access.js';
import type { FindingSetting } from '../data/findingSettings.js';
import type { Kind } from './kinds.js';

/** A fact that a finding rests on; times in milliseconds. */
export interface Evidence {
  readonly name: string;
  readonly value?: number;
  readonly units?: string;
  readonly text?: string;
  readonly from?: number;
  readonly to?: number;
}

/** An observation of a rule in a range of days. Marks of a kind that are near each other become one finding. */
export interface Mark {
  /** Milliseconds. */
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly quantity?: number;
  readonly cost?: number;
  readonly share?: number;
  readonly evidence?: readonly Evidence[];
  /** Identifiers of the bills that it is about. */
  readonly invoices?: readonly string[];
}

/** A finding as the rules see it. The database also stores its account and its status. */
export interface Found {
  readonly kind: Kind;
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
  /** Whether data of it is expected (figures 5): in use, and not virtual. */
  readonly isExpected: boolean;
  /** m² that it serves; null: not known. */
  readonly area: number | null;
  /** Of its entity, else of its company: ISO 4217 in lower case; null: neither has one. */
  readonly currency: string | null;
  /** Of its asset: ISO 3166-1 alpha-2 in lower case; null: not known. */
  readonly country: string | null;
  /** IANA name: of its asset, else of the asset's country if that has one zone, else UTC. */
  readonly timeZone: string;
}

/** The numbers of `udg settings`, by name. */
export type Thresholds = (name: FindingSetting) => number;
