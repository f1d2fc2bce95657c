import type { Database } from '../data/database.js';
import { isNewer, migrate, type OnMigration } from '../data/migrate.js';
import { writeSetting } from '../data/settings.js';
import { rebuild } from './rebuild.js';

/** Tells, in the table of settings but not among them, that everything was computed, and how. */
const USAGE_SETTING = 'painted';
/** How it is computed; another number has everything recomputed. */
export const USAGE_VERSION = '3';

export interface UpgradeProgress {
  readonly onMigration?: OnMigration;
  /** Told before each account that is recomputed, and after the last one. */
  readonly onAccount?: (done: number, total: number) => void;
}

/**
 * Brings the database up to date, the stored usage included; one that a newer version has upgraded stays as it is. That all was computed is remembered only when it was, so
 * that the next one goes on where one was killed.
 * @returns the names of the migrations that ran
 */
export async function upgrade(
  database: Database,
  { onMigration, onAccount }: UpgradeProgress = {},
): Promise<readonly string[]> {
  const ran = await migrate(database, onMigration);
  if ((await isUsageCurrent(database)) || (await isNewer(database))) return ran;
  await rebuild(database, onAccount ? { onAccount } : {});
  await writeSetting(database, USAGE_SETTING, USAGE_VERSION);
  return ran;
}

/** Whether everything was computed as this version computes it; the database has all migrations. */
export async function isUsageCurrent({ knex }: Pick<Database, 'knex'>): Promise<boolean> {
  const row: { readonly value: string } | undefined = await knex('settings')
    .where({ name: USAGE_SETTING })
    .first('value');
  return row?.value === USAGE_VERSION;
}
