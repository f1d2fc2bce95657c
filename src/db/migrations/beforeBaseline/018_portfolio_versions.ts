import type { Knex } from 'knex';
import { alsoGrants } from '../baseline/triggers.js';
import { KEEPS_NOTE, MARK, NOTE_DATA_CHANGE } from '../baseline/versions.js';

/** Marks of any rows as one, whatever their order, in 16 digits. */
const JOINED_MARK = `lpad(to_hex(bit_xor(mark)), 16, '0')`;

/**
 * A version for each company and each entity, and one, of the empty identifier, for what concerns everybody: factors,
 * settings, and what triggers note of SQL by hand. A transaction says whose data it changes, and raises all of theirs
 * by one statement, in order, so that no two wait for each other. What was the one version goes on as that of
 * everybody, with number and mark.
 */
export async function up(knex: Knex): Promise<void> {
  // An import that is under way ends its part first.
  await knex.raw('lock table data_changes in access exclusive mode');
  // What migrations before this have changed in the same transaction raises the version now, as a table is not altered
  // before that.
  await knex.raw('set constraints all immediate');
  await knex.raw('alter table data_version rename to portfolio_versions');
  await knex.raw(`
    alter table portfolio_versions drop column one, add column portfolio_id bytea primary key default '',
      alter column mark drop default, alter column mark type bigint using ('x' || mark)::bit(64)::bigint`);
  // Rows are few, and changed again and again.
  await knex.raw('alter table portfolio_versions alter column portfolio_id drop default, set (fillfactor = 50)');
  await knex.raw(alsoGrants('portfolio_versions', 'update', 'insert', 'portfolio_versions'));
  // That of all data, which services of before read until they are started anew.
  await knex.raw(`
    create view data_version as
    select sum(version)::bigint as version, ${JOINED_MARK} as mark from portfolio_versions`);
  await knex.raw(alsoGrants('portfolio_versions', 'select', 'select', 'data_version'));
  await knex.raw(`alter table data_changes add column portfolio_ids bytea[] not null default '{""}'`);
  await knex.raw(alsoGrants('data_changes', 'insert', 'update', 'data_changes'));
  await knex.raw('drop function note_data_change(boolean)');
  for (const statement of NOTE_DATA_CHANGE) await knex.raw(statement);
  await raisesPortfolios(knex);
  await knex.raw('set constraints all deferred');
}

/** What the end of a transaction that changed data does; what is noted after it, as by a trigger beside it, is noted anew. */
async function raisesPortfolios(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function raise_version() returns trigger language plpgsql as $$
    declare
      portfolios bytea[];
    begin
      select portfolio_ids into portfolios from data_changes where change_id = new.change_id;
      if not (${KEEPS_NOTE}) then delete from data_changes where change_id = new.change_id; end if;
      perform set_config('udg.changes', '', true);
      insert into portfolio_versions as v (portfolio_id, version, mark)
      select id, 1, ${MARK} from (select distinct unnest(portfolios) as id) concerned order by id
      on conflict (portfolio_id) do update set version = v.version + 1, mark = excluded.mark;
      return null;
    end $$`);
}
