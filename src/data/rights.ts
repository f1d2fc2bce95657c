import type { Queryable } from '../db/database.js';
import type { Resource, Resources } from './resource.js';
import { sql, type Sql } from '../db/sql.js';

/** Tables that the service reads in addition to those of the resources: keys, stored usage, versions, migrations. */
const OTHER_TABLES = [
  ...['api_keys', 'roles', 'grants'],
  ...['usage_days', 'usage_runs', 'usage_months', 'emission_factors', 'contracts', 'companies', 'entities', 'settings'],
  ...[
    'emission_factor_sets',
    'portfolio_groups',
    'portfolio_months',
    'imports',
    'portfolio_versions',
    'knex_migrations',
  ],
];

/** Returns the tables and views of the resources. */
export function tablesOf(resources: Resources): readonly string[] {
  const tables = [...resources.values()].flatMap((resource) => [
    resource.table,
    resource.counts,
    resource.countsByPortfolio,
    resource.horizonTable,
    ...pairTablesOf(resource),
  ]);
  return [...new Set(tables)].filter((name) => name !== '');
}

/** Returns the tables of a resource's many-to-many links. */
export function pairTablesOf({ links }: Resource): readonly string[] {
  return [...links.values()].flatMap(({ through }) => (through === '' ? [] : [through]));
}

/** Returns every table and view that the service reads. The database role needs no other rights. */
export function tablesRead(resources: Resources): readonly string[] {
  return [...new Set([...tablesOf(resources), ...OTHER_TABLES])];
}

/**
 * Selects the tables that the role may not read. Without the right to the schema these are all tables. Missing tables
 * are skipped.
 */
const unreadableSql = (tables: readonly string[]): Sql => sql`
  select name from unnest(${tables}::text[]) with ordinality as wanted(name, position)
  where current_schema() is null or not has_table_privilege(to_regclass(quote_ident(name))::oid, 'select')
  order by position`;

/** Returns the tables and views that the role of a connection may not read. */
export async function unreadable(
  database: Pick<Queryable, 'rows' | 'topology'>,
  tables: readonly string[],
): Promise<readonly string[]> {
  const all = [...tables, ...database.topology().tables];
  const rows = await database.rows<{ readonly name: string }>(unreadableSql(all));
  return rows.map(({ name }) => name);
}
