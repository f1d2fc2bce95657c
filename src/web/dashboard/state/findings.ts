import type { FindingFilter, FindingSeverity, FindingStatus } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import { oneOf, pageOf } from './oneOf.js';

export const STATUSES = ['open', 'resolved', 'dismissed'] as const satisfies readonly FindingStatus[];
export const SEVERITIES = ['high', 'medium', 'low'] as const satisfies readonly FindingSeverity[];

/** Every kind in words, in the order of docs/findings.md. */
const KIND_WORDS = {
  gap: 'Gap in the data',
  late: 'Late data',
  'flat-line': 'Flat line',
  'zero-run': 'Days of zeros',
  spike: 'Spike',
  negative: 'Negative values',
  'register-fall': 'Register fell',
  'estimated-run': 'Estimated for long',
  'duplicate-records': 'Duplicate records',
  'unit-suspect': 'Unit may be wrong',
  'baseload-rise': 'Baseload rose',
  'night-use': 'Use at night',
  'weekend-use': 'Use at a weekend',
  'bill-duplicate': 'Billed twice',
  'bill-overlap': 'Bills overlap',
  'bill-gap': 'Bill missing',
  'bill-too-long': 'Bill for too long',
  'bill-estimated': 'Estimated bills',
  'bill-units-differ': 'Bill and meter differ',
  'bill-sum-differs': 'Bill does not add up',
  'bill-rate-changed': 'Rate changed',
  'bill-after-contract': 'Outside any contract',
} as const;
const WORDS = new Map<string, string>(Object.entries(KIND_WORDS));
export const KINDS: readonly string[] = [...WORDS.keys()];

/** A kind in a few words; one that a newer service has by its name. */
export function kindInWords(kind: string): string {
  return WORDS.get(kind) ?? kind;
}

/** What the list of findings asks for, read from the address. */
export interface FindingsAsked {
  /** Null: whatever became of them. */
  readonly status: FindingStatus | null;
  readonly severity: FindingSeverity | null;
  /** All that it is narrowed by but the severity. */
  readonly filter: FindingFilter;
  readonly page: number;
}

/** @throws Error in a sentence when the address asks for what there is not */
export function findingsOf({ findings, kind, severity, building, page }: Address): FindingsAsked | null {
  if (findings === null) return null;
  const status = findings === 'all' ? null : oneOf('status of findings', [...STATUSES, 'all'], findings);
  const wanted = status === 'all' ? null : status;
  return {
    status: wanted,
    severity: severity === null ? null : oneOf('severity', SEVERITIES, severity),
    filter: {
      ...(wanted === null ? {} : { status: { eq: wanted } }),
      ...(kind === null ? {} : { kind: { eq: oneOf('kind of findings', KINDS, kind) } }),
      ...(building === null ? {} : { assetId: { eq: building } }),
    },
    page: pageOf(page),
  };
}
