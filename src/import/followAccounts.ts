import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { recordChange } from '../data/recordChange.js';
import { distinctOwners } from '../data/access.js';
import { REMOVE_OTHER_ACCOUNTS } from '../findings/removeOtherAccounts.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { ofPart } from './upsert.js';

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
