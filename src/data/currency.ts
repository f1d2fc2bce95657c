import type { Caller, Queryable } from './database.js';
import { databaseFailure } from './failure.js';
import { idParameter, raw, sql, type Sql } from './sql.js';

/** Whose money something is: a company's, and an entity's of it where there is one. 24-digit identifiers. */
export interface Owner {
  readonly companyId: string;
  readonly entityId: string | null;
}

/**
 * The currency of the money of records `alias` that have a company and perhaps an entity: an entity's own goes before its
 * company's. Null: neither has one.
 */
export function currencySql(alias: string): { readonly column: Sql; readonly join: Sql } {
  const own = raw(alias);
  return {
    column: sql`coalesce(oe.currency, oc.currency)`,
    join: sql`left join companies oc on oc._id = ${own}.company_id left join entities oe on oe._id = ${own}.entity_id`,
  };
}

/**
 * Reads the currencies of owners, in the given order. A viewer who sees a record of an owner may see its currency.
 * @throws the database's error
 */
export async function readCurrencies(
  database: Queryable,
  owners: readonly Owner[],
  caller?: Caller,
): Promise<readonly (string | null)[]> {
  const { column, join } = currencySql('o');
  const companies = owners.map(({ companyId }) => idParameter(companyId));
  const entities = owners.map(({ entityId }) => (entityId === null ? null : idParameter(entityId)));
  const statement = sql`select ${column} as currency
    from unnest(${companies}::bytea[], ${entities}::bytea[]) with ordinality o(company_id, entity_id, position)
      ${join} order by o.position`;
  const rows = await database.rows<{ readonly currency: string | null }>(statement, caller).catch((error: unknown) => {
    throw databaseFailure(error, 'Ask for less.');
  });
  return rows.map(({ currency }) => currency);
}
