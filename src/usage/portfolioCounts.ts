import type { Knex } from 'knex';
import { addPortfolioCounts, FORGET_EMPTY } from '../data/portfolioCountSql.js';

/** The number of intervals of an account that begin in a month and on each of its days (UTC), or a change of it. */
export interface MonthCount {
  readonly account_key: number;
  /** Counted from January 1970. */
  readonly month: number;
  readonly records: number;
  /** 31 numbers. */
  readonly days: readonly number[];
}

/** The company of an account, and its entity if it has one, as 24 hexadecimal digits. */
export interface Owner {
  readonly company: string;
  readonly entity: string | null;
}

/** The counts of the accounts of a company that belong to an entity, or to none. */
export type PortfolioCount = Owner & Omit<MonthCount, 'account_key'>;

/** Turns off the triggers for this transaction, which updates the portfolio sums itself. */
export async function disablePortfolioTriggers(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select set_config('udg.sums', 'own', true)`);
}

/**
 * Adds changes of account counts to the counts of companies and entities. It blocks other changes of the same rows
 * until the transaction ends, so call it as late as possible.
 */
export async function addAccountCounts(trx: Knex.Transaction, counts: readonly MonthCount[]): Promise<void> {
  if (counts.length === 0) return;
  const { rows }: { readonly rows: readonly (Owner & { readonly key: number })[] } = await trx.raw(
    `select account_key as key, encode(company_id, 'hex') as company, encode(entity_id, 'hex') as entity
     from accounts where account_key = any(?::int[])`,
    [[...new Set(counts.map((count) => count.account_key))]] as never[],
  );
  const owners = new Map(rows.map((row) => [row.key, row]));
  await addToPortfolios(
    trx,
    counts.flatMap(({ account_key: key, month, records, days }) => {
      const owner = owners.get(key);
      return owner ? [{ company: owner.company, entity: owner.entity, month, records, days }] : [];
    }),
  );
}

/** Adds changes to the counts of companies and entities. It first adds up changes of the same row. */
export async function addToPortfolios(trx: Knex.Transaction, counts: readonly PortfolioCount[]): Promise<void> {
  const sums = new Map<string, PortfolioCount>();
  for (const count of counts) {
    const key = `${count.company} ${count.entity ?? ''} ${count.month}`;
    const sum = sums.get(key);
    sums.set(key, sum ? added(sum, count) : count);
  }
  const rows = [...sums.values()].filter(({ days }) => days.some((n) => n !== 0));
  if (rows.length === 0) return;
  const selected = `
    select decode(company, 'hex') as company_id, decode(entity, 'hex') as entity_id, month, records, days
    from jsonb_to_recordset(?::jsonb) as r(company text, entity text, month int, records bigint, days bigint[])`;
  await trx.raw(addPortfolioCounts(selected), [JSON.stringify(rows)]);
  if (rows.some(({ records }) => records < 0)) await trx.raw(FORGET_EMPTY);
}

function added(sum: PortfolioCount, { records, days }: PortfolioCount): PortfolioCount {
  return { ...sum, records: sum.records + records, days: sum.days.map((n, index) => n + (days[index] ?? 0)) };
}
