import type { Knex } from 'knex';

/**
 * Creates the interval records, the largest table. Columns of eight bytes come first, so that rows have no padding. An
 * account is an integer key. One key into `interval_kinds` replaces the texts and flags of a record, which have few
 * combinations. The primary key is (`_id`, account): the table can be distributed by account, and a lookup by `_id`
 * finds the same `_id` under another account. Distribution allows no foreign key, so the import checks the references.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table interval_kinds (
      kind_key integer generated always as identity primary key,
      type text collate "C" not null check (type in ('electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow',
        'cooling', 'temperature', 'other')),
      unit text collate "C", read_type text collate "C", is_half_hourly boolean, is_estimated boolean,
      is_grid_data boolean, source text collate "C",
      unique nulls not distinct (type, unit, read_type, is_half_hourly, is_estimated, is_grid_data, source)
    )`);
  await knex.raw(`
    create table intervals (
      start_timestamp timestamptz(3) not null,
      end_timestamp timestamptz(3) not null check (end_timestamp > start_timestamp),
      value float8 not null check (value > '-infinity' and value < 'infinity'),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      account_key integer not null,
      kind_key integer not null,
      _id bytea not null check (octet_length(_id) = 12),
      primary key (_id, account_key)
    )`);
  await knex.raw(`create index intervals_account_start on intervals (account_key, start_timestamp)`);
  await knex.raw(`
    create view interval_records as
    select i._id, i.value, i.start_timestamp, i.end_timestamp, k.type, k.unit, k.read_type, k.is_half_hourly,
      k.is_estimated, k.is_grid_data, k.source, a._id as account_id, a.entity_id, a.company_id, i.created_at,
      i.updated_at, i.account_key
    from intervals i join accounts a using (account_key) join interval_kinds k using (kind_key)`);
}
