import type { Knex } from 'knex';
import { addCounts, byMonth, CHANGED } from '../data/migrations/011_counts.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStored, ofPart } from './upsert.js';

/** How many intervals of an account begin in a month, and on each day of it (UTC); here, how many more or fewer. */
interface MonthCount {
  readonly account_key: number;
  /** Counted from January 1970. */
  readonly month: number;
  readonly records: number;
  /** 31. */
  readonly days: readonly number[];
}

/**
 * What the changes of a part do to the counts of intervals. Asked before they are applied, as what is stored then counts too.
 * @returns changes the counts by that; to be called in the same transaction, in which no trigger counts again
 */
export async function countChanges(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<() => Promise<void>> {
  if (fields.table !== 'intervals') return () => Promise.resolve();
  await trx.raw(`select set_config('udg.counts', 'own', true)`);
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
  return () => add(trx, rows);
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
