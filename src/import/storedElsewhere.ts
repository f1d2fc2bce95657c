import { identifier } from '../db/sql.js';
import type { Knex } from 'knex';
import type { ImportFields } from './fields.js';
import { lockOf } from './importLocks.js';
import { IMPORT_NAMES, type ImportName } from './importNames.js';
import type { Running } from './journal.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { ofPart } from './upsert.js';

/**
 * Rejects a part if another import has stored one of its new records under another account since the checks. The tables
 * identify such records by `_id` and account, so no unique index would find the conflict. Call it last in the
 * transaction of the part.
 * @throws Error that names the first record
 */
export async function refuseStoredElsewhere(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  { id }: Running,
): Promise<void> {
  if (fields.account === null || part.counts.insert === 0 || !(await ranConcurrently(trx, fields.name, id))) return;
  // The lock makes such parts commit one after the other, so that the later one sees the rows of the earlier one.
  await trx.raw('select pg_advisory_xact_lock(?, ?)', [...lockOf('storing', IMPORT_NAMES.indexOf(fields.name))]);
  const { rows }: { readonly rows: readonly { readonly id: string; readonly account: string | null }[] } =
    await trx.raw(`
      select encode(c._id, 'hex') as id, encode(a._id, 'hex') as account
      from ${CHANGES} c join ${identifier(fields.table)} t on t._id = c._id and t.account_key <> c.account_key
        left join accounts a on a.account_key = t.account_key
      where ${ofPart(part, 'insert')} limit 1`);
  const [first] = rows;
  if (!first) return;
  const under = first.account === null ? 'without an account' : `under account ${first.account}`;
  throw new Error(`another import has just stored record ${first.id} ${under}: run this import again`);
}

/** Whether another import of the same resource ran at the same time. */
async function ranConcurrently(trx: Knex.Transaction, name: ImportName, id: number): Promise<boolean> {
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(
    `select from imports o join imports own on own.import_id = ? and o.import_id <> own.import_id
     where o.resource = ? and (o.finished_at is null or o.finished_at >= own.started_at) limit 1`,
    [id, name],
  );
  return rows.length > 0;
}
