import { identifier } from '../data/sql.js';
import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { distinctOwners, EVERYBODY, portfoliosOfAccounts } from '../data/access.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStored, ofPart } from './upsert.js';

/**
 * The companies and entities whose data a part changes: of its records, as they are stored and as they will be, and of their
 * accounts. Asked before it is applied; what was found stays theirs until the transaction ends, lest it comes to others unseen.
 */
export async function changedPortfolios(
  database: Database,
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly string[]> {
  const own = ownColumns(fields);
  // A company's currency is that of its entities, which others may be granted.
  if (fields.name === 'companies' || (own.length === 0 && fields.account === null)) return [EVERYBODY];
  const found = [
    ...(fields.account === null ? [] : await ofAccounts(database, trx, part)),
    ...(own.length === 0 ? [] : await ofRecords(trx, fields, part, own)),
  ];
  return [...new Set(found)];
}

/** The columns of a record that say whose it is; an entity's own identifier among them. */
function ownColumns({ name, account, columns }: ImportFields): readonly string[] {
  if (account === 'inherits') return [];
  const owners = ['company_id', 'entity_id', ...(name === 'entities' ? ['_id'] : [])];
  return owners.filter((owner) => columns.some((column) => column.name === owner));
}

/** Of the accounts that the records are under, or will be. */
async function ofAccounts(database: Database, trx: Knex.Transaction, part: Part): Promise<readonly string[]> {
  const { rows }: { readonly rows: readonly { readonly key: number }[] } = await trx.raw(`
    select distinct k.key from (
      select distinct c.account_key, c.stored_key from ${CHANGES} c where ${ofPart(part, 'insert', 'update', 'delete')}
    ) r cross join lateral (values (r.account_key), (r.stored_key)) k(key) where k.key > 0`);
  const accounts = rows.map(({ key }) => key);
  return portfoliosOfAccounts(database, trx, accounts);
}

/** Of the records themselves. */
async function ofRecords(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  own: readonly string[],
): Promise<readonly string[]> {
  const columns = (of: string): string => own.map((name) => `${of}.${identifier(name)}`).join(', ');
  const stored = `
    select ${columns('t')} from ${CHANGES} c join ${identifier(fields.table)} t on ${isStored(fields)}
    where ${ofPart(part, 'update', 'delete')} order by t._id ${fields.isDistributed ? '' : 'for no key update of t'}`;
  return distinctOwners(
    trx,
    own,
    `select ${columns('c')} from ${CHANGES} c where ${ofPart(part, 'insert', 'update')}
     union all select * from (${stored}) held`,
  );
}
