/**
 * Which tables Citus distributes, and how (docs/scale.md). Each record that is distributed has the integer key of its account,
 * and lies with all others of that account on one server; what is small and joined to them is on all, and the rest stays on the
 * first: what nobody asks for by account, and counts and sums of months, of which there are few rows for an account, since a question
 * about many accounts then takes one server instead of a statement for each shard.
 */

/** On every server; in an order in which each comes after those that it refers to. */
export const ON_ALL_SERVERS: readonly string[] = ['companies', 'entities', 'assets', 'accounts', 'interval_kinds'];

/** The table that distributed tables are joined to. It has a row for each account with distributed records. */
export const SHARDS = 'account_shards';

/** By account, all alike. */
export const BY_ACCOUNT: readonly string[] = [SHARDS, 'intervals', 'readings', 'usage_days', 'usage_runs'];

/** On the coordinator, though they have the keys of accounts; an older version distributed them, so they may have to be taken back. */
export const ON_COORDINATOR: readonly string[] = ['interval_counts', 'usage_months'];

/** Whether a server has Citus' catalogue. */
export const DISTRIBUTES = `select to_regclass('pg_dist_partition') is not null as distributes`;

/** Whether the intervals are distributed, where it has. */
export const IS_DISTRIBUTED = `
  select exists (select from pg_dist_partition where logicalrelid = to_regclass('intervals') and partmethod = 'h') as is`;
