import type { Database } from '../data/database.js';
import { FINDING_SETTINGS } from '../data/findingSettings.js';
import { changeSetting as changeAndPaint } from '../usage/changeSetting.js';
import { rebuildFindings } from './rebuild.js';

/** Changes a setting, paints afresh what it touches, and looks afresh for the findings that it is about. */
export async function changeSetting(database: Database, name: string, value: string | null): Promise<void> {
  await changeAndPaint(database, name, value);
  if (Object.hasOwn(FINDING_SETTINGS, name)) await rebuildFindings(database, null);
  else if (name === 'gas-calorific-value') await rebuildFindings(database, 'gas');
}
