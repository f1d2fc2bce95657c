import { id, numbers, oneOf, STAMPS, texts, times } from './columns.js';

/** The currency of amounts: ISO 4217, in lower case. */
const CURRENCY = `currency text collate "C" check (currency ~ '^[a-z]{3}$')`;

/** Companies, their entities, and suppliers. */
const OWNERS = [
  `create table companies (${id('_id', 'primary key')}, ${texts('name')}, ${STAMPS}, ${CURRENCY})`,
  `create table entities (
     ${id('_id', 'primary key')}, ${texts('name')},
     ${id('company_id', 'not null references companies')}, ${STAMPS}, ${CURRENCY}
   )`,
  'create index on entities (company_id, _id)',
  // An entity without a currency has the currency of its company.
  `create view entity_records as
   select e._id, e.name, e.company_id, coalesce(e.currency, c.currency) as currency, e.created_at, e.updated_at
   from entities e join companies c on c._id = e.company_id`,
  `create table suppliers (${id('_id', 'primary key')}, name text collate "C" not null, ${STAMPS})`,
];

/** Sites. The time zone is a canonical name of the IANA database. */
const ASSETS = [
  `create table assets (
     ${id('_id', 'primary key')},
     ${texts('site_name', 'site_code', 'address_street_address', 'address_locality', 'address_region')},
     ${texts('address_post_code', 'address_country_code', 'address_latitude', 'address_longitude', 'asset_type')},
     ${numbers('floor_area')}, ${texts('floor_area_unit')}, ${numbers('no_of_floors')}, ${texts('gav', 'gav_currency')},
     ${oneOf('occupation_status', ['occupied', 'vacant', 'other', 'n/a'])},
     ${numbers('vacancy_rate', 'construction_year')},
     ${times('owned_since')}, ${oneOf('tenure', ['freehold', 'leasehold'])},
     ${numbers('tenant_controlled_percent', 'landlord_controlled_percent', 'occupancy_level')},
     ${oneOf('status', ['active', 'inactive'], 'not null')},
     ${id('entity_id', 'references entities')}, ${id('company_id', 'not null references companies')},
     tags text[] collate "C" not null default '{}', ${STAMPS}, ${texts('time_zone')}
   )`,
  'create index on assets (company_id, _id)',
  'create index on assets (entity_id, _id)',
  'create index assets_updated on assets (updated_at, _id)',
];

const METER_TYPES = ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature'];

/** Meters. Their records refer to them by the integer key, which is smaller than the identifier. */
const ACCOUNTS = [
  `create table accounts (
     account_key integer generated always as identity unique,
     ${id('_id', 'primary key')}, ${texts('name', '"group"', 'site_code')},
     ${oneOf('type', METER_TYPES, 'not null')},
     ${texts('supplier_ref', 'meter_point_number', 'meter_point_number2', 'meter_serial_number', 'meter_units')},
     automatic_meter_read boolean, ${oneOf('status', ['active', 'inactive'], 'not null')},
     ${texts('capacity', 'meter_operator', 'meter_location', 'meter_area_served')},
     is_virtual boolean, ${texts('meter_user')},
     consumption_priority text[] collate "C" check (consumption_priority <@ array['hh', 'reading', 'invoice']),
     ${id('asset_id', 'references assets')}, ${id('entity_id', 'references entities')},
     ${id('company_id', 'not null references companies')},
     tags text[] collate "C" not null default '{}', ${STAMPS}
   )`,
  'create index on accounts (company_id, _id)',
  'create index on accounts (entity_id, _id)',
  'create index on accounts (asset_id, _id)',
  'create index on accounts (meter_point_number)',
  'create index on accounts (meter_serial_number)',
  'create index accounts_updated on accounts (updated_at, _id)',
];

/** Groups of sites. The view lists the members as pairs. */
const ASSET_GROUPS = [
  `create table asset_groups (
     ${id('_id', 'primary key')}, ${texts('name')}, asset_ids bytea[] not null default '{}',
     ${id('entity_id', 'references entities')}, ${id('company_id', 'not null references companies')}, ${STAMPS}
   )`,
  'create index on asset_groups (company_id, _id)',
  'create index on asset_groups (entity_id, _id)',
  'create view asset_group_members as select _id, unnest(asset_ids) as linked_id from asset_groups',
];

const CONTRACTS = [
  `create table contracts (
     ${id('_id', 'primary key')}, account_key integer not null references accounts (account_key),
     ${id('supplier_id')}, start_date timestamptz(3) not null,
     end_date timestamptz(3) check (end_date >= start_date), ${STAMPS}
   )`,
  'create index on contracts (account_key, start_date)',
  'create index on contracts (supplier_id)',
  `create view contract_records as
   select c.*, a._id as account_id, a.entity_id, a.company_id from contracts c join accounts a using (account_key)`,
];

/** The portfolio: companies, entities, suppliers, sites, meters and contracts. */
export const PORTFOLIO: readonly string[] = [...OWNERS, ...ASSETS, ...ACCOUNTS, ...ASSET_GROUPS, ...CONTRACTS];
