import type { Knex } from 'knex';
import { RAISE_VERSION } from '../baseline/versions.js';

/**
 * When the data of each company and entity last changed: just before the transaction committed that raised their
 * version. From the rows that are a viewer's comes its `Sync-Watermark`. So far that was the end of the last import,
 * whoever's it was.
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
  await knex.raw(RAISE_VERSION);
}
