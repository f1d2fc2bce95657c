import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { writeSetting } from '../data/settings.js';
import { lockUsage } from './usageLock.js';
import { followPortfolios } from './portfolioMonths.js';
import { recomputeUsage } from './recomputeUsage.js';

/** The number of accounts to compute before the sums of their companies and entities are updated. */
const AT_ONCE = 100;

/** Changes a setting. A new calorific value recomputes the gas accounts. */
export async function changeSetting(database: Database, name: string, value: string | null): Promise<void> {
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
