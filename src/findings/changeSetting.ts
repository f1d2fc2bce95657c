import type { Database } from '../db/database.js';
import { FINDING_SETTINGS } from '../data/findingSettings.js';
import { changeSetting as changeAndRecompute } from '../usage/changeSetting.js';
import { NO_FINDINGS, type FindingCounts } from './find.js';
import { rebuildFindings } from './rebuild.js';

/**
 * Changes a setting, recomputes the usage that depends on it, and checks again for the findings that depend on it.
 * @returns the numbers of changed findings
 */
export async function changeSetting(database: Database, name: string, value: string | null): Promise<FindingCounts> {
  await changeAndRecompute(database, name, value);
  if (Object.hasOwn(FINDING_SETTINGS, name)) return rebuildFindings(database, null);
  return name === 'gas-calorific-value' ? rebuildFindings(database, 'gas') : NO_FINDINGS;
}
