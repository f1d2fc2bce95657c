import type { Knex } from 'knex';
import { IS_KEPT } from './017_own_statements.js';
import { MARK, raisesPortfolios } from './018_portfolio_versions.js';

/**
 * When the data of each company and entity last changed: just before the transaction committed that raised their version. From the
 * rows that are a viewer's comes its `Sync-Watermark`. So far that was the end of the last import, whoever's it was.
 */
export async function up(knex: Knex): Promise<void> {
  // An import that is under way ends its part first: its commit writes to the table that is altered here.
  await knex.raw('lock table data_changes in access exclusive mode');
  await knex.raw(
    `alter table portfolio_versions add column changed_at timestamptz(3) not null default '1970-01-01T00:00:00Z'`,
  );
  await knex.raw(`
    update portfolio_versions set changed_at = (select max(finished_at) from imports)
    where exists (select from imports where finished_at is not null)`);
  // The clock is read once the row is locked, so that the last to commit is the last to tell.
  await knex.raw(`
    create or replace function raise_version() returns trigger language plpgsql as $$
    declare
      portfolios bytea[];
    begin
      select portfolio_ids into portfolios from data_changes where change_id = new.change_id;
      if not (${IS_KEPT}) then delete from data_changes where change_id = new.change_id; end if;
      perform set_config('udg.changes', '', true);
      insert into portfolio_versions as v (portfolio_id, version, mark, changed_at)
      select id, 1, ${MARK}, ${NOW} from (select distinct unnest(portfolios) as id) concerned order by id
      on conflict (portfolio_id) do update set version = v.version + 1, mark = excluded.mark, changed_at = ${NOW};
      return null;
    end $$`);
}

export async function down(knex: Knex): Promise<void> {
  await raisesPortfolios(knex);
  await knex.raw('alter table portfolio_versions drop column changed_at');
}

/** Not rounded up: what is changed later has an `updated_at` that is not before it. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;
