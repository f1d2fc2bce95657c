import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { noteChangeOfAccounts } from '../data/noteChange.js';
import { addOfAccounts, keepsPortfolioSums, type MonthCount } from './portfolioCounts.js';

/**
 * Counts the intervals of an account afresh, within the caller's transaction, and sets right what is off: the triggers
 * that keep the counts (`count_intervals`) do not see what is written behind them, as by replication. The sums of the account's company
 * and entity change by as much.
 * @param dryRun only count what differs
 * @returns how many months differed
 */
export async function recount(
  database: Database,
  trx: Knex.Transaction,
  account: number,
  dryRun: boolean,
): Promise<number> {
  const { rows }: { readonly rows: readonly { readonly n: number }[] } = await trx.raw(
    `select count(*) as n
     from (select * from interval_counts where account_key = ?) stored
       full join (select * from interval_counts_afresh where account_key = ?) afresh using (account_key, month)
     where (stored.records, stored.days) is distinct from (afresh.records, afresh.days)`,
    [account, account],
  );
  const different = rows[0]?.n ?? 0;
  if (dryRun || different === 0) return different;
  await noteChangeOfAccounts(database, trx, [account]);
  // Whoever changes intervals meanwhile waits, and adds to what is set here.
  await trx.raw('lock table interval_counts in share row exclusive mode');
  await keepsPortfolioSums(trx);
  const before: readonly MonthCount[] = await trx('interval_counts').where({ account_key: account });
  await trx.raw('delete from interval_counts where account_key = ?', [account]);
  await trx.raw('insert into interval_counts select * from interval_counts_afresh where account_key = ?', [account]);
  const after: readonly MonthCount[] = await trx('interval_counts').where({ account_key: account });
  await addOfAccounts(trx, [...before.map(negative), ...after]);
  return different;
}

function negative({ account_key, month, records, days }: MonthCount): MonthCount {
  return { account_key, month, records: -records, days: days.map((n) => -n) };
}
