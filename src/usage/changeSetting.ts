import type { Database } from '../data/database.js';
import { settleChanges } from '../data/noteChange.js';
import { writeSetting } from '../data/settings.js';
import { lockPainting } from './paintingLock.js';
import { repaint } from './repaint.js';

/** Changes a setting and paints afresh what it touches: the calorific value, the gas accounts. */
export async function changeSetting(database: Database, name: string, value: string | null): Promise<void> {
  await database.knex.transaction(async (trx) => {
    await lockPainting(trx);
    // What is half committed is on one server and not yet on another.
    await settleChanges(database);
    await writeSetting({ knex: trx }, name, value);
    if (name !== 'gas-calorific-value') return;
    const accounts: readonly { readonly account: number }[] = await trx('accounts')
      .select({ account: 'account_key' })
      .where({ type: 'gas' });
    await repaint(
      database,
      trx,
      accounts.map(({ account }) => ({ account, ranges: null })),
    );
  });
  await settleChanges(database);
}
