import type { Knex } from 'knex';
import { addCounts } from '../data/portfolioCountSql.js';
import { addAccountCounts, addToPortfolios, type MonthCount } from '../usage/portfolioCounts.js';
import type { ImportFields } from './fields.js';
import { movedCounts } from './movedCounts.js';
import type { Part } from './parts.js';

/** What a part does to counts of intervals; both to be called in its transaction, in which no trigger counts again. */
export interface CountChanges {
  /** Changes those of accounts: after the part is applied. */
  readonly ofAccounts: () => Promise<void>;
  /** Changes those of companies and entities: as its last act, as other parts wait for who has changed them. */
  readonly ofPortfolios: () => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/**
 * What the changes of a part do to the counts of intervals. Asked before they are applied, as what is stored then counts too.
 * @param intervals how many more or fewer intervals of accounts there will be
 */
export async function countChanges(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  intervals: readonly MonthCount[],
): Promise<CountChanges> {
  if (fields.table === 'accounts') {
    const moved = await movedCounts(trx, fields, part);
    return { ofAccounts: nothing, ofPortfolios: () => addToPortfolios(trx, moved) };
  }
  if (fields.table !== 'intervals') return { ofAccounts: nothing, ofPortfolios: nothing };
  await trx.raw(`select set_config('udg.counts', 'own', true)`);
  return { ofAccounts: () => add(trx, intervals), ofPortfolios: () => addAccountCounts(trx, intervals) };
}

async function add(trx: Knex.Transaction, counts: readonly MonthCount[]): Promise<void> {
  if (counts.length === 0) return;
  const selected = `
    select account_key, month, records, days
    from jsonb_to_recordset(?::jsonb) as r(account_key int, month int, records int, days int[]) order by 1, 2`;
  await trx.raw(addCounts(selected), [JSON.stringify(counts)]);
  const fewer = [...new Set(counts.filter(({ records }) => records < 0).map((count) => count.account_key))];
  if (fewer.length === 0) return;
  await trx.raw('delete from interval_counts where records = 0 and account_key = any(?::int[])', [fewer] as never[]);
}
