import type { Knex } from 'knex';

/**
 * Creates companies, entities, assets and accounts. Identifiers are 12 bytes. Texts compare by code point on both
 * engines.
 */
export async function up(knex: Knex): Promise<void> {
  const id = (name: string, more = ''): string => `${name} bytea check (octet_length(${name}) = 12) ${more}`;
  const text = (...names: string[]): string => names.map((name) => `${name} text collate "C"`).join(', ');
  const numbers = (...names: string[]): string =>
    names.map((name) => `${name} float8 check (${name} > '-infinity' and ${name} < 'infinity')`).join(', ');
  const oneOf = (name: string, values: string[], more = ''): string =>
    `${name} text collate "C" ${more} check (${name} in (${values.map((value) => `'${value}'`).join(', ')}))`;
  const stamps = `created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;

  await knex.raw(`create table companies (${id('_id', 'primary key')}, ${text('name')}, ${stamps})`);
  await knex.raw(`
    create table entities (
      ${id('_id', 'primary key')}, ${text('name')},
      ${id('company_id', 'not null references companies')}, ${stamps}
    )`);
  await knex.raw(`create index on entities (company_id, _id)`);
  await knex.raw(`
    create table assets (
      ${id('_id', 'primary key')},
      ${text('site_name', 'site_code', 'address_street_address', 'address_locality', 'address_region')},
      ${text('address_post_code', 'address_country_code', 'address_latitude', 'address_longitude', 'asset_type')},
      ${numbers('floor_area')}, ${text('floor_area_unit')}, ${numbers('no_of_floors')}, ${text('gav', 'gav_currency')},
      ${oneOf('occupation_status', ['occupied', 'vacant', 'other', 'n/a'])},
      ${numbers('vacancy_rate', 'construction_year')},
      owned_since timestamptz(3), ${oneOf('tenure', ['freehold', 'leasehold'])},
      ${numbers('tenant_controlled_percent', 'landlord_controlled_percent', 'occupancy_level')},
      ${oneOf('status', ['active', 'inactive'], 'not null')},
      ${id('entity_id', 'references entities')}, ${id('company_id', 'not null references companies')},
      tags text[] collate "C" not null default '{}', ${stamps}
    )`);
  await knex.raw(`create index on assets (company_id, _id)`);
  await knex.raw(`create index on assets (entity_id, _id)`);
  await knex.raw(`
    create table accounts (
      account_key integer generated always as identity unique,
      ${id('_id', 'primary key')}, ${text('name', '"group"', 'site_code')},
      ${oneOf(
        'type',
        ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature'],
        'not null',
      )},
      ${text('supplier_ref', 'meter_point_number', 'meter_point_number2', 'meter_serial_number', 'meter_units')},
      automatic_meter_read boolean, ${oneOf('status', ['active', 'inactive'], 'not null')},
      ${text('capacity', 'meter_operator', 'meter_location', 'meter_area_served')},
      is_virtual boolean, ${text('meter_user')},
      consumption_priority text[] collate "C" check (consumption_priority <@ array['hh', 'reading', 'invoice']),
      ${id('asset_id', 'references assets')}, ${id('entity_id', 'references entities')},
      ${id('company_id', 'not null references companies')},
      tags text[] collate "C" not null default '{}', ${stamps}
    )`);
  await knex.raw(`create index on accounts (company_id, _id)`);
  await knex.raw(`create index on accounts (entity_id, _id)`);
  await knex.raw(`create index on accounts (asset_id, _id)`);
  await knex.raw(`create index on accounts (meter_point_number)`);
  await knex.raw(`create index on accounts (meter_serial_number)`);
}
