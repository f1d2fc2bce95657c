import { id, oneOf } from './columns.js';
import { deletionsOf, KEPT, keepDeletions, keepOwners, type KeptTable } from './deletionSql.js';
import { notesChanges, triggersAfter } from './triggers.js';

/**
 * Deletions: the records that were deleted, or left a company or an entity, with the time. They are complete from
 * `since` on; infinity: none are stored. A row is small, because intervals are deleted by the million: `owner_key`
 * replaces the owner.
 */
export const DELETIONS_TABLES: readonly string[] = [
  `create table deletion_owners (
     owner_key integer generated always as identity primary key,
     ${id('account_id')}, ${id('company_id')}, ${id('entity_id')},
     unique nulls not distinct (account_id, company_id, entity_id)
   )`,
  `create table deletions (
     deleted_at timestamptz(3) not null default now(), owner_key integer not null, is_account_wide boolean not null,
     ${oneOf(
       'resource',
       KEPT.map(({ resource }) => resource),
       'not null',
     )},
     ${id('_id', 'not null')}
   )`,
  // For viewers of many deletions, of one resource or of all, and for viewers of few.
  'create index deletions_time on deletions (resource, deleted_at, _id)',
  'create index deletions_all on deletions (deleted_at, _id)',
  'create index deletions_owner on deletions (owner_key, resource, deleted_at)',
  `create table deletions_known (one boolean primary key default true check (one), since timestamptz(3) not null)`,
  `create view deletion_records as
   select d._id, d.resource, o.account_id, d.is_account_wide, d.deleted_at, o.company_id, o.entity_id
   from deletions d join deletion_owners o using (owner_key)
   where d.deleted_at >= (select since from deletions_known)`,
  // Rows are removed only if they are older than `since`.
  notesChanges('deletions', 'insert or update'),
  notesChanges('deletions_known'),
];

/** Returns statements that store the deletions of your own SQL in a table. An import stores its deletions itself. */
export function keepsDeletions(kept: KeptTable): readonly string[] {
  const { table } = kept;
  const isSame = table === 'accounts' ? 'c.account_key = t.account_key' : 'c._id = t._id';
  const isSameOwner = kept.isOfAccount ? ' and c.account_key = t.account_key' : '';
  const changed = `gone t left join come c on ${isSame}${isSameOwner}`;
  const { gone, left, orphaned } = deletionsOf(kept, { gone: 'gone t', changed });
  const keep = (each: string): string => `${keepOwners(each)}; ${keepDeletions(each)};`;
  return [
    `
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
    end $$`,
    ...triggersAfter(table, `${table}_kept`, `keep_deleted_${table}`, ['delete', 'update', 'truncate']),
  ];
}

/** In a new database deletions are complete from the first moment. */
export const DELETIONS: readonly string[] = [
  ...DELETIONS_TABLES,
  ...KEPT.flatMap(keepsDeletions),
  `insert into deletions_known (since) values ('epoch')`,
];
