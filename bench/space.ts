import type { Database } from '../src/db/database.js';

/** The size of a table with its indexes, in bytes. */
export interface TableSpace {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface Space {
  readonly raw: readonly TableSpace[];
  readonly computed: readonly TableSpace[];
  /** The computed bytes divided by the raw bytes. */
  readonly share: number;
  /** The bytes per interval with indexes: of the raw row, and of the usage of accounts with intervals. */
  readonly rawPerInterval: number;
  readonly usagePerInterval: number;
}

export async function readSpace({ knex }: Database): Promise<Space> {
  const of = async (table: string): Promise<TableSpace> => {
    const { rows }: { readonly rows: readonly { readonly rows: number; readonly bytes: number }[] } = await knex.raw(
      `select (select count(*) from ${table}) as rows, pg_total_relation_size('${table}') as bytes`,
    );
    return { table, rows: rows[0]?.rows ?? 0, bytes: rows[0]?.bytes ?? 0 };
  };
  const all = async (tables: readonly string[]): Promise<readonly TableSpace[]> => {
    const list: TableSpace[] = [];
    for (const table of tables) list.push(await of(table));
    return list;
  };
  const raw = await all(['intervals', 'readings', 'invoices']);
  const computed = await all(['usage_days', 'usage_runs', 'usage_months']);
  const sum = (list: readonly TableSpace[]): number => list.reduce((total, { bytes }) => total + bytes, 0);
  const [intervals] = raw;
  const count = intervals?.rows ?? 0;
  let ofMeters = 0;
  for (const { table, rows, bytes } of computed) {
    const counted: { readonly rows: readonly { readonly rows: number }[] } = await knex.raw(
      `select count(*) as rows from ${table} join accounts using (account_key) where type = 'electricity'`,
    );
    if (rows > 0) ofMeters += (bytes * (counted.rows[0]?.rows ?? 0)) / rows;
  }
  return {
    raw,
    computed,
    share: sum(computed) / sum(raw),
    rawPerInterval: (intervals?.bytes ?? 0) / count,
    usagePerInterval: ofMeters / count,
  };
}
