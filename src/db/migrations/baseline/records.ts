import { id, numbers, oneOf, STAMPS, texts, times } from './columns.js';

const values = (...names: readonly string[]): readonly string[] => names.map((name) => `values_${name}`);

/**
 * Supplier invoices. An invoice may have no account yet: key 0. It repeats the account's identifier, company and
 * entity. The invoices of an account, a company or an entity by date are then a range of an index, in both directions.
 * Invoices without a date are last.
 */
const INVOICES = [
  `create table invoices (
     account_key integer not null, ${id('_id', 'not null')}, ${id('account_id')}, ${id('company_id', 'not null')},
     ${id('entity_id')}, ${id('supplier_id')}, ${texts('file_name', 'type', 'notes')},
     tags text[] collate "C" not null default '{}',
     ${oneOf('status', ['processing', 'pending', 'uploading', 'queued', 'captured', 'error', 'completed'])},
     ${oneOf('financial_status', ['approved', 'new', 'not-approved', 'paid', 'sent-for-payment'])},
     completed boolean, is_paid boolean, simulated boolean,
     ${texts(...values('invoice_number', 'supplier_ref', 'supplier_name', 'recipient', 'meter_point_number'))},
     ${texts(...values('meter_serial_number', 'units', 'start_read', 'end_read', 'start_read_type', 'end_read_type'))},
     ${texts(...values('supply_address'))},
     ${times(...values('invoice_date', 'invoice_due_date', 'start_date', 'end_date'))},
     ${numbers(...values('total_units', 'total_unit_cost', 'total_daily', 'total_ccl', 'net_total_cost', 'total_tax'))},
     ${numbers(...values('total_cost'))},
     rates jsonb not null default '[]' check (jsonb_typeof(rates) = 'array'), ${STAMPS},
     check ((account_id is null) = (account_key = 0)), primary key (account_key, _id)
   )`,
  'create index on invoices (_id)',
  'create index on invoices (company_id, _id)',
  'create index on invoices (supplier_id, company_id)',
  'create index on invoices (supplier_id, entity_id)',
  'create index invoices_updated on invoices (updated_at, _id)',
  ...(['company_id', 'entity_id', 'account_key'] as const).flatMap((owner) => {
    const name = { company_id: 'invoices_company', entity_id: 'invoices_entity', account_key: 'invoices_account' }[
      owner
    ];
    return [
      `create index ${name}_date on invoices (${owner}, values_invoice_date, _id)`,
      `create index ${name}_latest on invoices (${owner}, values_invoice_date desc nulls last, _id)`,
    ];
  }),
];

/**
 * Readings of registers. The source of a reading may state the quantity since the reading before it, and the digits of
 * the register. It may also state the time of its last change of the reading (`stated_at`, as NEM13 does). The view
 * omits `stated_at`: only imports read it.
 */
const READINGS = [
  `create table readings (
     submitted_at timestamptz(3) not null, ${numbers('value')}, ${STAMPS}, account_key integer not null,
     ${id('_id', 'not null')}, register_id text collate "C" check (length(register_id) between 1 and 200),
     ${id('invoice_id')}, ${texts('type', 'units', 'name')},
     ${oneOf('source', ['manual', 'invoice', 'app', 'import', 'sub meter'])}, is_half_hourly boolean,
     meter_reset boolean, quantity float8 check (quantity >= 0 and quantity < 'infinity'),
     register_digits float8 check (register_digits between 1 and 15 and register_digits = floor(register_digits)),
     ${times('stated_at')},
     check (num_nulls(value, type) = 0), primary key (account_key, _id)
   )`,
  'create index on readings (_id)',
  'create index readings_account_type on readings (account_key, type, submitted_at, _id)',
  'create index readings_account_time on readings (account_key, submitted_at, _id)',
  'create index readings_updated on readings (account_key, updated_at, _id)',
  // An invoice that readings were taken from cannot be deleted.
  'create index on readings (invoice_id) where invoice_id is not null',
  `create view reading_records as
   select r.submitted_at, r.value, r.created_at, r.updated_at, r.account_key, r._id, r.register_id, r.invoice_id, r.type,
     r.units, r.name, r.source, r.is_half_hourly, r.meter_reset, r.quantity, r.register_digits, a._id as account_id,
     a.entity_id, a.company_id
   from readings r join accounts a using (account_key)`,
];

const KINDS = ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature', 'other'];

/**
 * Interval records, the largest table. Columns of eight bytes come first, so that rows have no padding. `kind_key`
 * replaces the texts and flags, which have few combinations. `estimated_value` is the estimated part of the value;
 * null: all of an estimated interval, and nothing of another one. The import checks it. `stated_at` is the time of the
 * last change at the source, as NEM12 states it.
 */
const INTERVALS = [
  `create table interval_kinds (
     kind_key integer generated always as identity primary key,
     ${oneOf('type', KINDS, 'not null')},
     ${texts('unit', 'read_type')}, is_half_hourly boolean, is_estimated boolean, is_grid_data boolean, ${texts('source')},
     unique nulls not distinct (type, unit, read_type, is_half_hourly, is_estimated, is_grid_data, source)
   )`,
  `create table intervals (
     start_timestamp timestamptz(3) not null,
     end_timestamp timestamptz(3) not null check (end_timestamp > start_timestamp),
     value float8 not null check (value > '-infinity' and value < 'infinity'), ${STAMPS},
     account_key integer not null, kind_key integer not null, ${id('_id', 'not null')},
     estimated_value float8, ${times('stated_at')},
     primary key (_id, account_key)
   )`,
  'create index intervals_account_start on intervals (account_key, start_timestamp)',
  // Rows are in the order of time. A summary of each range of pages finds the changed ones and costs little.
  'create index intervals_updated on intervals using brin (updated_at) with (autosummarize = on)',
  `create view interval_records as
   select i._id, i.value, i.estimated_value, i.start_timestamp, i.end_timestamp, k.type, k.unit, k.read_type,
     k.is_half_hourly, k.is_estimated, k.is_grid_data, k.source, a._id as account_id, a.entity_id, a.company_id,
     i.created_at, i.updated_at, i.account_key
   from intervals i join accounts a using (account_key) join interval_kinds k using (kind_key)`,
];

/**
 * A server needs these rows to read the intervals of an account. The table is distributed like the intervals, and has a
 * row for each account with intervals or readings. An interval that overlaps a range of time starts at most
 * `longest_interval_ms` before it.
 */
const ACCOUNT_SHARDS = [
  `create table account_shards (
     account_key integer primary key, longest_interval_ms bigint not null default 0 check (longest_interval_ms >= 0)
   )`,
];

/**
 * Invoices, readings and intervals. They refer to their account by its integer key, which is part of their primary key,
 * and have no foreign keys. So Citus can distribute them by account. Imports check the references.
 */
export const RECORDS: readonly string[] = [...INVOICES, ...READINGS, ...INTERVALS, ...ACCOUNT_SHARDS];
