import type { Knex } from 'knex';

/** The tables on every server, and the tables that are distributed by account. */
export const ON_ALL_SERVERS: readonly string[] = ['companies', 'entities', 'assets', 'accounts', 'interval_kinds'];
export const BY_ACCOUNT: readonly string[] = ['account_shards', 'intervals', 'readings', 'usage_days', 'usage_runs'];

const DISTRIBUTES = `select to_regclass('pg_dist_partition') is not null`;
const IS_DISTRIBUTED = `
  select exists (select from pg_dist_partition where logicalrelid = to_regclass('intervals') and partmethod = 'h')`;

/** Returns whether some tables are distributed. Distributed tables have no triggers (migration 017). */
export async function isDistributed(knex: Knex): Promise<boolean> {
  const first = async (statement: string): Promise<unknown> => {
    const { rows }: { readonly rows: readonly object[] } = await knex.raw(statement);
    return Object.values(rows[0] ?? {})[0];
  };
  return (await first(DISTRIBUTES)) === true && (await first(IS_DISTRIBUTED)) === true;
}
