import type { Knex } from 'knex';
import { RAISED, raisesVersion } from './015_version_mark.js';
import { grantExecution, IS_KEPT, notesKept } from './017_own_statements.js';
import { notesChange } from './010_version.js';

/** 62 random bits as a number: another one for each row of a statement. */
export const MARK = `('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint`;

/** Marks of any rows as one, whatever their order, in 16 digits. */
const JOINED_MARK = `lpad(to_hex(bit_xor(mark)), 16, '0')`;

/**
 * A version for each company and each entity, and one, of the empty identifier, for what concerns everybody: factors, settings,
 * and what triggers note of SQL by hand. A transaction says whose data it changes, and raises all of theirs by one statement, in
 * order, so that no two wait for each other. What was the one version goes on as that of everybody, with number and mark.
 */
export async function up(knex: Knex): Promise<void> {
  // An import that is under way ends its part first.
  await knex.raw('lock table data_changes in access exclusive mode');
  // What migrations before this have changed in the same transaction raises the version now, as a table is not altered before that.
  await knex.raw('set constraints all immediate');
  await knex.raw('alter table data_version rename to portfolio_versions');
  await knex.raw(`
    alter table portfolio_versions drop column one, add column portfolio_id bytea primary key default '',
      alter column mark drop default, alter column mark type bigint using ('x' || mark)::bit(64)::bigint`);
  // Rows are few, and changed again and again.
  await knex.raw('alter table portfolio_versions alter column portfolio_id drop default, set (fillfactor = 50)');
  await grantBeside(knex, 'portfolio_versions', 'update', 'insert', 'portfolio_versions');
  // That of all data, which services of before read until they are started anew.
  await knex.raw(`
    create view data_version as
    select sum(version)::bigint as version, ${JOINED_MARK} as mark from portfolio_versions`);
  await grantBeside(knex, 'portfolio_versions', 'select', 'select', 'data_version');
  await knex.raw(`alter table data_changes add column portfolio_ids bytea[] not null default '{""}'`);
  await grantBeside(knex, 'data_changes', 'insert', 'update', 'data_changes');
  await notesPortfolios(knex);
  await raisesPortfolios(knex);
  await knex.raw('set constraints all deferred');
}

export async function down(knex: Knex): Promise<void> {
  await raisesVersion(knex, RAISED, IS_KEPT);
  await knex.raw('drop function note_data_change(boolean, bytea[])');
  await notesKept(knex);
  await knex.raw('alter table data_changes drop column portfolio_ids');
  await knex.raw(`
    update portfolio_versions v set version = a.version, mark = ('x' || a.mark)::bit(64)::bigint
    from data_version a where v.portfolio_id = ''`);
  await knex.raw(`delete from portfolio_versions where portfolio_id <> ''`);
  await knex.raw('drop view data_version');
  await knex.raw(`
    alter table portfolio_versions drop column portfolio_id, reset (fillfactor),
      add column one boolean primary key default true check (one),
      alter column mark type text using lpad(to_hex(mark), 16, '0')`);
  await knex.raw(`
    alter table portfolio_versions alter column mark set default right(replace(gen_random_uuid()::text, '-', ''), 16)`);
  await knex.raw('alter table portfolio_versions rename to data_version');
}

/**
 * What notes a change: imports and rebuilds say whose data they change, each as often as it finds out more; triggers, of a
 * transaction that has said nothing, that it is everybody's.
 */
async function notesPortfolios(knex: Knex): Promise<void> {
  await knex.raw('drop function note_data_change(boolean)');
  await knex.raw(`
    create function note_data_change(kept boolean, portfolios bytea[] default '{""}') returns void language plpgsql as $$
    declare
      noted bigint := nullif(current_setting('udg.changes', true), '')::bigint;
    begin
      if kept then perform set_config('udg.notes', 'kept', true); end if;
      if noted is null then
        insert into data_changes (portfolio_ids) values (portfolios) returning change_id into noted;
        perform set_config('udg.changes', noted::text, true);
      else
        update data_changes set portfolio_ids = array(select distinct unnest(portfolio_ids || portfolios))
        where change_id = noted and not portfolio_ids @> portfolios;
      end if;
    end $$`);
  await grantExecution(knex, 'note_data_change(boolean, bytea[])');
  await notesChange(
    knex,
    `if coalesce(current_setting('udg.changes', true), '') = '' then perform note_data_change(false); end if;`,
  );
}

/** What the end of a transaction that changed data does; what is noted after it, as by a trigger beside it, is noted anew. */
export async function raisesPortfolios(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function raise_version() returns trigger language plpgsql as $$
    declare
      portfolios bytea[];
    begin
      select portfolio_ids into portfolios from data_changes where change_id = new.change_id;
      if not (${IS_KEPT}) then delete from data_changes where change_id = new.change_id; end if;
      perform set_config('udg.changes', '', true);
      insert into portfolio_versions as v (portfolio_id, version, mark)
      select id, 1, ${MARK} from (select distinct unnest(portfolios) as id) concerned order by id
      on conflict (portfolio_id) do update set version = v.version + 1, mark = excluded.mark;
      return null;
    end $$`);
}

/** Whoever may do one thing with a table may do another one with it, or with what comes out of it. */
async function grantBeside(knex: Knex, table: string, has: string, gets: string, of: string): Promise<void> {
  await knex.raw(`
    do $$ declare granted record; begin
      for granted in select g.grantee::regrole as role from pg_class c, aclexplode(c.relacl) g
        where c.oid = '${table}'::regclass and g.privilege_type = upper('${has}') and g.grantee not in (0, c.relowner)
      loop execute format('grant ${gets} on ${of} to %s', granted.role); end loop;
    end $$`);
}
