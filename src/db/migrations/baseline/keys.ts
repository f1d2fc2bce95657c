import { id, times } from './columns.js';

const SCOPES = ['accounts', 'assets', 'invoices', 'readings', 'consumptions', 'findings'].map(
  (name) => `'read:${name}'`,
);

const SCOPE_CHECK = `check (scopes <@ array[${SCOPES.join(', ')}] and cardinality(scopes) > 0)`;

/** Roles, users, grants, API keys and settings (contract 5). */
export const KEYS: readonly string[] = [
  `create table roles (name text collate "C" primary key, scopes text[] not null ${SCOPE_CHECK})`,
  `insert into roles (name, scopes) values
     ('reader', array[${SCOPES.join(', ')}]),
     ('energy', '{read:accounts,read:assets,read:readings,read:consumptions}'),
     ('finance', '{read:accounts,read:assets,read:invoices}'),
     ('sites', '{read:accounts,read:assets}')`,
  `create table users (${id('_id', 'primary key')}, created_at timestamptz(3) not null default now())`,
  // A key may be issued before the first import, so a grant may name a company that does not exist yet.
  `create table grants (
     user_id bytea not null references users on delete cascade, ${id('company_id')}, ${id('entity_id')},
     check (num_nonnulls(company_id, entity_id) = 1),
     unique nulls not distinct (user_id, company_id, entity_id)
   )`,
  `create table api_keys (
     key_id integer generated always as identity primary key,
     user_id bytea not null references users on delete cascade,
     digest bytea not null unique check (octet_length(digest) = 32),
     role text collate "C" references roles,
     scopes text[] ${SCOPE_CHECK},
     check (num_nonnulls(role, scopes) = 1),
     created_at timestamptz(3) not null default now(), ${times('expires_at', 'revoked_at')},
     label text collate "C" check (label <> ''), last_used date
   )`,
  'create index on api_keys (user_id)',
  `create table settings (name text collate "C" primary key, value text not null)`,
];
