import { idParameter } from '../data/sql.js';
import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { confirmChanges } from '../data/noteChange.js';
import { followPortfolios, resumPortfolios } from './portfolioMonths.js';
import { lockUsage } from './usageLock.js';
import { recount } from './recount.js';
import { recountPortfolios } from './recountPortfolios.js';
import { recomputeUsage } from './recomputeUsage.js';

/** What a rebuild or a check found. */
export interface RebuildSummary {
  /** Accounts that were computed and counted afresh. */
  readonly accounts: number;
  /** Rows of stored usage, of counted intervals and of what else is worked out that differed. */
  readonly rows: number;
  /** Identifiers of the accounts that they are of. */
  readonly different: readonly string[];
  /** Identifiers of the companies and entities whose counts or months are not those of their accounts. */
  readonly portfolios: readonly string[];
}

export interface RebuildOptions {
  /** Only these accounts, by identifier. */
  readonly ids?: readonly string[];
  /** So many accounts, spread evenly. */
  readonly sample?: number;
  /** Only count what differs. */
  readonly dryRun?: boolean;
  /** What else is worked out of an account, afresh within its transaction: how many rows differed. */
  readonly further?: (trx: Knex.Transaction, account: number, dryRun: boolean) => Promise<number>;
  /** Told before each account, and after the last one. */
  readonly onAccount?: (done: number, total: number) => void;
}

interface Account {
  readonly key: number;
  readonly id: string;
}

/**
 * Recomputes accounts and counts their intervals, each in a transaction of its own, then adds up the counts and months of all
 * companies and entities; when all is well, nothing changes.
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
      // What is half committed is on one server and not yet on another.
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
    const months = await resumPortfolios(database, trx, dryRun);
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
