import type { Knex } from 'knex';

const ALL = ['read:accounts', 'read:assets', 'read:invoices', 'read:readings', 'read:consumptions'];

/** Creates roles, users, grants, API keys and settings (contract 5, with the table of scopes). */
export async function up(knex: Knex): Promise<void> {
  const scopes = `check (scopes <@ array[${ALL.map((scope) => `'${scope}'`).join(', ')}] and cardinality(scopes) > 0)`;
  await knex.raw(`create table roles (name text collate "C" primary key, scopes text[] not null ${scopes})`);
  await knex('roles').insert([
    { name: 'reader', scopes: ALL },
    { name: 'energy', scopes: ['read:accounts', 'read:assets', 'read:readings', 'read:consumptions'] },
    { name: 'finance', scopes: ['read:accounts', 'read:assets', 'read:invoices'] },
    { name: 'sites', scopes: ['read:accounts', 'read:assets'] },
  ]);
  await knex.raw(`
    create table users (
      _id bytea primary key check (octet_length(_id) = 12), created_at timestamptz(3) not null default now()
    )`);
  // A key may be issued before the first import, so a grant may name a company that does not exist yet.
  await knex.raw(`
    create table grants (
      user_id bytea not null references users on delete cascade,
      company_id bytea check (octet_length(company_id) = 12),
      entity_id bytea check (octet_length(entity_id) = 12),
      check (num_nonnulls(company_id, entity_id) = 1),
      unique nulls not distinct (user_id, company_id, entity_id)
    )`);
  await knex.raw(`
    create table api_keys (
      key_id integer generated always as identity primary key,
      user_id bytea not null references users on delete cascade,
      digest bytea not null unique check (octet_length(digest) = 32),
      role text collate "C" references roles,
      scopes text[] ${scopes},
      check (num_nonnulls(role, scopes) = 1),
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3)
    )`);
  await knex.raw(`create index on api_keys (user_id)`);
  await knex.raw(`create table settings (name text collate "C" primary key, value text not null)`);
}
