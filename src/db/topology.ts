/**
 * Citus distributes the tables as follows (docs/scale.md). A distributed record has the integer key of its account, and
 * all records of an account are on one server. Small tables that are joined to them are on every server. The other
 * tables stay on the coordinator: tables without queries by account, and the counts and sums of months. These have few
 * rows for each account. A query of many accounts then needs one server instead of a statement for each shard.
 */

/** Tables on every server, each after the tables that it refers to. */
export const ON_ALL_SERVERS: readonly string[] = ['companies', 'entities', 'assets', 'accounts', 'interval_kinds'];

/** The table that distributed tables are joined to. It has a row for each account with distributed records. */
export const SHARDS = 'account_shards';

/** Tables that are distributed by account. Each has the same shards on the same servers. */
export const BY_ACCOUNT: readonly string[] = [SHARDS, 'intervals', 'readings', 'usage_days', 'usage_runs'];

/**
 * Tables with keys of accounts that stay on the coordinator. An older version distributed them, so `distribute` may
 * have to move them back.
 */
export const ON_COORDINATOR: readonly string[] = ['interval_counts', 'usage_months'];

/** Selects whether a server has Citus' catalogue. */
export const DISTRIBUTES = `select to_regclass('pg_dist_partition') is not null as distributes`;

/** Selects whether the intervals are distributed. The server needs Citus' catalogue. */
export const IS_DISTRIBUTED = `
  select exists (select from pg_dist_partition where logicalrelid = to_regclass('intervals') and partmethod = 'h') as is`;

/** The differences between one server and a cluster. Each new connection detects which of them the database is. */
export interface Topology {
  /** Whether statements may join records of accounts to any table, for each of its rows. A cluster joins by account. */
  readonly joinsFreely: boolean;
  /** Whether a transaction reads one snapshot, and its commit is visible everywhere at once. */
  readonly hasSnapshots: boolean;
  /** Whether PostgreSQL plans `plannedOnce` statements once. A cluster needs their values to choose the servers. */
  readonly plansOnce: boolean;
  /** Whether a standby has all data. A standby of the coordinator lacks the data of the other servers. */
  readonly hasStandbys: boolean;
  /** Tables that the service reads only in this topology. */
  readonly tables: readonly string[];
  /** Whether a table is distributed by account. */
  readonly isSpread: (table: string) => boolean;
  /**
   * Whether transactions that change a table run one after the other. A change of a replicated table locks it, and then
   * the tables that it refers to, until its transaction ends. Two transactions that first refer to companies and then
   * change accounts would deadlock.
   */
  readonly changesAlone: (table: string) => boolean;
  /** Returns the clause that locks the rows of a query, such as `for share`, or ''. */
  readonly rowLock: (clause: string) => string;
  /** Statements at the beginning of a transaction that runs several imports. */
  readonly beforeLongTransaction: readonly string[];
}

export const ONE_SERVER: Topology = {
  joinsFreely: true,
  hasSnapshots: true,
  plansOnce: true,
  hasStandbys: true,
  tables: [],
  isSpread: () => false,
  changesAlone: () => false,
  rowLock: (clause) => clause,
  beforeLongTransaction: [],
};

export const CITUS: Topology = {
  joinsFreely: false,
  hasSnapshots: false,
  plansOnce: false,
  hasStandbys: false,
  tables: [SHARDS, 'data_changes'],
  isSpread: (table) => BY_ACCOUNT.includes(table),
  changesAlone: (table) => !BY_ACCOUNT.includes(table),
  rowLock: () => '',
  // In this transaction a distributed table may change before a replicated one. Citus allows that only if the statement
  // runs on one shard after the other.
  beforeLongTransaction: [`set local citus.multi_shard_modify_mode = 'sequential'`],
};
