/**
 * How Citus distributes the tables (docs/scale.md). A distributed record has the integer key of its account, and all records of an account
 * are on one server. Small tables that are joined to them are on every server. The other tables stay on the coordinator: those that
 * nobody queries by account, and the counts and sums of months. They have few rows for each account, and a query about many accounts
 * then needs one server instead of a statement for each shard.
 */

/** Tables on every server. Each comes after the tables that it refers to. */
export const ON_ALL_SERVERS: readonly string[] = ['companies', 'entities', 'assets', 'accounts', 'interval_kinds'];

/** The table that distributed tables are joined to. It has a row for each account with distributed records. */
export const SHARDS = 'account_shards';

/** Tables that are distributed by account. Each has the same shards on the same servers. */
export const BY_ACCOUNT: readonly string[] = [SHARDS, 'intervals', 'readings', 'usage_days', 'usage_runs'];

/**
 * Tables that stay on the coordinator, though they have keys of accounts. An older version distributed them, so `distribute` may
 * have to return them.
 */
export const ON_COORDINATOR: readonly string[] = ['interval_counts', 'usage_months'];

/** Selects whether a server has Citus' catalogue. */
export const DISTRIBUTES = `select to_regclass('pg_dist_partition') is not null as distributes`;

/** Selects whether the intervals are distributed. The server needs Citus' catalogue. */
export const IS_DISTRIBUTED = `
  select exists (select from pg_dist_partition where logicalrelid = to_regclass('intervals') and partmethod = 'h') as is`;
