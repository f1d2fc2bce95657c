import type { Knex } from 'knex';
import { deletionsOf, KEPT, keepDeletions, keepOwners, type KeptTable } from '../deletionSql.js';
import { BY_ACCOUNT, ON_ALL_SERVERS } from '../distribution.js';
import { copyGrants } from './copyGrants.js';
import { followStatements } from './followStatements.js';
import { isDistributed } from './isDistributed.js';

/**
 * Deletions: which records have gone, or have left what some may see, and when. A row of a deletion is as small as may be, as
 * intervals go by the million: whose the record was is a key, as the kind of an interval is. Imports write them by statements of
 * their own, on every engine alike; triggers do it for whoever else deletes. They are known from `since` on; infinity: none are
 * kept. Beside them what is told of keys: a label, and the day of their last use.
 */
export async function up(knex: Knex): Promise<void> {
  const id = (name: string): string => `${name} bytea check (octet_length(${name}) = 12)`;
  await knex.raw(`
    create table deletion_owners (
      owner_key integer generated always as identity primary key,
      ${id('account_id')}, ${id('company_id')}, ${id('entity_id')},
      unique nulls not distinct (account_id, company_id, entity_id)
    )`);
  await knex.raw(`
    create table deletions (
      deleted_at timestamptz(3) not null default now(), owner_key integer not null, is_account_wide boolean not null,
      resource text collate "C" not null check (resource in (${KEPT.map(({ resource }) => `'${resource}'`).join(', ')})),
      ${id('_id')} not null
    )`);
  // For who sees much of what was deleted, of one resource or of all, and for who sees little.
  await knex.raw('create index deletions_time on deletions (resource, deleted_at, _id)');
  await knex.raw('create index deletions_all on deletions (deleted_at, _id)');
  await knex.raw('create index deletions_owner on deletions (owner_key, resource, deleted_at)');
  await knex.raw(
    `create table deletions_known (one boolean primary key default true check (one), since timestamptz(3) not null)`,
  );
  await knex.raw(`
    create view deletion_records as
    select d._id, d.resource, o.account_id, d.is_account_wide, d.deleted_at, o.company_id, o.entity_id
    from deletions d join deletion_owners o using (owner_key)
    where d.deleted_at >= (select since from deletions_known)`);
  // What is taken away was hidden by `since` before.
  for (const [table, changes] of [
    ['deletions', 'insert or update'],
    ['deletions_known', 'insert or update or delete or truncate'],
  ]) {
    await knex.raw(`
      create trigger ${table}_changed after ${changes} on ${table} for each statement execute function note_change()`);
  }
  const withoutTriggers = (await isDistributed(knex)) ? [...ON_ALL_SERVERS, ...BY_ACCOUNT] : [];
  for (const kept of KEPT) if (!withoutTriggers.includes(kept.table)) await keepByTriggers(knex, kept);
  for (const name of ['deletion_owners', 'deletions', 'deletions_known']) await copyGrants(knex, 'usage_months', name);
  for (const name of ['deletion_records', 'deletions_known']) await copyGrants(knex, 'accounts', name);
  await knex.raw(
    `alter table api_keys add column label text collate "C" check (label <> ''), add column last_used date`,
  );
  // As the last act: what others have deleted before the triggers were there is not known. A database that is empty has lost nothing.
  await knex.raw(`
    insert into deletions_known (since)
    select case when exists (select from companies) then clock_timestamp() else timestamptz 'epoch' end`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table api_keys drop column label, drop column last_used');
  for (const { table } of KEPT) await knex.raw(`drop function if exists keep_deleted_${table}() cascade`);
  await knex.raw('drop view deletion_records');
  for (const table of ['deletions', 'deletion_owners', 'deletions_known']) await knex.schema.dropTable(table);
}

/** A table that is distributed has no triggers: whoever writes it by hand there says so to nobody (docs/scale.md). */
async function keepByTriggers(knex: Knex, kept: KeptTable): Promise<void> {
  const { table } = kept;
  const isSame = table === 'accounts' ? 'c.account_key = t.account_key' : 'c._id = t._id';
  const isSameOwner = kept.isOfAccount ? ' and c.account_key = t.account_key' : '';
  const changed = `gone t left join come c on ${isSame}${isSameOwner}`;
  const { gone, left, orphaned } = deletionsOf(kept, { gone: 'gone t', changed });
  const keep = (each: string): string => `${keepOwners(each)}; ${keepDeletions(each)};`;
  await knex.raw(`
    create function keep_deleted_${table}() returns trigger language plpgsql as $$
    declare
      known_since timestamptz;
    begin
      if current_setting('udg.deletions', true) = 'own' then return null; end if;
      select since into known_since from deletions_known for share;
      if known_since is null or known_since = 'infinity' then return null; end if;
      if tg_op = 'DELETE' then ${keep(orphaned === null ? gone : `${gone} union all ${orphaned}`)}
      elsif tg_op = 'UPDATE' then ${keep(left)}
      else update deletions_known set since = clock_timestamp();
      end if;
      return null;
    end $$`);
  await followStatements(knex, table, `${table}_kept`, `keep_deleted_${table}`, ['delete', 'update', 'truncate']);
}
