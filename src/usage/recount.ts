import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { recordChangeOfAccounts } from '../data/recordChange.js';
import { addAccountCounts, disablePortfolioTriggers, type MonthCount } from './portfolioCounts.js';

/**
 * Recounts the intervals of an account within the caller's transaction, and corrects differences: the triggers that
 * update the counts (`count_intervals`) miss writes by replication, for example. It corrects the sums of the account's
 * company and entity, too.
 * @param dryRun whether to count differences only
 * @returns the number of different months
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
  await recordChangeOfAccounts(database, trx, [account]);
  // Concurrent changes of intervals wait, and add to the corrected counts.
  await trx.raw('lock table interval_counts in share row exclusive mode');
  await disablePortfolioTriggers(trx);
  const before: readonly MonthCount[] = await trx('interval_counts').where({ account_key: account });
  await trx.raw('delete from interval_counts where account_key = ?', [account]);
  await trx.raw('insert into interval_counts select * from interval_counts_afresh where account_key = ?', [account]);
  const after: readonly MonthCount[] = await trx('interval_counts').where({ account_key: account });
  await addAccountCounts(trx, [...before.map(negative), ...after]);
  return different;
}

function negative({ account_key, month, records, days }: MonthCount): MonthCount {
  return { account_key, month, records: -records, days: days.map((n) => -n) };
}
