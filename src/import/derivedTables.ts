import type { Knex } from 'knex';
import { hasRows } from '../db/rowsIn.js';
import { distinctOwners } from '../data/access.js';
import { DELETION_TABLES, deletionsOf, storeDeletions as insertDeletions, storeOwners } from '../data/deletionSql.js';
import { addCounts } from '../data/portfolioCountSql.js';
import { recordChange } from '../data/recordChange.js';
import type { Database } from '../db/database.js';
import { REMOVE_OTHER_ACCOUNTS } from '../findings/removeOtherAccounts.js';
import { addAccountCounts, addToPortfolios, type MonthCount, type PortfolioCount } from '../usage/portfolioCounts.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { type ChangeKind, CHANGES } from './staging.js';
import { isStored, isStoredOf, ofPart } from './upsert.js';

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

/** The columns of other tables that copy the owners of the account. */
const OWNER_COPIES = { invoices: ['entity_id'], findings: ['company_id', 'entity_id', 'asset_id'] } as const;

/**
 * Updates the copies of an account's owners in invoices and findings if the account moves. Deletes the findings of a
 * deleted account.
 */
export async function followAccounts(database: Database, trx: Knex.Transaction, part: Part): Promise<void> {
  await trx.raw(`delete from findings f using ${CHANGES} c where ${ofPart(part, 'delete')} and f.account_id = c._id`);
  for (const table of ['invoices', 'findings'] as const) await follow(database, trx, part, table);
}

async function follow(
  database: Database,
  trx: Knex.Transaction,
  part: Part,
  table: keyof typeof OWNER_COPIES,
): Promise<void> {
  const columns = OWNER_COPIES[table];
  const differ = columns.map((column) => `t.${column} is distinct from c.${column}`).join(' or ');
  const moved = `${ofPart(part, 'update')} and t.account_key = c.account_key and (${differ})`;
  // Manual SQL may have given these rows other owners than the account had.
  const formerOwners = await distinctOwners(
    trx,
    ['company_id', 'entity_id'],
    `select t.company_id, t.entity_id from ${table} t join ${CHANGES} c on ${moved}
     order by t.account_key, t._id for no key update of t`,
  );
  if (formerOwners.length === 0) return;
  await recordChange(database, trx, formerOwners);
  if (table === 'findings') {
    const isElsewhere = `(t.company_id, t.entity_id) is distinct from (c.company_id, c.entity_id)`;
    await trx.raw(
      `update findings t set ${REMOVE_OTHER_ACCOUNTS} from ${CHANGES} c where ${moved} and t.kind = 'late' and ${isElsewhere}`,
    );
  }
  const set = columns.map((column) => `${column} = c.${column}`).join(', ');
  await trx.raw(`update ${table} t set ${set}, updated_at = now() from ${CHANGES} c where ${moved}`);
}

/**
 * Records the deletions of a part: records that it deletes, and records that move out of a viewer's sight to another
 * entity. Call it before the part is applied, in the same transaction. The setting `udg.deletions` turns off the
 * triggers, which would record the deletions again.
 */
export async function recordDeletions(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<void> {
  await trx.raw(`select set_config('udg.deletions', 'own', true)`);
  const resource = DELETION_TABLES.find(({ table }) => table === fields.table);
  if (!resource) return;
  const { counts } = part;
  const stored = (kind: ChangeKind): string =>
    `${CHANGES} c join ${fields.stored} t on ${isStoredOf(fields, part)} and ${ofPart(part, kind)}`;
  const { deleted, moved } = deletionsOf(resource, { deleted: stored('delete'), changed: stored('update') });
  // A record that viewers see by its account never moves to another one.
  const queries = [
    ...(counts.delete > 0 ? [deleted] : []),
    ...(counts.update > 0 && !resource.isOfAccount ? [moved] : []),
  ];
  if (queries.length === 0) return;
  // The row lock prevents that another transaction turns the record on before this one commits.
  if (!(await hasRows(trx, `select from deletions_known where since < 'infinity' for share`))) return;
  const deletions = queries.join(' union all ');
  await trx.raw(storeOwners(deletions));
  await trx.raw(insertDeletions(deletions));
}

/**
 * Stores the length of the longest interval of each account with intervals or readings. After a deletion the stored
 * length may be too long, which only makes later statements read a little more.
 * @param longest the length in milliseconds by account key
 */
export async function storeLongest(trx: Knex.Transaction, longest: ReadonlyMap<number, number>): Promise<void> {
  if (longest.size === 0) return;
  await trx.raw(
    `insert into account_shards as s (account_key, longest_interval_ms)
     select account_key, ms from unnest(?::int[], ?::bigint[]) r(account_key, ms) order by 1
     on conflict (account_key) do update set longest_interval_ms = excluded.longest_interval_ms
       where s.longest_interval_ms < excluded.longest_interval_ms`,
    [[...longest.keys()], [...longest.values()]] as never[],
  );
}
