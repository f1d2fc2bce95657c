import type { Database } from '../db/database.js';
import { isNewer, migrate, type OnMigration } from '../db/migrate.js';
import { writeSetting } from '../data/settings.js';
import { rebuild } from './rebuild.js';

/** A row in the settings table, but not a setting: the version with which all usage was computed. */
const USAGE_SETTING = 'painted';
/** The version of the computation. A new number recomputes all usage. */
export const USAGE_VERSION = '3';

export interface UpgradeProgress {
  readonly onMigration?: OnMigration;
  /** Is called before each recomputed account and after the last one. */
  readonly onAccount?: (done: number, total: number) => void;
}

/**
 * Upgrades the schema and the stored usage. A database that a newer version has upgraded is not changed. The version is
 * stored only after all usage was computed, so that the next upgrade resumes one that was killed.
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

/** Whether all usage was computed with this version. The database must have all migrations. */
export async function isUsageCurrent({ knex }: Pick<Database, 'knex'>): Promise<boolean> {
  const row: { readonly value: string } | undefined = await knex('settings')
    .where({ name: USAGE_SETTING })
    .first('value');
  return row?.value === USAGE_VERSION;
}
