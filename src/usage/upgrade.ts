import type { Database } from '../data/database.js';
import { migrate } from '../data/migrate.js';
import { rebuild } from './rebuild.js';

/** The migration that painted usage came with: records that were there before it have yet to be painted. */
const PAINTED_SINCE = '006_usage';

/**
 * Brings the database up to date, what is painted included.
 * @returns the names of the migrations that ran
 */
export async function upgrade(database: Database): Promise<readonly string[]> {
  const ran = await migrate(database);
  if (ran.includes(PAINTED_SINCE)) await rebuild(database);
  return ran;
}
