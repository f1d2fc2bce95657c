import type { Queryable } from './database.js';
import { SHARDS } from './distribution.js';
import type { Resource, Resources } from './resource.js';
import { sql, type Sql } from './sql.js';

/** What the service reads beside the tables of the resources: keys, stored usage, the state of the data, the schema's. */
const BESIDES = [
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

/** What is read besides where the database is distributed. */
const DISTRIBUTED = [SHARDS, 'data_changes'];

/** The tables and views that resources are declared to be in. */
export function tablesOf(resources: Resources): readonly string[] {
  const own = [...resources.values()].flatMap((resource) => [
    resource.table,
    resource.counts,
    resource.countsByPortfolio,
    resource.known,
    ...pairTablesOf(resource),
  ]);
  return [...new Set(own)].filter((name) => name !== '');
}

/** The tables that hold the pairs of a resource's links. */
export function pairTablesOf({ links }: Resource): readonly string[] {
  return [...links.values()].flatMap(({ through }) => (through === '' ? [] : [through]));
}

/** Every table and view that the service reads: a role that may read them is enough. */
export function tablesRead(resources: Resources): readonly string[] {
  return [...new Set([...tablesOf(resources), ...BESIDES])];
}

/** A table that is not there is no matter of rights; without the schema's, none of them is. */
const unreadableSql = (tables: readonly string[]): Sql => sql`
  select name from unnest(${tables}::text[]) with ordinality as wanted(name, position)
  where current_schema() is null or not has_table_privilege(to_regclass(quote_ident(name))::oid, 'select')
  order by position`;

/** Which of some tables and views the role of a connection lacks the right to read. */
export async function unreadable(
  database: Pick<Queryable, 'rows' | 'isDistributed'>,
  tables: readonly string[],
): Promise<readonly string[]> {
  const all = database.isDistributed() ? [...tables, ...DISTRIBUTED] : tables;
  const rows = await database.rows<{ readonly name: string }>(unreadableSql(all));
  return rows.map(({ name }) => name);
}
