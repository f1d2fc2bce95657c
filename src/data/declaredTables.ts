import type { Queryable, Database } from '../db/database.js';
import type { Resource, Resources } from './resource.js';
import { sql, type Sql } from '../db/sql.js';
import { lacking, migrationState, NO_TABLES } from '../db/migrate.js';

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
function tablesOf(resources: Resources): readonly string[] {
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
function pairTablesOf({ links }: Resource): readonly string[] {
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

/**
 * Compares the declared tables and columns with the database. A wrong declaration then stops the start instead of a
 * request.
 * @throws Error with file and line of a declaration whose table or column does not exist. Error with the tables that
 * the role may not read. Error if migrations are missing, or if a newer version has changed the meaning of the tables
 */
export async function checkStorage(database: Database, resources: Resources): Promise<void> {
  const { knex } = database;
  // The catalogue hides tables that the role may not read. Check the rights first.
  const denied = await unreadable(database, tablesRead(resources));
  if (denied.length > 0) {
    const names = denied.join(', ');
    throw new Error(
      `The database role lacks the right to read ${names}: grant it select on ${names}, and usage of their schema.`,
    );
  }
  const rows: readonly { table_name: string; column_name: string }[] = await knex('information_schema.columns')
    .select('table_name', 'column_name')
    .whereRaw('table_schema = any(current_schemas(false))')
    .whereIn('table_name', tablesOf(resources));
  if (rows.length === 0) throw new Error(NO_TABLES);
  const lacks = lacking(await migrationState(database));
  if (lacks !== null) throw new Error(lacks);
  const present = new Set(rows.map((row) => `${row.table_name}.${row.column_name}`));
  for (const resource of resources.values()) {
    const { type, table, columns, entityColumn, seenBy, counts, countsByPortfolio, order, horizonTable, declaredAt } =
      resource;
    const keys = [...columns.values()].flatMap(({ key }) => (key ? [key.column] : []));
    const owners = seenBy.length > 0 ? [] : [entityColumn, 'company_id'];
    const recordColumns = [...[...columns.values()].map((column) => column.name), ...keys, ...owners];
    const pairs = pairTablesOf(resource).flatMap((through) => [`${through}._id`, `${through}.linked_id`]);
    const owner = columns.get(order[0] ?? '')?.key?.column ?? 'account_key';
    const numbers = ['month', 'records', 'days'];
    const summed = ['company_id', 'entity_id', ...numbers].map((column) => `${countsByPortfolio}.${column}`);
    const counted = counts === '' ? [] : [...[owner, ...numbers].map((column) => `${counts}.${column}`), ...summed];
    const since = horizonTable === '' ? [] : [`${horizonTable}.since`];
    for (const name of [...counted, ...since, ...recordColumns.map((column) => `${table}.${column}`), ...pairs]) {
      if (present.has(name)) continue;
      throw new Error(`${declaredAt}: ${type} needs the column ${name}, which the database does not have.`);
    }
  }
}
