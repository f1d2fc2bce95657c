import type { Knex } from 'knex';

const id = (name: string, more = ''): string => `${name} bytea ${more} check (octet_length(${name}) = 12)`;
const text = (...names: string[]): string => names.map((name) => `${name} text collate "C"`).join(', ');
const numbers = (...names: string[]): string =>
  names.map((name) => `${name} float8 check (${name} > '-infinity' and ${name} < 'infinity')`).join(', ');
const dates = (...names: string[]): string => names.map((name) => `${name} timestamptz(3)`).join(', ');
const oneOf = (name: string, values: string[]): string =>
  `${name} text collate "C" check (${name} in (${values.map((value) => `'${value}'`).join(', ')}))`;
const STAMPS = `created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;

/**
 * Creates asset groups, contracts, invoices and readings. Records of an account have its integer key, as intervals do.
 * The keys of invoices and readings are (account, `_id`), without foreign keys: so they can be distributed by account,
 * and the import checks the references.
 */
export async function up(knex: Knex): Promise<void> {
  await assetGroups(knex);
  await contracts(knex);
  await invoices(knex);
  await readings(knex);
}

/** Creates the groups. The members are an array; a view lists them as pairs. */
async function assetGroups(knex: Knex): Promise<void> {
  await knex.raw(`
    create table asset_groups (
      ${id('_id', 'primary key')}, ${text('name')}, asset_ids bytea[] not null default '{}',
      ${id('entity_id', 'references entities')}, ${id('company_id', 'not null references companies')}, ${STAMPS}
    )`);
  await knex.raw(`create index on asset_groups (company_id, _id)`);
  await knex.raw(`create index on asset_groups (entity_id, _id)`);
  await knex.raw(`create view asset_group_members as select _id, unnest(asset_ids) as linked_id from asset_groups`);
}

async function contracts(knex: Knex): Promise<void> {
  await knex.raw(`
    create table contracts (
      ${id('_id', 'primary key')}, account_key integer not null references accounts (account_key),
      ${id('supplier_id')}, start_date timestamptz(3) not null,
      end_date timestamptz(3) check (end_date >= start_date), ${STAMPS}
    )`);
  await knex.raw(`create index on contracts (account_key, start_date)`);
  await knex.raw(`
    create view contract_records as
    select c.*, a._id as account_id, a.entity_id, a.company_id from contracts c join accounts a using (account_key)`);
}

/**
 * Creates the invoices. An invoice may have no account yet: key 0. It repeats the account's identifier, company and
 * entity. The invoices of an account, a company or an entity by date are then a range of an index, in both directions.
 * Invoices without a date are last.
 */
async function invoices(knex: Knex): Promise<void> {
  const values = ['invoice_number', 'supplier_ref', 'supplier_name', 'recipient', 'meter_point_number'];
  const reads = ['meter_serial_number', 'units', 'start_read', 'end_read', 'start_read_type', 'end_read_type'];
  const sums = ['total_units', 'total_unit_cost', 'total_daily', 'total_ccl', 'net_total_cost', 'total_tax'];
  const of = (names: string[]): string[] => names.map((name) => `values_${name}`);
  await knex.raw(`
    create table invoices (
      account_key integer not null, ${id('_id', 'not null')}, ${id('account_id')}, ${id('company_id', 'not null')},
      ${id('entity_id')}, ${id('supplier_id')}, ${text('file_name', 'type', 'notes')}, tags text[] collate "C" not null default '{}',
      ${oneOf('status', ['processing', 'pending', 'uploading', 'queued', 'captured', 'error', 'completed'])},
      ${oneOf('financial_status', ['approved', 'new', 'not-approved', 'paid', 'sent-for-payment'])},
      completed boolean, is_paid boolean, simulated boolean,
      ${text(...of([...values, ...reads, 'supply_address']))},
      ${dates(...of(['invoice_date', 'invoice_due_date', 'start_date', 'end_date']))},
      ${numbers(...of([...sums, 'total_cost']))},
      rates jsonb not null default '[]' check (jsonb_typeof(rates) = 'array'), ${STAMPS},
      check ((account_id is null) = (account_key = 0)), primary key (account_key, _id)
    )`);
  await knex.raw(`create index on invoices (_id)`);
  await knex.raw(`create index on invoices (company_id, _id)`);
  for (const owner of ['company_id', 'entity_id', 'account_key']) {
    const name = `invoices_${owner.replace(/_.*/, '')}`;
    await knex.raw(`create index ${name}_date on invoices (${owner}, values_invoice_date, _id)`);
    await knex.raw(`create index ${name}_latest on invoices (${owner}, values_invoice_date desc nulls last, _id)`);
  }
}

async function readings(knex: Knex): Promise<void> {
  await knex.raw(`
    create table readings (
      submitted_at timestamptz(3) not null, ${numbers('value')}, ${STAMPS}, account_key integer not null,
      ${id('_id', 'not null')}, ${id('register_id')}, ${id('invoice_id')}, ${text('type', 'units', 'name')},
      ${oneOf('source', ['manual', 'invoice', 'app', 'import', 'sub meter'])}, is_half_hourly boolean,
      meter_reset boolean, check (num_nulls(value, type) = 0), primary key (account_key, _id)
    )`);
  await knex.raw(`create index on readings (_id)`);
  await knex.raw(`create index readings_account_type on readings (account_key, type, submitted_at, _id)`);
  await knex.raw(`create index readings_account_time on readings (account_key, submitted_at, _id)`);
  await knex.raw(`
    create view reading_records as
    select r.*, a._id as account_id, a.entity_id, a.company_id from readings r join accounts a using (account_key)`);
}
