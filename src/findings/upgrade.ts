import type { Database } from '../db/database.js';
import { recordChangeOfAccounts, confirmChanges } from '../data/recordChange.js';
import { isNewer } from '../db/migrate.js';
import { writeSetting } from '../data/settings.js';
import { lockUsage } from '../usage/usageLock.js';
import { isUsageCurrent, USAGE_VERSION, upgrade, type UpgradeProgress } from '../usage/upgrade.js';
import { REMOVE_OTHER_ACCOUNTS } from './removeOtherAccounts.js';
import { rebuildFindings } from './rebuild.js';

/** A row of the table of settings that is not a setting. It stores the version of the rules that have checked all data. */
const RULES_VERSION = 'found';
/** The version of the computation and of the rules. A new version makes the upgrade check all data again. */
const VERSION = `${USAGE_VERSION}.11`;

/**
 * Upgrades the database, the stored usage and the findings. It stores the version of the rules only after all data is
 * checked, so the next upgrade starts again if this one was killed.
 * @returns the names of the migrations that ran
 */
export async function upgradeAll(
  database: Database,
  progress: UpgradeProgress & {
    /** Called before the check of each account, and after the last one. */
    readonly onAccountChecked?: (done: number, total: number) => void;
  } = {},
): Promise<readonly string[]> {
  const ran = await upgrade(database, progress);
  if ((await areFindingsCurrent(database)) || (await isNewer(database))) return ran;
  await removeOtherAccounts(database);
  await rebuildFindings(database, null, progress.onAccountChecked);
  await writeSetting(database, RULES_VERSION, VERSION);
  return ran;
}

/**
 * Removes the data of other accounts from findings of the kind `late`. Other rules may have stored accounts that some
 * viewers of a finding must not see. The next check adds the data again where viewers may see it, and resolves the
 * rest.
 */
async function removeOtherAccounts(database: Database): Promise<void> {
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
    await trx.raw(`update findings t set ${REMOVE_OTHER_ACCOUNTS} where t.kind = 'late'`);
  });
  await confirmChanges(database);
}

/** Returns whether usage and findings are those of this version. The database must have all migrations. */
export async function isUpToDate(database: Pick<Database, 'knex'>): Promise<boolean> {
  return (await isUsageCurrent(database)) && (await areFindingsCurrent(database));
}

async function areFindingsCurrent({ knex }: Pick<Database, 'knex'>): Promise<boolean> {
  const row: { readonly value: string } | undefined = await knex('settings')
    .where({ name: RULES_VERSION })
    .first('value');
  return row?.value === VERSION;
}
