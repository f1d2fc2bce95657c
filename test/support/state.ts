import type { Database } from '../../src/db/database.js';

/** Tables of records and of computed usage, with the joins that replace server-made keys. */
const TABLES: Readonly<Record<string, readonly ('account' | 'kind')[]>> = {
  companies: [],
  entities: [],
  assets: [],
  accounts: [],
  asset_groups: [],
  contracts: ['account'],
  invoices: ['account'],
  readings: ['account'],
  intervals: ['account', 'kind'],
  interval_kinds: [],
  emission_factors: [],
  usage_days: ['account'],
  usage_runs: ['account'],
  usage_months: ['account'],
};

/** Test files have stamps before this moment; later stamps come from the server. */
const SERVERS = '2024-06-01';
const KEYS = ['account_key', 'kind_key', 'created_at', 'updated_at'];

/**
 * Returns a query for rows as text. Server-made keys are replaced by the identifier or the content of their row;
 * server-made stamps are left out.
 */
function rowsOf(table: string): string {
  const joins = TABLES[table] ?? [];
  const stamp = (name: string): string =>
    `case when (to_jsonb(t) ->> '${name}')::timestamptz < '${SERVERS}' then to_jsonb(t) ->> '${name}' end`;
  const more = [
    ...['created_at', 'updated_at'].map((name) => `'${name}', ${stamp(name)}`),
    ...(joins.includes('account') ? [`'account', encode(a._id, 'hex')`] : []),
    ...(joins.includes('kind') ? [`'kind', to_jsonb(k) - 'kind_key'`] : []),
  ];
  const own = KEYS.map((name) => ` - '${name}'`).join('');
  return `select (to_jsonb(t)${own} || jsonb_build_object(${more.join(', ')}))::text as row from ${table} t
    ${joins.includes('account') ? 'left join accounts a on a.account_key = t.account_key' : ''}
    ${joins.includes('kind') ? 'left join interval_kinds k on k.kind_key = t.kind_key' : ''}`;
}

/** Returns a checksum and the number of rows of each table. Databases with the same contents have the same checksums. */
export async function checksums({ knex }: Database): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const table of Object.keys(TABLES)) {
    const { rows }: { readonly rows: readonly { readonly sum: string }[] } = await knex.raw(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(row, ' ' order by row collate "C")), '') as sum
       from (${rowsOf(table)}) r`,
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return sums;
}

/** Returns the rows that the checksums cover, by table. */
export async function contents({ knex }: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of Object.keys(TABLES)) {
    const { rows }: { readonly rows: readonly { readonly row: string }[] } = await knex.raw(
      `select row from (${rowsOf(table)}) r order by row collate "C"`,
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/**
 * Returns every row of every table with the transaction that wrote it. If two results are equal, no row was written in
 * between.
 */
export async function written({ knex }: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of Object.keys(TABLES)) {
    const { rows }: { readonly rows: readonly { readonly row: string }[] } = await knex.raw(
      `select t.xmin || ' ' || to_jsonb(t)::text as row from ${table} t order by to_jsonb(t)::text collate "C"`,
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** Returns the temporary tables that imports did not drop. */
export async function leftBehind({ knex }: Database): Promise<readonly string[]> {
  const rows: readonly { readonly tablename: string }[] = await knex('pg_tables')
    .select('tablename')
    .where('schemaname', 'like', 'udg_import%');
  return rows.map(({ tablename }) => tablename);
}
