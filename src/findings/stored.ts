import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { idParameter } from '../db/sql.js';
import { MS } from '../usage/records.js';
import type { Evidence, DetectedFinding } from './finding.js';
import type { FindingKind } from './kinds.js';
import type { Database } from '../db/database.js';
import { recordChangeOfAccounts, confirmChanges } from '../data/recordChange.js';
import { lockUsage } from '../usage/usageLock.js';

export const STATUSES = ['open', 'resolved', 'dismissed'] as const;
type Status = (typeof STATUSES)[number];

/** A stored finding. */
export interface StoredFinding extends DetectedFinding {
  readonly id: string;
  readonly account: number;
  readonly status: Status;
  readonly dismissedReason: string | null;
  /** Whether the data no longer shows the finding. */
  readonly isGone: boolean;
}

/** Computes the identifier of a finding from its kind, its account and its first day. */
function findingId(account: string, { kind, from }: Pick<DetectedFinding, 'kind' | 'from'>): string {
  const day = new Date(from).toISOString().slice(0, 10);
  return createHash('sha256').update(`${kind} ${account} ${day}`).digest('hex').slice(0, 24);
}

interface StoredEvidence {
  readonly name: string;
  readonly value: number | null;
  readonly units: string | null;
  readonly text: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

type StoredRow = Omit<StoredFinding, 'evidence'> & { readonly evidence: readonly StoredEvidence[] };

/** Reads all findings of some accounts, by account key. */
export async function readFindings(
  trx: Knex.Transaction,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredFinding[]>> {
  const { rows }: { readonly rows: readonly StoredRow[] } = await trx.raw(
    `select encode(_id, 'hex') as id, account_key as account, kind, severity, status, ${MS('start_date')} as "from",
       ${MS('end_date')} as "to", quantity, units, cost, share, message, evidence, invoice_ids as invoices,
       dismissed_reason as "dismissedReason", resolved_at is not null as "isGone"
     from findings where account_key = any(?::int[]) order by account_key, start_date, kind`,
    [[...keys]] as never[],
  );
  const byAccount = new Map<number, StoredFinding[]>();
  for (const row of rows) {
    const accountFindings = byAccount.get(row.account) ?? [];
    accountFindings.push({ ...row, evidence: row.evidence.map(factOf) });
    byAccount.set(row.account, accountFindings);
  }
  return byAccount;
}

function factOf({ name, value, units, text, startDate, endDate }: StoredEvidence): Evidence {
  return {
    name,
    ...(value === null ? {} : { value }),
    ...(units === null ? {} : { units }),
    ...(text === null ? {} : { text }),
    ...(startDate === null ? {} : { from: Date.parse(startDate) }),
    ...(endDate === null ? {} : { to: Date.parse(endDate) }),
  };
}

function storedFact({ name, value, units, text, from, to }: Evidence): StoredEvidence {
  const stamp = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    ...{ name, value: value ?? null, units: units ?? null, text: text ?? null },
    ...{ startDate: stamp(from), endDate: stamp(to) },
  };
}

/** Returns a text that is equal for findings with equal content. */
function contentOf(finding: DetectedFinding): string {
  const { kind, severity, from, to, quantity, units, cost, share, message, evidence, invoices } = finding;
  return JSON.stringify([
    ...[kind, severity, from, to, quantity, units, cost, share, message, invoices],
    evidence.map(storedFact),
  ]);
}

/** The changes of an import, a deletion or a rebuild to the findings of some accounts. */
export interface FindingChanges {
  readonly written: readonly StoredFinding[];
  /** The number of new and reopened findings. */
  readonly opened: number;
  readonly resolved: number;
}

/**
 * Returns the changes that turn the stored findings into the detected ones. Dismissed findings stay dismissed. Findings
 * that the data no longer shows become resolved.
 * @param stored the account's findings in the checked days
 */
export function changesOf(
  account: { readonly key: number; readonly id: string },
  stored: readonly StoredFinding[],
  detected: readonly DetectedFinding[],
): FindingChanges {
  const before = new Map(stored.map((one) => [one.id, one]));
  const written: StoredFinding[] = [];
  let [opened, resolved] = [0, 0];
  const detectedIds = new Set<string>();
  for (const one of detected) {
    const id = findingId(account.id, one);
    detectedIds.add(id);
    const previous = before.get(id);
    const isDismissed = previous?.status === 'dismissed';
    if (previous && !previous.isGone && contentOf(previous) === contentOf(one)) continue;
    if (!isDismissed && (!previous || previous.isGone)) opened += 1;
    const status = isDismissed ? 'dismissed' : 'open';
    written.push({
      ...one,
      ...{ id, account: account.key, status, dismissedReason: previous?.dismissedReason ?? null, isGone: false },
    });
  }
  for (const one of stored) {
    if (one.isGone || detectedIds.has(one.id)) continue;
    if (one.status === 'open') resolved += 1;
    written.push({ ...one, status: one.status === 'dismissed' ? 'dismissed' : 'resolved', isGone: true });
  }
  return { written, opened, resolved };
}

/**
 * The time of the statement, rounded to milliseconds as the column stores it: Citus stores rows from another server
 * unrounded. It is not the time of the transaction, which may have waited for the commit of another one: see the
 * watermark in `src/data/state.ts`.
 */
const NOW = 'statement_timestamp()::timestamptz(3)';

/** Writes findings in their current state. Company, entity and asset come from their account. */
export async function writeFindings(trx: Knex.Transaction, written: readonly StoredFinding[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map(({ from, to, evidence, ...rest }) => ({
    ...rest,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
    evidence: evidence.map(storedFact),
  }));
  await trx.raw(
    `insert into findings (_id, account_key, account_id, asset_id, entity_id, company_id, kind, severity, status,
       invoice_ids, start_date, end_date, quantity, units, cost, share, message, evidence, dismissed_reason,
       first_seen_at, resolved_at, updated_at)
     select decode(r.id, 'hex'), a.account_key, a._id, a.asset_id, a.entity_id, a.company_id, r.kind, r.severity, r.status,
       array(select jsonb_array_elements_text(r.invoices)), r.start, r."end", r.quantity, r.units, r.cost, r.share,
       r.message, r.evidence, r."dismissedReason", ${NOW},
       case when r."isGone" then ${NOW} end, ${NOW}
     from jsonb_to_recordset(?::jsonb) r(id text, account int, kind text, severity text, status text, invoices jsonb,
       start timestamptz, "end" timestamptz, quantity float8, units text, cost float8, share float8, message text,
       evidence jsonb, "dismissedReason" text, "isGone" boolean) join accounts a on a.account_key = r.account
     order by 1
     on conflict (_id) do update set ${UPDATED_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [JSON.stringify(rows)],
  );
  const ids = written.map(({ id }) => idParameter(id));
  await trx.raw('delete from invoice_findings where linked_id = any(?::bytea[])', [ids] as never[]);
  const pairs = written.flatMap(({ id, invoices }) =>
    invoices.map((invoice) => [idParameter(invoice), idParameter(id)]),
  );
  if (pairs.length === 0) return;
  await trx.raw(
    `insert into invoice_findings (_id, linked_id) select * from unnest(?::bytea[], ?::bytea[])
     on conflict do nothing`,
    [pairs.map(([invoice]) => invoice), pairs.map(([, finding]) => finding)] as never[],
  );
}

/**
 * The columns to overwrite. They include the account's own columns, because SQL by hand may have deleted the account
 * and stored it again.
 */
const UPDATED_COLUMNS = [
  ...['account_key', 'asset_id', 'entity_id', 'company_id'],
  ...['severity', 'status', 'invoice_ids', 'start_date', 'end_date', 'quantity', 'units', 'cost', 'share', 'message'],
  ...['evidence', 'dismissed_reason', 'resolved_at', 'updated_at'],
];

/** Returns a predicate: whether a finding has one of the kinds. */
export const areOf =
  (kinds: readonly FindingKind[]) =>
  ({ kind }: Pick<DetectedFinding, 'kind'>): boolean =>
    kinds.includes(kind);

export const SEVERITIES = ['high', 'medium', 'low'] as const;

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
interface FindingFilter {
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

/** The result of a decision. `unknown`: the finding does not exist. `unchanged`: the finding already had this decision. */
export type DecisionResult = 'done' | 'unknown' | 'unchanged';

/**
 * Stores a user's decision to dismiss a finding, or withdraws it. Later imports do not change the decision.
 * @param id of the finding, 24 hexadecimal digits
 * @param reason why the user dismisses the finding; null: withdraws the decision
 */
export async function decide(database: Database, id: string, reason: string | null): Promise<DecisionResult> {
  const result = await database.knex.transaction(async (trx): Promise<DecisionResult> => {
    // An import reads the finding and writes it later. Without the lock it could overwrite the decision.
    await lockUsage(trx);
    const { rows }: { readonly rows: readonly { readonly before: string | null; readonly account: number }[] } =
      await trx.raw(
        'select dismissed_reason as before, account_key as account from findings where _id = ?::bytea for update',
        [idParameter(id)],
      );
    const [finding] = rows;
    if (!finding) return 'unknown';
    if (finding.before === reason) return 'unchanged';
    await recordChangeOfAccounts(database, trx, [finding.account]);
    await trx.raw(
      `update findings set dismissed_reason = ?::text, updated_at = statement_timestamp(), status = case
         when ?::text is not null then 'dismissed' when resolved_at is not null then 'resolved' else 'open' end
       where _id = ?::bytea`,
      [reason, reason, idParameter(id)] as never[],
    );
    return 'done';
  });
  if (result === 'done') await confirmChanges(database);
  return result;
}
