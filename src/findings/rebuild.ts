import type { Database } from '../data/database.js';
import { settleChanges } from '../data/noteChange.js';
import { lockPainting } from '../usage/paintingLock.js';
import { rebuild, type RebuildOptions, type RebuildSummary } from '../usage/rebuild.js';
import { EVER, type ChangedAccount } from './around.js';
import { find } from './find.js';
import { findLate } from './findLate.js';

/** Paints accounts afresh, counts their intervals and looks for their findings; when all is well, nothing changes. */
export async function rebuildAll(
  database: Database,
  options: Omit<RebuildOptions, 'further'>,
): Promise<RebuildSummary> {
  const { dryRun = false } = options;
  const summary = await rebuild(database, {
    ...options,
    async further(trx, account) {
      return (await find(database, trx, [afresh(account)], { dryRun })).rows;
    },
  });
  const late = await database.knex.transaction(async (trx) => {
    await lockPainting(trx);
    return findLate(database, trx, null, Date.now(), { dryRun });
  });
  if (late.rows > 0 && !dryRun) await settleChanges(database);
  return { ...summary, rows: summary.rows + late.rows };
}

/** All of an account. */
const afresh = (account: number): ChangedAccount => ({
  ...{ account, intervals: EVER, repeated: true, readings: EVER, fell: true, bills: true },
});

/**
 * Looks for findings afresh, account by account, each in a transaction of its own.
 * @param type only of accounts of this utility type; null: of all
 * @param onAccount told before each account, and after the last one
 */
export async function rebuildFindings(
  database: Database,
  type: string | null,
  onAccount?: RebuildOptions['onAccount'],
): Promise<void> {
  const { knex } = database;
  const query = knex('accounts').select({ key: 'account_key' }).orderBy('account_key');
  const accounts: readonly { readonly key: number }[] = await (type === null ? query : query.where({ type }));
  for (const [index, { key }] of accounts.entries()) {
    onAccount?.(index, accounts.length);
    await knex.transaction(async (trx) => {
      await lockPainting(trx);
      await settleChanges(database);
      await find(database, trx, [afresh(key)]);
    });
  }
  onAccount?.(accounts.length, accounts.length);
  await knex.transaction(async (trx) => {
    await lockPainting(trx);
    await findLate(database, trx, null, Date.now());
  });
  await settleChanges(database);
}
