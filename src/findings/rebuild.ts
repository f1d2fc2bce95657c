import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { lockUsage } from '../usage/usageLock.js';
import { rebuild, type RebuildOptions, type RebuildSummary } from '../usage/rebuild.js';
import { ALL_DAYS, type ChangedAccount } from './context.js';
import { find, NO_FINDINGS, type FindingCounts } from './find.js';
import { findLate } from './findLate.js';

/** The summary of a rebuild, with the numbers of new or reopened findings and of resolved findings. */
export interface FullRebuildSummary extends RebuildSummary {
  readonly newFindings: number;
  readonly resolvedFindings: number;
}

/** Recomputes the usage, the interval counts and the findings of accounts. It changes nothing if all are correct. */
export async function rebuildAll(
  database: Database,
  options: Omit<RebuildOptions, 'further'>,
): Promise<FullRebuildSummary> {
  const { dryRun = false } = options;
  let counts = NO_FINDINGS;
  const summary = await rebuild(database, {
    ...options,
    async further(trx, account) {
      const accountCounts = await find(database, trx, [allOf(account)], { dryRun });
      counts = sumOf(counts, accountCounts);
      return accountCounts.rows;
    },
  });
  const late = await database.knex.transaction(async (trx) => {
    await lockUsage(trx);
    return findLate(database, trx, null, Date.now(), { dryRun });
  });
  if (late.rows > 0 && !dryRun) await confirmChanges(database);
  const { opened, resolved } = sumOf(counts, late);
  return { ...summary, rows: summary.rows + late.rows, newFindings: opened, resolvedFindings: resolved };
}

function sumOf(one: FindingCounts, other: FindingCounts): FindingCounts {
  return { opened: one.opened + other.opened, resolved: one.resolved + other.resolved, rows: one.rows + other.rows };
}

/** Returns a change of all data of an account. */
const allOf = (account: number): ChangedAccount => ({
  ...{ account, intervals: ALL_DAYS, repeated: true, readings: ALL_DAYS, fell: true, bills: true },
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
    const accountCounts = await knex.transaction(async (trx) => {
      await lockUsage(trx);
      await confirmChanges(database);
      return find(database, trx, [allOf(key)]);
    });
    counts = sumOf(counts, accountCounts);
  }
  onAccount?.(accounts.length, accounts.length);
  const late = await knex.transaction(async (trx) => {
    await lockUsage(trx);
    return findLate(database, trx, null, Date.now());
  });
  await confirmChanges(database);
  return sumOf(counts, late);
}
