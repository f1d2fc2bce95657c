import type { Database } from '../db/database.js';
import { FINDING_SETTINGS } from '../data/findingSettings.js';
import { NO_FINDINGS, type FindingCounts } from './find.js';
import { rebuildFindings } from './rebuild.js';
import { confirmChanges } from '../data/recordChange.js';
import { writeSetting } from '../data/settings.js';
import { lockUsage } from '../usage/usageLock.js';
import { followPortfolios } from '../usage/portfolioMonths.js';
import { recomputeUsage } from '../usage/recomputeUsage.js';

/** The number of accounts to compute before the sums of their companies and entities are updated. */
const AT_ONCE = 100;

/**
 * Changes a setting, recomputes the usage that depends on it, and checks again for the findings that depend on it.
 * @returns the numbers of changed findings
 */
export async function changeSetting(database: Database, name: string, value: string | null): Promise<FindingCounts> {
  await changeAndRecompute(database, name, value);
  if (Object.hasOwn(FINDING_SETTINGS, name)) return rebuildFindings(database, null);
  return name === 'gas-calorific-value' ? rebuildFindings(database, 'gas') : NO_FINDINGS;
}

/** Changes a setting. A new calorific value recomputes the gas accounts. */
export async function changeAndRecompute(database: Database, name: string, value: string | null): Promise<void> {
  await database.knex.transaction(async (trx) => {
    await lockUsage(trx);
    // A half-committed change exists on one server only.
    await confirmChanges(database);
    await writeSetting({ knex: trx }, name, value);
    if (name !== 'gas-calorific-value') return;
    const accounts: readonly { readonly account: number }[] = await trx('accounts')
      .select({ account: 'account_key' })
      .where({ type: 'gas' });
    for (let first = 0; first < accounts.length; first += AT_ONCE) {
      const part = accounts.slice(first, first + AT_ONCE).map(({ account }) => ({ account, ranges: null }));
      const { months } = await recomputeUsage(database, trx, part);
      await followPortfolios(trx, [], months);
    }
  });
  await confirmChanges(database);
}
