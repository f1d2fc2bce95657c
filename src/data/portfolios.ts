import type { Knex } from 'knex';
import type { Database } from './database.js';
import type { Access } from './resource.js';

/** In place of a company or an entity: what concerns everybody, such as emission factors. */
export const EVERYBODY = '';

/** The versions of the data that concern who has some access: of each company and entity that is granted, and of everybody. */
export function portfoliosOfAccess({ companies, entities }: Access): readonly string[] {
  return [EVERYBODY, ...companies, ...entities];
}

/**
 * The companies and entities of accounts, which stay there until the transaction ends: what is noted of them (`noteChange`) would
 * else miss to whom they have come. Where the database is distributed they are not held, as nobody moves them but imports, in turns.
 * @param accounts their keys
 */
export async function portfoliosOfAccounts(
  database: Pick<Database, 'isDistributed'>,
  trx: Knex.Transaction,
  accounts: readonly number[],
): Promise<readonly string[]> {
  return distinctOwners(
    trx,
    ['company_id', 'entity_id'],
    `select a.company_id, a.entity_id from accounts a where a.account_key = any(?::int[])
     order by a._id ${database.isDistributed() ? '' : 'for share'}`,
    [accounts],
  );
}

/**
 * The companies and entities that rows are of, each once.
 * @param columns that hold their identifiers
 * @param rows a statement that selects these
 */
export async function distinctOwners(
  trx: Knex.Transaction,
  columns: readonly string[],
  rows: string,
  bindings: readonly unknown[] = [],
): Promise<readonly string[]> {
  const each = columns.map((column) => `(r.${column})`).join(', ');
  const found: { readonly rows: readonly { readonly id: string }[] } = await trx.raw(
    `select distinct encode(o.id, 'hex') as id
     from (${rows}) r cross join lateral (values ${each}) o(id) where o.id is not null`,
    bindings as never[],
  );
  return found.rows.map(({ id }) => id);
}
