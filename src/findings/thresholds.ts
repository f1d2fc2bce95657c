import { ofEverybody } from '../data/access.js';
import { sql } from '../db/sql.js';
import { settingsOf } from '../data/settings.js';
import type { Thresholds } from './finding.js';
import type { ReadRows } from '../db/rowsIn.js';

/** Reads the settings that findings depend on. */
export async function readThresholds(
  read: ReadRows,
): Promise<{ readonly thresholds: Thresholds; readonly calorificValue: number }> {
  const settings = settingsOf(await read(ofEverybody(sql`select name, value from settings`)));
  return {
    thresholds: (name) => Number(settings[name]),
    calorificValue: Number(settings['gas-calorific-value']),
  };
}
