import type { Knex } from 'knex';
import { addCounts } from '../data/portfolioCountSql.js';
import { addAccountCounts, addToPortfolios, type MonthCount, type PortfolioCount } from '../usage/portfolioCounts.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStored, ofPart } from './upsert.js';

/** Updates of the interval counts for a part. Call both in its transaction, where no trigger updates these counts. */
interface CountChanges {
  /** Updates the counts of accounts. Call it after the part is applied. */
  readonly ofAccounts: () => Promise<void>;
  /** Updates the counts of companies and entities. Call it last in the transaction: other parts wait for these rows. */
  readonly ofPortfolios: () => Promise<void>;
}

const noop = (): Promise<void> => Promise.resolve();

/**
 * Prepares the changes of a part to the interval counts. Call it before the part is applied, because stored records
 * count too.
 * @param intervals the increase or decrease of intervals by account and month
 */
export async function countChanges(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  intervals: readonly MonthCount[],
): Promise<CountChanges> {
  if (fields.table === 'accounts') {
    const moved = await movedCounts(trx, fields, part);
    return { ofAccounts: noop, ofPortfolios: () => addToPortfolios(trx, moved) };
  }
  if (fields.table !== 'intervals') return { ofAccounts: noop, ofPortfolios: noop };
  await trx.raw(`select set_config('udg.counts', 'own', true)`);
  return { ofAccounts: () => addToAccounts(trx, intervals), ofPortfolios: () => addAccountCounts(trx, intervals) };
}

async function addToAccounts(trx: Knex.Transaction, counts: readonly MonthCount[]): Promise<void> {
  if (counts.length === 0) return;
  const selected = `
    select account_key, month, records, days
    from jsonb_to_recordset(?::jsonb) as r(account_key int, month int, records int, days int[]) order by 1, 2`;
  await trx.raw(addCounts(selected), [JSON.stringify(counts)]);
  const fewer = [...new Set(counts.filter(({ records }) => records < 0).map((count) => count.account_key))];
  if (fewer.length === 0) return;
  await trx.raw('delete from interval_counts where records = 0 and account_key = any(?::int[])', [fewer] as never[]);
}

/**
 * Computes how a part that changes accounts moves interval counts between companies and entities: all counts of an
 * account that moves or is deleted. Call it before the part is applied. Meanwhile no other import counts these
 * intervals, because changedAccounts.ts locks the accounts.
 */
async function movedCounts(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly PortfolioCount[]> {
  if (part.counts.update + part.counts.delete === 0) return [];
  const { rows }: { readonly rows: readonly (PortfolioCount & { readonly n: number })[] } = await trx.raw(`
    select encode(o.company_id, 'hex') as company, encode(o.entity_id, 'hex') as entity, o.n, i.month, i.records, i.days
    from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
      cross join lateral (values (t.company_id, t.entity_id, -1), (c.company_id, c.entity_id, 1)) o(company_id, entity_id, n)
      join interval_counts i on i.account_key = t.account_key
    where ${ofPart(part, 'update', 'delete')} and (o.n < 0 or c.change = 'update')
      and (c.change = 'delete' or (t.company_id, t.entity_id) is distinct from (c.company_id, c.entity_id))`);
  return rows.map(({ company, entity, n, month, records, days }) => ({
    ...{ company, entity, month, records: n * records, days: days.map((count) => n * count) },
  }));
}
