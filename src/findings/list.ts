import type { Knex } from 'knex';
import { idParameter } from '../db/sql.js';
import type { FindingKind } from './kinds.js';

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export const STATUSES = ['open', 'resolved', 'dismissed'] as const;

/** A finding in the output of the command line. */
export interface ListedFinding {
  readonly id: string;
  readonly kind: FindingKind;
  readonly severity: (typeof SEVERITIES)[number];
  readonly status: (typeof STATUSES)[number];
  readonly accountId: string;
  readonly account: string | null;
  readonly startDate: string;
  readonly endDate: string;
  readonly quantity: number | null;
  readonly units: string | null;
  readonly cost: number | null;
  readonly share: number | null;
  readonly message: string;
  readonly invoiceIds: readonly string[];
  readonly dismissedReason: string | null;
  readonly firstSeenAt: string;
  readonly resolvedAt: string | null;
}

/** A filter of findings. A finding must meet all conditions that are not null. */
export interface FindingFilter {
  readonly kinds: readonly string[] | null;
  readonly severities: readonly string[] | null;
  readonly statuses: readonly string[];
  readonly accounts: readonly string[] | null;
}

/**
 * Lists findings, the most severe and latest first.
 * @param most the maximum number of findings
 */
export async function listFindings(
  knex: Knex,
  { kinds, severities, statuses, accounts }: FindingFilter,
  most: number,
): Promise<{ readonly total: number; readonly findings: readonly ListedFinding[] }> {
  const condition = `f.status = any(?::text[]) and (?::text[] is null or f.kind = any(?::text[]))
    and (?::text[] is null or f.severity = any(?::text[])) and (?::bytea[] is null or f.account_id = any(?::bytea[]))`;
  const ids = accounts?.map(idParameter) ?? null;
  const bound = [statuses, kinds, kinds, severities, severities, ids, ids];
  const counted: { readonly rows: readonly { readonly n: number }[] } = await knex.raw(
    `select count(*) as n from findings f where ${condition}`,
    bound as never[],
  );
  const { rows }: { readonly rows: readonly ListedFinding[] } = await knex.raw(
    `select encode(f._id, 'hex') as id, f.kind, f.severity, f.status, encode(f.account_id, 'hex') as "accountId",
       a.name as account, f.start_date as "startDate", f.end_date as "endDate", f.quantity, f.units, f.cost, f.share,
       f.message, f.invoice_ids as "invoiceIds", f.dismissed_reason as "dismissedReason",
       f.first_seen_at as "firstSeenAt", f.resolved_at as "resolvedAt"
     from findings f join accounts a on a.account_key = f.account_key where ${condition}
     order by array_position(array['high', 'medium', 'low'], f.severity::text), f.start_date desc, f._id limit ${most}`,
    bound as never[],
  );
  return { total: counted.rows[0]?.n ?? 0, findings: rows };
}
