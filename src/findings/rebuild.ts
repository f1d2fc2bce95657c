import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { lockUsage } from '../usage/usageLock.js';
import { rebuild, type RebuildOptions, type RebuildSummary } from '../usage/rebuild.js';
import { EVER, type ChangedAccount } from './around.js';
import { find, NO_FINDINGS, type FindingCounts } from './find.js';
import { findLate } from './findLate.js';

/** The summary of a rebuild, with the numbers of new or reopened findings and of resolved findings. */
export interface WholeRebuild extends RebuildSummary {
  readonly newFindings: number;
  readonly resolvedFindings: number;
}

/** Recomputes the usage, the interval counts and the findings of accounts. It changes nothing if all are correct. */
export async function rebuildAll(database: Database, options: Omit<RebuildOptions, 'further'>): Promise<WholeRebuild> {
  const { dryRun = false } = options;
  let counts = NO_FINDINGS;
  const summary = await rebuild(database, {
    ...options,
    async further(trx, account) {
      const own = await find(database, trx, [afresh(account)], { dryRun });
      counts = both(counts, own);
      return own.rows;
    },
  });
  const late = await database.knex.transaction(async (trx) => {
    await lockUsage(trx);
    return findLate(database, trx, null, Date.now(), { dryRun });
  });
  if (late.rows > 0 && !dryRun) await confirmChanges(database);
  const { found, resolved } = both(counts, late);
  return { ...summary, rows: summary.rows + late.rows, newFindings: found, resolvedFindings: resolved };
}

function both(one: FindingCounts, other: FindingCounts): FindingCounts {
  return { found: one.found + other.found, resolved: one.resolved + other.resolved, rows: one.rows + other.rows };
}

/** Returns a change of all data of an account. */
const afresh = (account: number): ChangedAccount => ({
  ...{ account, intervals: EVER, repeated: true, readings: EVER, fell: true, bills: true },
});

/**
 * Recomputes all findings, each account in a separate transaction.
 * @param type the utility type of the accounts; null: all types
 * @param onAccount called before each account and after the last one
 * @returns the numbers of changed findings
 */
export async function rebuildFindings(
  database: Database,
  type: string | null,
  onAccount?: RebuildOptions['onAccount'],
): Promise<FindingCounts> {
  const { knex } = database;
  let counts = NO_FINDINGS;
  const query = knex('accounts').select({ key: 'account_key' }).orderBy('account_key');
  const accounts: readonly { readonly key: number }[] = await (type === null ? query : query.where({ type }));
  for (const [index, { key }] of accounts.entries()) {
    onAccount?.(index, accounts.length);
    const own = await knex.transaction(async (trx) => {
      await lockUsage(trx);
      await confirmChanges(database);
      return find(database, trx, [afresh(key)]);
    });
    counts = both(counts, own);
  }
  onAccount?.(accounts.length, accounts.length);
  const late = await knex.transaction(async (trx) => {
    await lockUsage(trx);
    return findLate(database, trx, null, Date.now());
  });
  await confirmChanges(database);
  return both(counts, late);
}
