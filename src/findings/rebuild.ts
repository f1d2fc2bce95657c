import type { Database } from '../data/database.js';
import { settleChanges } from '../data/noteChange.js';
import { lockPainting } from '../usage/paintingLock.js';
import { rebuild, type RebuildOptions, type RebuildSummary } from '../usage/rebuild.js';
import { EVER } from './around.js';
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
      const changed = { account, intervals: EVER, readings: EVER, bills: true };
      return (await find(database, trx, [changed], { dryRun })).rows;
    },
  });
  const late = await database.knex.transaction(async (trx) => {
    await lockPainting(trx);
    return findLate(database, trx, null, Date.now(), { dryRun });
  });
  if (late.rows > 0 && !dryRun) await settleChanges(database);
  return { ...summary, rows: summary.rows + late.rows };
}
