import type { Knex } from 'knex';
import { readSettings } from '../data/settings.js';
import type { Thresholds } from './finding.js';

/** The settings that findings depend on. */
export async function readThresholds(
  knex: Knex,
): Promise<{ readonly thresholds: Thresholds; readonly calorificValue: number }> {
  const settings = await readSettings({ knex });
  return {
    thresholds: (name) => Number(settings[name]),
    calorificValue: Number(settings['gas-calorific-value']),
  };
}
