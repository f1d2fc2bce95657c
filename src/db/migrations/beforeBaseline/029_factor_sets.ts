import type { Knex } from 'knex';
import { FACTOR_SETS } from '../baseline/factors.js';
import { notesChanges, refusesOlderVersions } from '../baseline/triggers.js';
import { copyGrants } from './copyGrants.js';

/**
 * Creates the chosen sets of emission factors: of a company in a country, of a company, of a country, or of all.
 * Without a choice the set of DESNZ applies, or the only existing set (src/consumption/factors.ts).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(FACTOR_SETS);
  await knex.raw(notesChanges('emission_factor_sets'));
  await knex.raw(refusesOlderVersions('emission_factor_sets'));
  await copyGrants(knex, 'emission_factors', 'emission_factor_sets');
}
