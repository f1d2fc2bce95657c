import type { Caller, Queryable } from '../db/database.js';
import { databaseFailure } from '../db/failure.js';
import { idParameter, raw, sql, type Sql } from '../db/sql.js';

/** The company and perhaps entity that determine the currency of an amount. Identifiers have 24 digits. */
export interface Owner {
  readonly companyId: string;
  readonly entityId: string | null;
}

/**
 * Returns the SQL for the currency of amounts in records `alias`, which have a company and perhaps an entity. The
 * entity's currency takes precedence over the company's. Null: neither has a currency.
 */
export function currencySql(alias: string): { readonly column: Sql; readonly join: Sql } {
  const records = raw(alias);
  return {
    column: sql`coalesce(oe.currency, oc.currency)`,
    join: sql`left join companies oc on oc._id = ${records}.company_id left join entities oe on oe._id = ${records}.entity_id`,
  };
}

/**
 * Reads the currencies of owners, in the given order. The access to a record of an owner includes the owner's currency.
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
    throw databaseFailure(error, 'Request less data.');
  });
  return rows.map(({ currency }) => currency);
}
