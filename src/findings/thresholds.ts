import { settingsOf } from '../data/settings.js';
import type { Thresholds } from './finding.js';
import type { ReadRows } from './rows.js';

/** The settings that findings depend on. */
export async function readThresholds(
  read: ReadRows,
): Promise<{ readonly thresholds: Thresholds; readonly calorificValue: number }> {
  const settings = settingsOf(await read('select name, value from settings', []));
  return {
    thresholds: (name) => Number(settings[name]),
    calorificValue: Number(settings['gas-calorific-value']),
  };
}
