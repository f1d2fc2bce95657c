import type { Database } from '../db/database.js';
import { recordChangeOfAccounts, confirmChanges } from '../data/recordChange.js';
import { isNewer } from '../db/migrate.js';
import { writeSetting } from '../data/settings.js';
import { lockUsage } from '../usage/usageLock.js';
import { isUsageCurrent, USAGE_VERSION, upgrade, type UpgradeProgress } from '../usage/upgrade.js';
import { FORGET_OTHERS } from './forgetOthers.js';
import { rebuildFindings } from './rebuild.js';

/** Row of the table of settings, but no setting: the version of the rules that have checked all data. */
const FOUND = 'found';
/** How it is computed, and the rules; another one has all looked at afresh. */
const VERSION = `${USAGE_VERSION}.11`;

/**
 * Brings the database up to date, stored usage and findings included. That all was looked at is remembered only when it
 * was, so that the next one begins again where one was killed.
 * @returns the names of the migrations that ran
 */
export async function upgradeAll(
  database: Database,
  progress: UpgradeProgress & {
    /** Told before each account that is looked at for findings, and after the last one. */
    readonly onLookedAt?: (done: number, total: number) => void;
  } = {},
): Promise<readonly string[]> {
  const ran = await upgrade(database, progress);
  if ((await isLookedAt(database)) || (await isNewer(database))) return ran;
  await forgetOthers(database);
  await rebuildFindings(database, null, progress.onLookedAt);
  await writeSetting(database, FOUND, VERSION);
  return ran;
}

/**
 * Has findings of the kind `late` forget the accounts that they were held against by the rules of before, which some
 * who see them may not see. Those that are found again tell of others anew; the rest is resolved.
 */
async function forgetOthers(database: Database): Promise<void> {
  await database.knex.transaction(async (trx) => {
    await lockUsage(trx);
    const { rows }: { readonly rows: readonly { readonly account: number }[] } = await trx.raw(
      `select distinct account_key as account from findings where kind = 'late' order by 1`,
    );
    if (rows.length === 0) return;
    await recordChangeOfAccounts(
      database,
      trx,
      rows.map(({ account }) => account),
    );
    await trx.raw(`update findings t set ${FORGET_OTHERS} where t.kind = 'late'`);
  });
  await confirmChanges(database);
}

/** Whether everything is computed and looked at as this version does it; the database has all migrations. */
export async function isUpToDate(database: Pick<Database, 'knex'>): Promise<boolean> {
  return (await isUsageCurrent(database)) && (await isLookedAt(database));
}

async function isLookedAt({ knex }: Pick<Database, 'knex'>): Promise<boolean> {
  const row: { readonly value: string } | undefined = await knex('settings').where({ name: FOUND }).first('value');
  return row?.value === VERSION;
}
