import { id, numbers, oneOf, texts } from './columns.js';

/**
 * Findings (docs/findings.md). A finding repeats the asset, entity and company of its account: the findings of a
 * company are then a range of an index. `invoice_findings` has pairs of invoices and findings, for queries in both
 * directions.
 */
export const FINDINGS: readonly string[] = [
  `create table findings (
     ${id('_id', 'primary key')}, account_key integer not null, ${id('account_id', 'not null')}, ${id('asset_id')},
     ${id('entity_id')}, ${id('company_id', 'not null')}, kind text collate "C" not null,
     ${oneOf('severity', ['high', 'medium', 'low'], 'not null')},
     ${oneOf('status', ['open', 'resolved', 'dismissed'], 'not null')},
     invoice_ids text[] collate "C" not null default '{}',
     start_date timestamptz(3) not null, end_date timestamptz(3) not null check (end_date > start_date),
     ${numbers('quantity')}, ${texts('units')}, ${numbers('cost', 'share')}, ${texts('message')},
     evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array'),
     ${texts('dismissed_reason')},
     first_seen_at timestamptz(3) not null, resolved_at timestamptz(3), updated_at timestamptz(3) not null,
     check (message is not null), check ((status = 'dismissed') = (dismissed_reason is not null))
   )`,
  'create index on findings (account_key, kind, start_date)',
  'create index on findings (company_id, _id)',
  'create index on findings (entity_id, _id)',
  'create index on findings (asset_id, _id)',
  'create index findings_updated on findings (updated_at, _id)',
  `create table invoice_findings (
     ${id('_id', 'not null')}, linked_id bytea not null references findings on delete cascade, primary key (_id, linked_id)
   )`,
  'create index on invoice_findings (linked_id)',
  'create view finding_invoices as select linked_id as _id, _id as linked_id from invoice_findings',
  // The last status that the webhook delivered for each finding, and the number of deliveries. The next delivery
  // repeats failed ones.
  `create table findings_told (
     ${id('_id', 'primary key')}, ${oneOf('status', ['open', 'resolved'], 'not null')},
     times integer not null check (times > 0), told_at timestamptz(3) not null
   )`,
];
