import type { Knex } from 'knex';
import { copyGrants } from './copyGrants.js';

const id = (name: string, more = ''): string => `${name} bytea ${more} check (octet_length(${name}) = 12)`;
const text = (...names: string[]): string => names.map((name) => `${name} text collate "C"`).join(', ');
const number = (name: string): string => `${name} float8 check (${name} > '-infinity' and ${name} < 'infinity')`;
const oneOf = (name: string, ...values: string[]): string =>
  `${name} text collate "C" not null check (${name} in (${values.map((value) => `'${value}'`).join(', ')}))`;

const SCOPES = ['read:accounts', 'read:assets', 'read:invoices', 'read:readings', 'read:consumptions'];
const OWN = 'read:findings';

/**
 * Creates the findings (docs/findings.md). A finding repeats the asset, entity and company of its account, as invoices
 * do: the findings of a company are then a range of an index. A separate table has pairs of invoices and findings, for
 * queries in both directions.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table findings (
      ${id('_id', 'primary key')}, account_key integer not null, ${id('account_id', 'not null')}, ${id('asset_id')},
      ${id('entity_id')}, ${id('company_id', 'not null')}, kind text collate "C" not null,
      ${oneOf('severity', 'high', 'medium', 'low')}, ${oneOf('status', 'open', 'resolved', 'dismissed')},
      invoice_ids text[] collate "C" not null default '{}',
      start_date timestamptz(3) not null, end_date timestamptz(3) not null check (end_date > start_date),
      ${number('quantity')}, ${text('units')}, ${number('cost')}, ${number('share')}, ${text('message')},
      evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array'),
      ${text('dismissed_reason')},
      first_seen_at timestamptz(3) not null, resolved_at timestamptz(3), updated_at timestamptz(3) not null,
      check (message is not null), check ((status = 'dismissed') = (dismissed_reason is not null))
    )`);
  await knex.raw('create index on findings (account_key, kind, start_date)');
  for (const owner of ['company_id', 'entity_id', 'asset_id']) {
    await knex.raw(`create index on findings (${owner}, _id)`);
  }
  await knex.raw('create index findings_updated on findings (updated_at, _id)');
  await knex.raw(`
    create table invoice_findings (
      ${id('_id', 'not null')}, linked_id bytea not null references findings on delete cascade, primary key (_id, linked_id)
    )`);
  await knex.raw('create index on invoice_findings (linked_id)');
  await knex.raw('create view finding_invoices as select linked_id as _id, _id as linked_id from invoice_findings');
  await knex.raw(`
    create trigger findings_changed after insert or update or delete or truncate on findings
    for each statement execute function note_change()`);
  for (const table of ['findings', 'invoice_findings', 'finding_invoices']) await copyGrants(knex, 'invoices', table);
  await allowScopes(knex, [...SCOPES, OWN]);
  await knex.raw('update roles set scopes = array_append(scopes, ?) where scopes @> ?::text[]', [
    OWN,
    SCOPES,
  ] as never[]);
}

/** Allows these scopes for roles and keys. */
async function allowScopes(knex: Knex, scopes: readonly string[]): Promise<void> {
  const list = scopes.map((scope) => `'${scope}'`).join(', ');
  for (const table of ['roles', 'api_keys']) {
    await knex.raw(`alter table ${table} drop constraint ${table}_scopes_check`);
    await knex.raw(
      `alter table ${table} add constraint ${table}_scopes_check
         check (scopes <@ array[${list}] and cardinality(scopes) > 0)`,
    );
  }
}
