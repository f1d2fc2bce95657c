import type { Knex } from 'knex';
import { copyGrants } from './copyGrants.js';

/**
 * Creates the last status that the webhook delivered for each finding, and the number of deliveries. The next delivery
 * repeats failed ones. The check of an invoice reads the settings, which only imports read before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table findings_told (
      _id bytea primary key check (octet_length(_id) = 12),
      status text collate "C" not null check (status in ('open', 'resolved')),
      times integer not null check (times > 0), told_at timestamptz(3) not null
    )`);
  await copyGrants(knex, 'findings', 'findings_told');
  await copyGrants(knex, 'invoices', 'settings');
}
