import type { Knex } from 'knex';
import type { HasTopology } from '../db/database.js';
import { recordChange } from '../data/recordChange.js';
import { ADD_UP, GROUP, SUMS } from '../data/portfolioMonthSql.js';
import type { MonthRow } from './monthSums.js';
import type { Owner } from './portfolioCounts.js';
import { type PortfolioDifferences, differencesOf } from './recount.js';

/** A month row that was added (`n` = 1) or removed (`n` = −1). */
export type MonthChange = MonthRow & { readonly n: 1 | -1 };

/**
 * Updates the months of companies and entities after changes of accounts. It blocks other changes of the same rows
 * until the transaction ends. Call it once, as late as possible, in a transaction without triggers
 * (`disablePortfolioTriggers`).
 * @param touched the keys of accounts that may have been added, removed or changed
 * @param changes the changes of account months
 */
export async function followPortfolios(
  trx: Knex.Transaction,
  touched: readonly number[],
  changes: readonly MonthChange[],
): Promise<void> {
  if (touched.length === 0 && changes.length === 0) return;
  await trx.raw('select follow_portfolios(?::int[], ?::jsonb)', [touched, JSON.stringify(changes)] as never[]);
}

const all = (names: readonly string[], of: string): string => `(${names.map((name) => `${of}.${name}`).join(', ')})`;

/** Selects accounts in a wrong group, groups with a wrong number of accounts, and months with wrong sums. */
const DIFFERENT = `
  select coalesce(afresh.company_id, g.company_id) as company, coalesce(afresh.entity_id, g.entity_id) as entity
  from portfolio_members_afresh afresh full join (portfolio_members m join portfolio_groups g using (group_key)) using (account_key)
  where ${all(GROUP, 'g')} is distinct from ${all(GROUP, 'afresh')}
  union all
  select g.company_id, g.entity_id
  from portfolio_groups g left join (select group_key, count(*) as n from portfolio_members group by 1) m using (group_key)
  where g.accounts <> coalesce(m.n, 0)
  union all
  select g.company_id, g.entity_id
  from portfolio_months stored full join portfolio_months_afresh afresh using (group_key, source, month)
    left join portfolio_groups g using (group_key)
  where ${all(SUMS, 'stored')} is distinct from ${all(SUMS, 'afresh')}`;

/**
 * Recomputes the months of all companies and entities within the caller's transaction, and corrects differences.
 * @param dryRun whether to count differences only
 */
export async function recomputePortfolioMonths(
  database: HasTopology,
  trx: Knex.Transaction,
  dryRun: boolean,
): Promise<PortfolioDifferences> {
  // Concurrent changes of months wait, and add to the corrected rows.
  if (!dryRun) {
    await trx.raw(
      'lock table usage_months, portfolio_members, portfolio_groups, portfolio_months in share row exclusive mode',
    );
  }
  const { rows }: { readonly rows: readonly (Owner & { readonly n: number })[] } = await trx.raw(`
    select encode(company, 'hex') as company, nullif(encode(entity, 'hex'), '') as entity, count(*) as n
    from (${DIFFERENT}) different group by 1, 2 order by 1, 2`);
  const different = differencesOf(rows);
  if (dryRun || rows.length === 0) return different;
  await recordChange(database, trx, different.portfolios);
  for (const table of ['portfolio_members', 'portfolio_groups', 'portfolio_months']) {
    await trx.raw(`delete from ${table}`);
  }
  for (const statement of ADD_UP) await trx.raw(statement);
  return different;
}
