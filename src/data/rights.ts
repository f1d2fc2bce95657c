import type { Queryable } from './database.js';
import type { Resources } from './resource.js';

/** What the service reads beside the tables of the resources: keys, painted usage, the state of the data, the schema's. */
const BESIDES = [
  ...['api_keys', 'roles', 'grants'],
  ...['usage_days', 'usage_runs', 'usage_months', 'emission_factors', 'contracts'],
  ...['imports', 'data_version', 'knex_migrations'],
];

/** The tables and views that resources are declared to be in. */
export function tablesOf(resources: Resources): readonly string[] {
  const pairs = [...resources.values()].flatMap(({ links }) => [...links.values()].map(({ through }) => through));
  const own = [...resources.values()].flatMap(({ table, counts }) => [table, counts]);
  return [...new Set([...own, ...pairs])].filter((name) => name !== '');
}

/** Every table and view that the service reads: a role that may read them is enough. */
export function tablesRead(resources: Resources): readonly string[] {
  return [...new Set([...tablesOf(resources), ...BESIDES])];
}

/** A table that is not there is no matter of rights; without the schema's, none of them is. */
const UNREADABLE = `
  select name from unnest(?::text[]) with ordinality as wanted(name, position)
  where current_schema() is null or not has_table_privilege(to_regclass(quote_ident(name))::oid, 'select')
  order by position`;

/** Which of some tables and views the role of a connection lacks the right to read. */
export async function unreadable(
  database: Pick<Queryable, 'rows'>,
  tables: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.rows<{ readonly name: string }>(UNREADABLE, [tables]);
  return rows.map(({ name }) => name);
}
