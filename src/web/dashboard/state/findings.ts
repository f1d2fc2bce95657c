import { addDays } from '../format/days.js';
import type { Period } from '../format/periods.js';
import type { FindingFilter, FindingSeverity, FindingStatus } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import { findingEn, type FindingKind } from '../texts/findingEn.js';
import { texts } from '../texts/texts.js';
import { oneOf, pageOf } from './oneOf.js';

export const STATUSES = ['open', 'resolved', 'dismissed'] as const satisfies readonly FindingStatus[];
/** Orders of the list, in the format of the API; the first is the default. */
export const ORDERS = ['startDate:desc', 'severity:desc', 'cost:desc'] as const;
export const SEVERITIES = ['high', 'medium', 'low'] as const satisfies readonly FindingSeverity[];

/** All kinds, in the order of docs/findings.md. */
export const KINDS: readonly string[] = Object.keys(findingEn.kinds);

/** Returns whether the page has texts for a kind. */
function isKind(kind: string): kind is FindingKind {
  return Object.hasOwn(findingEn.kinds, kind);
}

/** Returns a kind that the page supports; null for a kind of a newer service. */
export function kindOf(kind: string): FindingKind | null {
  return isKind(kind) ? kind : null;
}

/** Returns the name of a kind; for a kind of a newer service its identifier. */
export function kindName(kind: string): string {
  return isKind(kind) ? texts().finding.kinds[kind] : kind;
}

/** Returns the filter for findings that touch a period. */
export function touching({ from, to }: Period): Pick<FindingFilter, 'startDate' | 'endDate'> {
  return { startDate: { lt: `${addDays(to, 1)}T00:00:00.000Z` }, endDate: { gt: `${from}T00:00:00.000Z` } };
}

/** Parameters of the findings view, parsed from the URL. */
export interface FindingsParams {
  /** Null for any status. */
  readonly status: FindingStatus | null;
  readonly severity: FindingSeverity | null;
  /** All filters except the severity, which the counts vary. */
  readonly filter: FindingFilter;
  readonly sort: (typeof ORDERS)[number];
  readonly page: number;
}

/**
 * Parses the parameters of the findings view; null for another view.
 * @throws Error with a sentence for the user if a value is not valid
 */
export function findingsOf({ findings, kind, severity, building, sort, page }: Address): FindingsParams | null {
  if (findings === null) return null;
  const { what } = texts().wrong;
  const status = findings === 'all' ? null : oneOf(what.findings, [...STATUSES, 'all'], findings);
  const statusFilter = status === 'all' ? null : status;
  return {
    status: statusFilter,
    severity: severity === null ? null : oneOf(what.severity, SEVERITIES, severity),
    filter: {
      ...(statusFilter === null ? {} : { status: { eq: statusFilter } }),
      ...(kind === null ? {} : { kind: { eq: oneOf(what.kind, KINDS, kind) } }),
      ...(building === null ? {} : { assetId: { eq: building } }),
    },
    sort: sort === null ? ORDERS[0] : oneOf(what.order, ORDERS, sort),
    page: pageOf(page),
  };
}
