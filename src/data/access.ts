import type { Access, Reference, Resource } from './resource.js';
import { asVisible, idParameter, identifierSql, join, raw, sql, type Sql, type VisibleSql } from './sql.js';

/** The integer key of an account that a visible statement found. */
export type VisibleKey = number & { readonly visibleKey: true };

/** Where a statement has the columns of a record. */
export interface RecordColumns {
  readonly alias: string;
  /** How the names of the record's columns begin there. */
  readonly prefix?: string;
}

/**
 * A condition on records that the viewer may see, by granted companies or entities; no grant, nothing.
 * @param columns those of `t` unless given
 */
export function accessSql(resource: Resource, access: Access, columns: RecordColumns = { alias: 't' }): VisibleSql {
  const { seenBy, entityColumn } = resource;
  const parts =
    seenBy.length > 0
      ? seenBy.flatMap((by) => namedBy(by, access, columns.alias))
      : granted(columns, entityColumn, access);
  return asVisible(parts.length === 0 ? sql`false` : sql`(${join(parts, ' or ')})`);
}

/** One identifier is an equality, so that an index on the column and a sort serves the order too. */
function granted({ alias, prefix = '' }: RecordColumns, entityColumn: string, { companies, entities }: Access): Sql[] {
  return [['company_id', companies] as const, [entityColumn, entities] as const].flatMap(([column, ids]) => {
    const [first, ...rest] = ids.map(idParameter);
    if (first === undefined) return [];
    const own = sql`${raw(alias)}.${identifierSql(prefix + column)}`;
    return [rest.length === 0 ? sql`${own} = ${first}` : sql`${own} = any(${[first, ...rest]})`];
  });
}

/**
 * Whether a record that is seen names the record of an alias. Each is a look-up in an index that ends at the first one:
 * `offset 0` keeps the planner from reading all that is granted.
 */
function namedBy({ table, column, entityColumn }: Reference, access: Access, alias: string): Sql[] {
  const names = sql`select from ${identifierSql(table)} r where r.${identifierSql(column)} = ${raw(alias)}._id`;
  return granted({ alias: 'r' }, entityColumn, access).map((grant) => sql`exists (${names} and ${grant} offset 0)`);
}

/** Accounts by their keys, as a parameter: whoever sees an account sees what is stored of it, as far as scopes allow. */
export function accountKeys(keys: readonly VisibleKey[]): VisibleSql {
  return asVisible(sql`${keys}::int[]`);
}

/** The key of one account, as a parameter. */
export function accountKey(key: VisibleKey): VisibleSql {
  return asVisible(sql`${key}`);
}

/** Keys of accounts for a command, whose operator sees everything. */
export function operatorKeys(keys: readonly number[]): readonly VisibleKey[];
export function operatorKeys(keys: readonly number[]): readonly number[] {
  return keys;
}

/** A statement that reads nothing that belongs to a company or an entity: emission factors, settings, versions of the data. */
export function ofEverybody(statement: Sql): VisibleSql {
  return asVisible(statement);
}
