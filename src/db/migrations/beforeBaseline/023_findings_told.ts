import type { Knex } from 'knex';
import { copyGrants } from './copyGrants.js';

/**
 * What the webhook was told of findings: the last status of each and how often it was told of it, so that what was not
 * delivered is with the next delivery. A check of an invoice reads the settings, which imports alone did before.
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
