import type { FindingFilter, FindingSeverity, FindingStatus } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import { en } from '../texts/en.js';
import { texts } from '../texts/texts.js';
import { oneOf, pageOf } from './oneOf.js';

export const STATUSES = ['open', 'resolved', 'dismissed'] as const satisfies readonly FindingStatus[];
/** What the list can begin with, as the service calls such an order; the first unless the address says otherwise. */
export const ORDERS = ['startDate:desc', 'severity:desc', 'cost:desc'] as const;
export const SEVERITIES = ['high', 'medium', 'low'] as const satisfies readonly FindingSeverity[];

/** Every kind, in the order of docs/findings.md. */
export const KINDS: readonly string[] = Object.keys(en.findings.kinds);

/** A kind in a few words; one that a newer service has by its name. */
export function kindInWords(kind: string): string {
  return new Map(Object.entries(texts().findings.kinds)).get(kind) ?? kind;
}

/** What the list of findings asks for, read from the address. */
export interface FindingsAsked {
  /** Null: whatever became of them. */
  readonly status: FindingStatus | null;
  readonly severity: FindingSeverity | null;
  /** All that it is narrowed by but the severity. */
  readonly filter: FindingFilter;
  readonly sort: (typeof ORDERS)[number];
  readonly page: number;
}

/** @throws Error in a sentence when the address asks for what there is not */
export function findingsOf({ findings, kind, severity, building, sort, page }: Address): FindingsAsked | null {
  if (findings === null) return null;
  const { what } = texts().wrong;
  const status = findings === 'all' ? null : oneOf(what.findings, [...STATUSES, 'all'], findings);
  const wanted = status === 'all' ? null : status;
  return {
    status: wanted,
    severity: severity === null ? null : oneOf(what.severity, SEVERITIES, severity),
    filter: {
      ...(wanted === null ? {} : { status: { eq: wanted } }),
      ...(kind === null ? {} : { kind: { eq: oneOf(what.kind, KINDS, kind) } }),
      ...(building === null ? {} : { assetId: { eq: building } }),
    },
    sort: sort === null ? ORDERS[0] : oneOf(what.order, ORDERS, sort),
    page: pageOf(page),
  };
}
