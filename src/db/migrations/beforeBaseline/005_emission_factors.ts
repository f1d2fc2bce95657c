import type { Knex } from 'knex';
import { EMISSION_FACTORS, insertShippedFactors } from '../baseline/factors.js';

/** Emission factors, kgCO2e per unit, with the shipped ones. They come once; an import may replace any of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EMISSION_FACTORS);
  await insertShippedFactors(knex);
}
