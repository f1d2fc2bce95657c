import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { idParameter } from '../../db/sql.js';

/** A finding in the body of a post: the REST fields without the evidence. */
export interface PostedFinding {
  readonly _id: string;
  readonly status: 'open' | 'resolved';
}

/** An event of a finding. A repeated event has the same `id`. */
export interface FindingEvent {
  readonly id: string;
  readonly type: 'finding.open' | 'finding.resolved';
  readonly finding: PostedFinding;
}

/** An event that the webhook has not received, and the number of earlier events of its finding that it has received. */
export interface PendingEvent {
  readonly event: FindingEvent;
  readonly times: number;
}

/**
 * The pending findings: open ones whose last delivered status is not open, and resolved ones whose last delivered
 * status is open.
 */
const PENDING = `findings f left join findings_told t on t._id = f._id
  where (f.status = 'open' and t.status is distinct from 'open') or (f.status = 'resolved' and t.status = 'open')`;

/** Reads the first pending events, in the order of the findings' identifiers. */
export async function readPendingEvents(knex: Knex, most: number): Promise<readonly PendingEvent[]> {
  const { rows }: { readonly rows: readonly { readonly finding: PostedFinding; readonly times: number }[] } =
    await knex.raw(
      `select coalesce(t.times, 0) as times, json_build_object('_id', encode(f._id, 'hex'), 'kind', f.kind,
         'severity', f.severity, 'status', f.status, 'accountId', encode(f.account_id, 'hex'),
         'assetId', encode(f.asset_id, 'hex'), 'entityId', encode(f.entity_id, 'hex'),
         'companyId', encode(f.company_id, 'hex'), 'invoiceIds', f.invoice_ids, 'startDate', ${stamp('f.start_date')},
         'endDate', ${stamp('f.end_date')}, 'quantity', f.quantity, 'units', f.units, 'cost', f.cost, 'share', f.share,
         'message', f.message, 'firstSeenAt', ${stamp('f.first_seen_at')}, 'resolvedAt', ${stamp('f.resolved_at')}) as finding
       from ${PENDING} order by f._id limit ${most}`,
    );
  return rows.map(({ finding, times }) => {
    const id = digest(`${finding._id} ${finding.status} ${times}`);
    return { times, event: { id, type: `finding.${finding.status}`, finding } };
  });
}

/** Counts the pending events. */
export async function countPendingEvents(knex: Knex): Promise<number> {
  const { rows }: { readonly rows: readonly { readonly n: number }[] } = await knex.raw(
    `select count(*)::int as n from ${PENDING}`,
  );
  return rows[0]?.n ?? 0;
}

/** Records the delivered events, and deletes the records of findings that no longer exist. */
export async function recordDelivered(knex: Knex, delivered: readonly PendingEvent[]): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(
      `insert into findings_told (_id, status, times, told_at)
       select *, now() from unnest(?::bytea[], ?::text[], ?::int[])
       on conflict (_id) do update set status = excluded.status, times = excluded.times, told_at = excluded.told_at`,
      [
        delivered.map(({ event }) => idParameter(event.finding._id)),
        delivered.map(({ event }) => event.finding.status),
        delivered.map(({ times }) => times + 1),
      ] as never[],
    );
    await trx.raw('delete from findings_told t where not exists (select from findings f where f._id = t._id)');
  });
}

/** Returns 32 hexadecimal digits of a text's SHA-256 hash. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function stamp(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
