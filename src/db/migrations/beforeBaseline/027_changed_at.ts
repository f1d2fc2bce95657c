import type { Knex } from 'knex';
import { RAISE_VERSION } from '../baseline/versions.js';

/**
 * Adds the time of the last change of the data of each company and entity, just before the commit that raised their
 * version. The `Sync-Watermark` of a viewer comes from the viewer's rows. Before, it was the end of the last import of
 * any company.
 */
export async function up(knex: Knex): Promise<void> {
  // A running import first ends its part: its commit writes to the table that is altered here.
  await knex.raw('lock table data_changes in access exclusive mode');
  await knex.raw(
    `alter table portfolio_versions add column changed_at timestamptz(3) not null default '1970-01-01T00:00:00Z'`,
  );
  await knex.raw(`
    update portfolio_versions set changed_at = (select max(finished_at) from imports)
    where exists (select from imports where finished_at is not null)`);
  await knex.raw(RAISE_VERSION);
}
