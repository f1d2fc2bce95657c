import type { Access, Reference, Resource } from './resource.js';
import {
  asVisible,
  equalsAny,
  identifier,
  identifierSql,
  idParameter,
  join,
  raw,
  sql,
  type Sql,
  type VisibleSql,
} from '../db/sql.js';
import type { Knex } from 'knex';
import type { HasTopology } from '../db/database.js';

/** The integer key of an account that a statement with the viewer's access returned. */
export type VisibleKey = number & { readonly visibleKey: true };

/** The table alias and the column prefix of a record in a statement. */
interface RecordColumns {
  readonly alias: string;
  readonly prefix?: string;
}

/**
 * Returns the condition that limits records to those of the companies and entities that the viewer is granted. Without
 * a grant the condition is false.
 * @param columns by default, the alias `t` without a prefix
 */
export function accessSql(resource: Resource, access: Access, columns: RecordColumns = { alias: 't' }): VisibleSql {
  const { seenBy, entityColumn } = resource;
  const parts =
    seenBy.length > 0
      ? seenBy.flatMap((by) => referencedBy(by, access, columns.alias))
      : granted(columns, entityColumn, access);
  return asVisible(parts.length === 0 ? sql`false` : sql`(${join(parts, ' or ')})`);
}

/**
 * Returns the conditions of a grant. One identifier becomes an equality, so that an index on the column and the sort
 * key also serves the order.
 */
function granted({ alias, prefix = '' }: RecordColumns, entityColumn: string, { companies, entities }: Access): Sql[] {
  const conditions: Sql[] = [];
  const add = (column: string, ids: readonly string[]): void => {
    const columnSql = raw(`${alias}.${identifier(prefix + column)}`);
    if (ids.length > 0) conditions.push(equalsAny(columnSql, ids.map(idParameter)));
  };
  add('company_id', companies);
  add(entityColumn, entities);
  return conditions;
}

/**
 * Returns conditions that hold if a visible record refers to the record `alias`. Each is an index lookup that stops at
 * the first match: `offset 0` keeps the planner from reading all granted records.
 */
function referencedBy({ table, column, entityColumn }: Reference, access: Access, alias: string): Sql[] {
  const names = sql`select from ${identifierSql(table)} r where r.${identifierSql(column)} = ${raw(alias)}._id`;
  return granted({ alias: 'r' }, entityColumn, access).map((grant) => sql`exists (${names} and ${grant} offset 0)`);
}

/** Returns the keys of accounts as a parameter. Access to an account includes its records, if the scopes allow it. */
export function accountKeys(keys: readonly VisibleKey[]): VisibleSql {
  return asVisible(sql`${keys}::int[]`);
}

/** Returns the key of an account as a parameter. */
export function accountKey(key: VisibleKey): VisibleSql {
  return asVisible(sql`${key}`);
}

/** Returns keys of accounts for a command. An operator may read all accounts. */
export function operatorKeys(keys: readonly number[]): readonly VisibleKey[];
export function operatorKeys(keys: readonly number[]): readonly number[] {
  return keys;
}

/**
 * Marks a statement as visible to every viewer. It reads only emission factors, settings and versions of the data,
 * which belong to no company or entity.
 */
export function ofEverybody(statement: Sql): VisibleSql {
  return asVisible(statement);
}

/** The identifier of common data, such as emission factors, which belong to no company or entity. */
export const EVERYBODY = '';

/** Returns the identifiers of the data versions that concern a viewer: each granted company and entity, and the common one. */
export function portfoliosOfAccess({ companies, entities }: Access): readonly string[] {
  return [EVERYBODY, ...companies, ...entities];
}

/**
 * Reads the companies and entities of accounts, and locks the accounts until the transaction ends. Without the lock,
 * `recordChange` could miss the new company of an account that moves. A cluster needs no lock: only imports move
 * accounts, one at a time.
 * @param accounts their keys
 */
export async function portfoliosOfAccounts(
  database: HasTopology,
  trx: Knex.Transaction,
  accounts: readonly number[],
): Promise<readonly string[]> {
  return distinctOwners(
    trx,
    ['company_id', 'entity_id'],
    `select a.company_id, a.entity_id from accounts a where a.account_key = any(?::int[])
     order by a._id ${database.topology().rowLock('for share')}`,
    [accounts],
  );
}

/**
 * Returns the distinct companies and entities of rows.
 * @param columns the columns that hold the identifiers
 * @param rows a statement that selects these columns
 */
export async function distinctOwners(
  trx: Knex.Transaction,
  columns: readonly string[],
  rows: string,
  bindings: readonly unknown[] = [],
): Promise<readonly string[]> {
  const each = columns.map((column) => `(r.${column})`).join(', ');
  const result: { readonly rows: readonly { readonly id: string }[] } = await trx.raw(
    `select distinct encode(o.id, 'hex') as id
     from (${rows}) r cross join lateral (values ${each}) o(id) where o.id is not null`,
    bindings as never[],
  );
  return result.rows.map(({ id }) => id);
}
