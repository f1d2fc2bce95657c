import type { Knex } from 'knex';
import { guardTable } from '../schemaLevels.js';
import { copyGrants } from './copyGrants.js';

/**
 * Which set of emission factors counts: of a company in a country, of a company, of a country, or of all. Where none is named, that of
 * DESNZ counts, or the only one that there is (src/consumption/factors.ts).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table emission_factor_sets (
      company_id bytea check (octet_length(company_id) = 12),
      country text collate "C" check (country ~ '^[a-z]{2}$'),
      set text collate "C" not null,
      unique nulls not distinct (company_id, country)
    )`);
  await knex.raw(`
    create trigger emission_factor_sets_changed after insert or update or delete or truncate on emission_factor_sets
    for each statement execute function note_change()`);
  await guardTable(knex, 'emission_factor_sets');
  await copyGrants(knex, 'emission_factors', 'emission_factor_sets');
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('emission_factor_sets');
}
