import type { Database } from '../data/database.js';
import { isNewer, migrate, type OnMigration } from '../data/migrate.js';
import { writeSetting } from '../data/settings.js';
import { rebuild } from './rebuild.js';

/** The migration that painted usage came with: records that were there before it have yet to be painted. */
const PAINTED_SINCE = '006_usage';

/** Tells, in the table of settings but not among them, that everything was painted, and how. */
const PAINTED = 'painted';
/** How it is painted; another number has everything painted afresh. */
export const PAINTED_AS = '3';

export interface UpgradeProgress {
  readonly onMigration?: OnMigration;
  /** Told before each account that is painted afresh, and after the last one. */
  readonly onAccount?: (done: number, total: number) => void;
}

/**
 * Brings the database up to date, what is painted included; one that a newer version has upgraded stays as it is. That all was painted is remembered only when it was, so
 * that the next one goes on where one was killed.
 * @returns the names of the migrations that ran
 */
export async function upgrade(
  database: Database,
  { onMigration, onAccount }: UpgradeProgress = {},
): Promise<readonly string[]> {
  const ran = await migrate(database, onMigration);
  if (ran.includes(PAINTED_SINCE)) await writeSetting(database, PAINTED, null);
  if ((await isPainted(database)) || (await isNewer(database))) return ran;
  await rebuild(database, onAccount ? { onAccount } : {});
  await writeSetting(database, PAINTED, PAINTED_AS);
  return ran;
}

/** Whether everything was painted as this version paints it; the database has all migrations. */
export async function isPainted({ knex }: Pick<Database, 'knex'>): Promise<boolean> {
  const row: { readonly value: string } | undefined = await knex('settings').where({ name: PAINTED }).first('value');
  return row?.value === PAINTED_AS;
}
