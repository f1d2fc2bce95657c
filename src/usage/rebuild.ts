import { idParameter } from '../db/sql.js';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { confirmChanges } from '../data/recordChange.js';
import { followPortfolios, recomputePortfolioMonths } from './portfolioMonths.js';
import { lockUsage } from './usageLock.js';
import { recount, recountPortfolios } from './recount.js';
import { recomputeUsage } from './recomputeUsage.js';

/** The result of a rebuild or a check. */
export interface RebuildSummary {
  /** The number of accounts that were recomputed. */
  readonly accounts: number;
  /** The number of different rows of stored usage, interval counts and further results. */
  readonly rows: number;
  /** The identifiers of the accounts with different rows. */
  readonly different: readonly string[];
  /** The identifiers of the companies and entities with different counts or months. */
  readonly portfolios: readonly string[];
}

export interface RebuildOptions {
  /** The identifiers of the accounts; all accounts if absent. */
  readonly ids?: readonly string[];
  /** The number of accounts to choose, spread evenly. */
  readonly sample?: number;
  /** Whether to count differences only. */
  readonly dryRun?: boolean;
  /** Recomputes further results of an account within its transaction, and returns the number of different rows. */
  readonly further?: (trx: Knex.Transaction, account: number, dryRun: boolean) => Promise<number>;
  /** Is called before each account and after the last one. */
  readonly onAccount?: (done: number, total: number) => void;
}

interface Account {
  readonly key: number;
  readonly id: string;
}

/**
 * Recomputes the usage and interval counts of accounts, each in a transaction, then the counts and months of all
 * companies and entities. It writes only differences.
 */
export async function rebuild(database: Database, options: RebuildOptions = {}): Promise<RebuildSummary> {
  const accounts = await chosen(database.knex, options);
  const different: string[] = [];
  let rows = 0;
  const dryRun = options.dryRun ?? false;
  for (const [index, { key, id }] of accounts.entries()) {
    options.onAccount?.(index, accounts.length);
    const changed = await database.knex.transaction(async (trx) => {
      await lockUsage(trx);
      // A half-committed change exists on one server only.
      await confirmChanges(database);
      const computed = await recomputeUsage(database, trx, [{ account: key, ranges: null }], { dryRun });
      const counted = await recount(database, trx, key, dryRun);
      await followPortfolios(trx, [], computed.months);
      return computed.rows + counted + ((await options.further?.(trx, key, dryRun)) ?? 0);
    });
    if (changed > 0 && !dryRun) await confirmChanges(database);
    rows += changed;
    if (changed > 0) different.push(id);
  }
  const summed = await database.knex.transaction(async (trx) => {
    await lockUsage(trx);
    const counts = await recountPortfolios(database, trx, dryRun);
    const months = await recomputePortfolioMonths(database, trx, dryRun);
    return { rows: counts.rows + months.rows, portfolios: [...new Set([...counts.portfolios, ...months.portfolios])] };
  });
  if (summed.rows > 0 && !dryRun) await confirmChanges(database);
  options.onAccount?.(accounts.length, accounts.length);
  return { accounts: accounts.length, rows: rows + summed.rows, different, portfolios: summed.portfolios };
}

async function chosen(knex: Knex, { ids, sample }: RebuildOptions): Promise<readonly Account[]> {
  const query = knex('accounts').select({ key: 'account_key', id: '_id' }).orderBy('account_key');
  if (ids) void query.whereRaw('_id = any(?::bytea[])', [ids.map(idParameter)]);
  const accounts: readonly Account[] = await query;
  if (sample === undefined || accounts.length <= sample) return accounts;
  const step = accounts.length / sample;
  return Array.from({ length: sample }, (_, index) => accounts[Math.floor(index * step)]).flatMap((one) => one ?? []);
}
