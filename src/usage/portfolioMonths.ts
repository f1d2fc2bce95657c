import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { noteChange } from '../data/noteChange.js';
import { ADD_UP, GROUP, SUMS } from '../data/portfolioMonthSql.js';
import type { MonthRow } from './monthSums.js';
import type { Owner } from './portfolioCounts.js';
import { type Different, differentOf } from './recountPortfolios.js';

/** A row of months that was added, `n` 1, or removed, −1. */
export type MonthChange = MonthRow & { readonly n: 1 | -1 };

/**
 * Has the months of companies and entities follow what a transaction has changed. Who changes the same waits until it ends, so it is
 * to be called once, as late as may be, in a transaction in which triggers do not do it (`keepsPortfolioSums`).
 * @param touched accounts, by key, that may have come, gone, or become otherwise
 * @param changes of months
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

/** Accounts in a wrong group, groups with a wrong number of accounts, and months that are not the sums of their accounts' months. */
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
 * Adds up the months of all companies and entities afresh, within the caller's transaction, and sets right what is off.
 * @param dryRun only count what differs
 */
export async function resumPortfolios(
  database: Pick<Database, 'isDistributed'>,
  trx: Knex.Transaction,
  dryRun: boolean,
): Promise<Different> {
  // Whoever changes months meanwhile waits, and adds to what is set here.
  if (!dryRun) {
    await trx.raw(
      'lock table usage_months, portfolio_members, portfolio_groups, portfolio_months in share row exclusive mode',
    );
  }
  const { rows }: { readonly rows: readonly (Owner & { readonly n: number })[] } = await trx.raw(`
    select encode(company, 'hex') as company, nullif(encode(entity, 'hex'), '') as entity, count(*) as n
    from (${DIFFERENT}) different group by 1, 2 order by 1, 2`);
  const different = differentOf(rows);
  if (dryRun || rows.length === 0) return different;
  await noteChange(database, trx, different.portfolios);
  for (const table of ['portfolio_members', 'portfolio_groups', 'portfolio_months']) {
    await trx.raw(`delete from ${table}`);
  }
  for (const statement of ADD_UP) await trx.raw(statement);
  return different;
}
