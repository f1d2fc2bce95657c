import type { Knex } from 'knex';
import type { Database, HasTopology } from '../db/database.js';
import { recordChangeOfAccounts, recordChange } from '../data/recordChange.js';
import { addAccountCounts, disablePortfolioTriggers, type MonthCount, type Owner } from './portfolioCounts.js';

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

/** The differences between the stored sums of companies and entities and those of their accounts. */
export interface PortfolioDifferences {
  /** The number of different rows. */
  readonly rows: number;
  /** The companies and entities of these rows. */
  readonly portfolios: readonly string[];
}

const DIFFERENT = `
  from portfolio_counts stored full join portfolio_counts_afresh afresh
    on (stored.company_id, stored.month) = (afresh.company_id, afresh.month)
      and coalesce(stored.entity_id, '') = coalesce(afresh.entity_id, '')
  where (stored.records, stored.days) is distinct from (afresh.records, afresh.days)`;

/**
 * Recounts the intervals of all companies and entities within the caller's transaction, and corrects differences.
 * @param dryRun whether to count differences only
 */
export async function recountPortfolios(
  database: HasTopology,
  trx: Knex.Transaction,
  dryRun: boolean,
): Promise<PortfolioDifferences> {
  // Concurrent changes of counts wait, and add to the corrected rows.
  if (!dryRun) await trx.raw('lock table interval_counts, portfolio_counts in share row exclusive mode');
  const { rows }: { readonly rows: readonly (Owner & { readonly n: number })[] } = await trx.raw(`
    select encode(company, 'hex') as company, encode(entity, 'hex') as entity, count(*) as n
    from (
      select coalesce(stored.company_id, afresh.company_id) as company, coalesce(stored.entity_id, afresh.entity_id) as entity
      ${DIFFERENT}
    ) different group by 1, 2 order by 1, 2`);
  const different = differencesOf(rows);
  if (dryRun || rows.length === 0) return different;
  await recordChange(database, trx, different.portfolios);
  await trx.raw('delete from portfolio_counts');
  await trx.raw('insert into portfolio_counts select * from portfolio_counts_afresh');
  return different;
}

/** Sums up differences. @param rows the number `n` of different rows of a company and entity */
export function differencesOf(rows: readonly (Owner & { readonly n: number })[]): PortfolioDifferences {
  const portfolios = rows.flatMap(({ company, entity }) => [company, ...(entity === null ? [] : [entity])]);
  return { rows: rows.reduce((sum, { n }) => sum + n, 0), portfolios: [...new Set(portfolios)] };
}
