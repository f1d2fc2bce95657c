import type { Knex } from 'knex';
import { alsoGrants } from '../baseline/triggers.js';
import { KEEPS_NOTE, MARK, NOTE_DATA_CHANGE } from '../baseline/versions.js';

/** Combines the marks of rows, in any order, to 16 digits. */
const JOINED_MARK = `lpad(to_hex(bit_xor(mark)), 16, '0')`;

/**
 * Creates a version for each company and each entity. The empty identifier has the version of common data: factors,
 * settings, and changes by hand-written SQL, which triggers record. A transaction states the companies and entities
 * whose data it changes. One statement raises all of their versions, in order, so that two transactions cannot
 * deadlock. The single version until now becomes the version of common data, with number and mark.
 */
export async function up(knex: Knex): Promise<void> {
  // A running import first ends its part.
  await knex.raw('lock table data_changes in access exclusive mode');
  // Earlier migrations in this transaction raise the version now. Afterwards the table can be altered.
  await knex.raw('set constraints all immediate');
  await knex.raw('alter table data_version rename to portfolio_versions');
  await knex.raw(`
    alter table portfolio_versions drop column one, add column portfolio_id bytea primary key default '',
      alter column mark drop default, alter column mark type bigint using ('x' || mark)::bit(64)::bigint`);
  // The table has few rows, which change often.
  await knex.raw('alter table portfolio_versions alter column portfolio_id drop default, set (fillfactor = 50)');
  await knex.raw(alsoGrants('portfolio_versions', 'update', 'insert', 'portfolio_versions'));
  // The version of all data, which older services read until they are restarted.
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

/**
 * Creates the trigger function at the end of a transaction that changed data. A later change, for example by a trigger
 * at the same time, is recorded again.
 */
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
