import type { Knex } from 'knex';
import type { ImportFields } from './fields.js';
import { OF_ASSET } from '../data/portfolioMonthSql.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStored, ofPart } from './upsert.js';

/**
 * Finds the accounts, by key, that a part adds, removes or counts differently in the figures of companies and entities.
 * Call it before the part is applied, and the returned function after.
 */
export async function touchedAccounts(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<() => Promise<readonly number[]>> {
  if (fields.name === 'accounts') {
    return () =>
      keys(
        trx,
        `select a.account_key as key from ${CHANGES} c join accounts a on a._id = c._id where ${ofPart(part, 'insert', 'update')}
         union all select c.stored_key from ${CHANGES} c where ${ofPart(part, 'delete')}`,
      );
  }
  if (fields.name !== 'assets' || part.counts.update === 0) return () => Promise.resolve([]);
  const differ = OF_ASSET.map((name) => `t.${name} is distinct from c.${name}`).join(' or ');
  // An asset that the part adds or deletes has no accounts.
  const accounts = await keys(
    trx,
    `select a.account_key as key from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
       join accounts a on a.asset_id = c._id
     where ${ofPart(part, 'update')} and (${differ})`,
  );
  return () => Promise.resolve(accounts);
}

async function keys(trx: Knex.Transaction, statement: string): Promise<readonly number[]> {
  const { rows }: { readonly rows: readonly { readonly key: number }[] } = await trx.raw(statement);
  return rows.map(({ key }) => key);
}
