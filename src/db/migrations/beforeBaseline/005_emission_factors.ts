import type { Knex } from 'knex';
import { EMISSION_FACTORS, insertShippedFactors } from '../baseline/factors.js';

/**
 * Creates the emission factors, in kg CO2e per unit, and inserts the shipped ones, once. An import may replace any of
 * them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EMISSION_FACTORS);
  await insertShippedFactors(knex);
}
