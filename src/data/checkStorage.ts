import type { Database } from '../db/database.js';
import { lacking, migrationState, NO_TABLES } from '../db/migrate.js';
import type { Resources } from './resource.js';
import { pairTablesOf, tablesOf, tablesRead, unreadable } from './rights.js';

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
