import type { Knex } from 'knex';
import { addCounts, byMonth, CHANGED } from '../data/migrations/011_counts.js';
import { addOfAccounts, addToPortfolios, type MonthCount } from '../usage/portfolioCounts.js';
import type { ImportFields } from './fields.js';
import { movedCounts } from './movedCounts.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStored, ofPart } from './upsert.js';

/** What a part does to counts of intervals; both to be called in its transaction, in which no trigger counts again. */
export interface CountChanges {
  /** Changes those of accounts: after the part is applied. */
  readonly ofAccounts: () => Promise<void>;
  /** Changes those of companies and entities: as its last act, as other parts wait for who has changed them. */
  readonly ofPortfolios: () => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** What the changes of a part do to the counts of intervals. Asked before they are applied, as what is stored then counts too. */
export async function countChanges(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<CountChanges> {
  if (fields.table === 'accounts') {
    const moved = await movedCounts(trx, fields, part);
    return { ofAccounts: nothing, ofPortfolios: () => addToPortfolios(trx, moved) };
  }
  if (fields.table !== 'intervals') return { ofAccounts: nothing, ofPortfolios: nothing };
  await trx.raw(`select set_config('udg.counts', 'own', true)`);
  const changes = await changesOf(trx, fields, part);
  return { ofAccounts: () => add(trx, changes), ofPortfolios: () => addOfAccounts(trx, changes) };
}

/** How many more or fewer intervals of accounts there will be. */
async function changesOf(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<readonly MonthCount[]> {
  const { counts } = part;
  const come =
    counts.insert + counts.update > 0
      ? [`select c.account_key, c.start_timestamp, 1 as n from ${CHANGES} c where ${ofPart(part, 'insert', 'update')}`]
      : [];
  const gone =
    counts.delete + counts.update > 0
      ? [
          // Locked until the part is applied, so that nobody else changes, and counts, the same; a copy is nobody else's.
          `select account_key, start_timestamp, -1 as n from (
             select t.account_key, t.start_timestamp from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
             where ${ofPart(part, 'update', 'delete')} for update of t
           ) gone`,
        ]
      : [];
  const each = [...come, ...gone].join(' union all ');
  const { rows }: { readonly rows: readonly MonthCount[] } = await trx.raw(byMonth(each, CHANGED));
  return rows;
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
